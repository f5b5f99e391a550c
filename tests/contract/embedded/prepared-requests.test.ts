import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../embedded-supabase/database/connect.ts';
import { connectionsForRequests } from '../../../embedded-supabase/database/open-database.ts';
import { createRequests } from '../../../embedded-supabase/database/requests.ts';
import { findTable, readCatalogue } from '../../../embedded-supabase/rest/catalogue.ts';
import { parseQuery } from '../../../embedded-supabase/rest/query.ts';
import { mostRows, selectStatement } from '../../../embedded-supabase/rest/statements.ts';
import { productName } from '../../../server/product.ts';
import { addDog, newClient, newOwner, planParty } from '../../support/owners.ts';
import { startForFile } from '../../support/shared-backend.ts';
import { whileAllHeld } from '../../support/waiting.ts';

const backend = await startForFile();

test('a statement that stays prepared shows every caller their own rows, in whatever order they come', async () => {
  const owners = [await newOwner(backend), await newOwner(backend), await newOwner(backend)];
  for (const owner of owners) await addDog(owner, { name: `Of ${owner.id}` });
  const anonymous = newClient(backend);
  const rounds = Array.from({ length: 40 }, async () => {
    // Without a filter, so only the row rules separate the owners.
    const lists = await Promise.all(owners.map(({ client }) => client.from('dogs').select('name')));
    expect(lists.map(({ data }) => data)).toEqual(owners.map(({ id }) => [{ name: `Of ${id}` }]));
    expect((await anonymous.from('dogs').select('name')).error).toMatchObject({ code: '42501' });
  });
  await Promise.all(rounds);

  expect((await preparedNames()).size).toBeGreaterThan(0);
});

test('a value in a prepared statement stays a value', async () => {
  const owner = await newOwner(backend);
  const names = ["O'Malley", '{a,"b"}', '\\', "'); drop table dogs; --", 'NULL', '$1', 'ünï 🐕', '{"\\"}', "E'\\''"];
  for (const name of names) await addDog(owner, { name });
  for (let time = 0; time < 8; time += 1) {
    for (const name of names) {
      const { data } = await owner.client.from('dogs').select('name').eq('name', name);
      expect(data).toEqual([{ name }]);
    }
  }
});

test('a prepared statement goes on after the schema has changed under it', async () => {
  const { client, id } = await newOwner(backend);
  const listTimes = async (count: number) => {
    for (let time = 0; time < count; time += 1)
      expect((await client.from('dogs').select('id,user_id').eq('user_id', id)).data).toEqual([]);
  };
  await listTimes(40);
  await backend.sql`create index dogs_breed_for_test on public.dogs (breed)`;
  await backend.sql`alter table public.dogs add column weight_for_test integer`;
  await listTimes(20);
  await backend.sql`alter table public.dogs drop column weight_for_test`;
  await backend.sql`drop index dogs_breed_for_test`;
});

type Plan = { 'Actual Rows': number; 'Rows Removed by Filter'?: number; Plans?: Plan[] };

/** Returns how many rows the leaves of a plan read: those passed on, and those that a filter removed. */
function rowsRead({ 'Actual Rows': kept, 'Rows Removed by Filter': removed = 0, Plans: below = [] }: Plan): number {
  return below.length > 0 ? below.reduce((sum, plan) => sum + rowsRead(plan), 0) : kept + removed;
}

