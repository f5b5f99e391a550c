import type { Bench } from '../bench.ts';
import { wireRequest } from '../load/generator.ts';
import { printSummaries, printTarget, printTitle } from '../report.ts';
import { measureInRounds } from '../rounds.ts';
import { headersOf, keepFirstDogs, type Product } from '../sides.ts';
import { listRequests } from './list.ts';

const connections = 8;

/** Measures the list as the pack grows: 20, 200 and 2,000 dogs of one owner. */
export async function measurePack({ generator, product, rounds }: Bench): Promise<void> {
  const side = await product();
  const { url, key, sql, owners } = side;
  const packs = [20, 200, 2000].flatMap((size, index) => {
    const owner = owners[index];
    return owner ? [{ size, owner }] : [];
  });
  for (const { size, owner } of packs) {
    await sql`
      insert into public.dogs (user_id, name, size, birth_date, photo_url, breed, notes)
      select ${owner.id}, 'Dog ' || n, 'medium', '2020-02-29',
        '/storage/v1/object/public/dog-photos/' || ${owner.id}::text || '/1763700000000.webp',
        'English Springer Spaniel', 'Afraid of balloons, fond of liver cake. No candles on the floor.'
      from generate_series(1, ${size}::int - (select count(*) from public.dogs where user_id = ${owner.id})::int) as n`;
  }
  const measures = packs.map(({ size, owner }) => {
    const path = `/rest/v1/dogs?select=*&user_id=eq.${owner.id}&order=created_at.desc`;
    const requests = [wireRequest({ url, path, headers: headersOf(owner, key) })];
    return {
      name: `${size} dogs`,
      run: () => generator.run({ url, requests, connections, milliseconds: 1000, status: 200 }),
    };
  });
  printTitle(`List of a growing pack, ${connections} connections`);
  printSummaries(await measureInRounds(measures, { rounds }));
  for (const { owner } of packs.slice(1)) await keepFirstDogs(sql, owner);
}

/** Adds owners up to a total, each with an identity, a session and two dogs. */
async function fillTo({ sql }: Product, owners: number): Promise<void> {
  await sql.begin(async (tx) => {
    // Skips triggers and foreign keys, because these rows are known to be valid.
    await tx`set local session_replication_role = replica`;
    await tx`
      create temporary table filler on commit drop as
      select gen_random_uuid() as id, gen_random_uuid() as session_id, 'crowd-' || n || '@bench.example' as email
      from generate_series((select count(*) from auth.users) + 1, ${owners}::bigint) as n`;
    await tx`insert into auth.users (id, email, encrypted_password) select id, email, 'none' from filler`;
    await tx`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      select id::text, id, json_build_object('sub', id, 'email', email), 'email' from filler`;
    await tx`
      insert into auth.sessions (id, user_id, refresh_token_hmac_key)
      select session_id, id, sha256(session_id::text::bytea) from filler`;
    await tx`
      insert into auth.refresh_tokens (token_hash, session_id)
      select sha256(id::text::bytea), session_id from filler`;
    await tx`
      insert into public.dogs (user_id, name, size, birth_date, breed)
      select id, 'Dog ' || n, 'medium', '2020-02-29', 'Beagle' from filler, generate_series(1, 2) as n`;
  });
  await sql`vacuum analyze`;
}

/** Whether PostgreSQL's plan for an owner's own request finds the list by an index. */
async function usesIndex({ sql, owners: [owner] }: Product): Promise<boolean> {
  const plan = await sql.begin(async (tx) => {
    await tx`
      select set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', ${JSON.stringify({ sub: owner.id, role: 'authenticated' })}, true)`;
    return tx`explain select * from public.dogs where user_id = ${owner.id} order by created_at desc`;
  });
  const text = plan.map((row) => String(row['QUERY PLAN'])).join('\n');
  return /Index (Only )?Scan.* (using|on) dogs_user_id_created_at_idx/.test(text) && !/Seq Scan on dogs/.test(text);
}

/** Measures the list of one owner among more and more owners. */
export async function measureOwners({ generator, product, rounds }: Bench): Promise<void> {
  const side = await product();
  printTitle(`List of 20 dogs in a growing database, ${connections} connections`);
  for (const owners of [1000, 10_000, 100_000]) {
    await fillTo(side, owners);
    const run = () =>
      generator.run({ url: side.url, requests: listRequests(side), connections, milliseconds: 1000, status: 200 });
    printSummaries(await measureInRounds([{ name: `${owners.toLocaleString('en')} owners`, run }], { rounds }));
    printTarget('found by its index', await usesIndex(side), 'see EXPLAIN');
  }
}