test('among many owners, the lists of one read no rows of another', async () => {
  const owner = await newOwner(backend);
  const { id } = owner;
  await planParty(owner, (await addDog(owner)).id);
  await backend.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into public.dogs (user_id, name, size, birth_date)
      select gen_random_uuid(), 'One of many', 'small', '2020-01-01' from generate_series(1, 5000)`;
    await tx`
      insert into public.birthday_celebrations (dog_id, user_id, title, celebration_date)
      select gen_random_uuid(), gen_random_uuid(), 'One of many', '2027-01-01' from generate_series(1, 5000)`;
  });
  await backend.sql`analyze public.dogs, public.birthday_celebrations`;
  const read = await backend.sql.begin(async (tx) => {
    await tx`
      select set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', ${JSON.stringify({ sub: id, role: 'authenticated' })}, true)`;
    const explain = tx`explain (analyze, format json)`;
    const dogs = await tx`${explain} select * from public.dogs where user_id = ${id} order by created_at desc`;
    const parties = await tx`${explain} select * from public.birthday_celebrations where user_id = ${id}`;
    return [...dogs, ...parties].map((row) => rowsRead(row['QUERY PLAN'][0].Plan));
  });
  // Reads the owner's rows, and none of the thousands of others.
  expect(Math.max(...read)).toBeLessThan(10);
});

test('a list that stays prepared reads the value of a filter once, not once a row', async () => {
  const table = findTable(await readCatalogue(backend.sql), 'dogs');
  const query = parseQuery(table, new URLSearchParams(`user_id=eq.${randomUUID()}&created_at=gte.2026-01-01`));
  const { text, values } = selectStatement(table, query, false, mostRows)(1_000_000);
  const plan = await backend.sql.begin(async (tx) => {
    await tx`set local plan_cache_mode = force_generic_plan`;
    await tx.unsafe(`prepare list_for_test (text[]) as ${text}`);
    return tx.unsafe(`explain (costs off) execute list_for_test ('{${values.join()}}')`);
  });
  const conditions = plan.map((row) => String(row['QUERY PLAN'])).filter((line) => /(Cond|Filter):/.test(line));
  expect(conditions.join()).toContain('user_id');
  expect(conditions.join()).not.toContain('$1');
});

/** Returns the names of all statements that are prepared in any connection for requests. */
async function preparedNames(): Promise<Set<string>> {
  const names = await whileAllHeld(backend.database.requests, connectionsForRequests, (connections) =>
    Promise.all(
      connections.map(
        (connection) => connection<{ name: string }[]>`
        select name from pg_prepared_statements where name like 'wagday%'`,
      ),
    ),
  );
  return new Set(names.flat().map(({ name }) => name));
}

test('requests of nobody, which are refused, take no place of a prepared statement', async () => {
  const { client } = await newOwner(backend);
  const before = await preparedNames();
  const columns = ['id', 'name', 'size', 'breed', 'notes', 'birth_date', 'photo_url', 'user_id'];
  for (const column of columns) {
    for (const order of columns) {
      const query = `select=${column}&order=${order}`;
      const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(`${backend.url}/rest/v1/dogs?${query}`)));
      for (const { status } of answers) expect(status).toBe(401);
    }
  }
  expect(await preparedNames()).toEqual(before);
  for (let time = 0; time < 6; time += 1) await client.from('dogs').select('created_at,id,breed');
  expect((await preparedNames()).size).toBe(before.size + 1);
});

test('a connection keeps so many statements prepared and no more, whatever an owner thinks of', async () => {
  const { client } = await newOwner(backend);
  const { data } = await client.auth.getSession();
  const claims = JSON.parse(Buffer.from(data.session!.access_token.split('.')[1]!, 'base64url').toString('utf8'));
  const [login] = await backend.sql`select name as username, password from wagday.logins where purpose = 'requests'`;
  const sql = connect(Object.assign(new URL(backend.databaseUrl), login).href, { max: 1, schema: productName });
  onTestFinished(() => sql.end());
  const { runAs } = createRequests(sql);
  for (let number = 0; number < 120; number += 1) {
    const text = `select '${number}' as body, 1 as length, null::int as total`;
    for (let time = 0; time < 6; time += 1) {
      const result = await runAs({ claims, client: '192.0.2.1' }, { text, values: [] }, false);
      expect(result.body).toBe(String(number));
    }
  }
  const [prepared] = await sql`select count(*)::int from pg_prepared_statements where name like 'wagday%'`;
  expect(prepared).toEqual({ count: 80 });
});
