/**
 * Measures reminders: whether an index finds the owners who are due among 100,000 in the time that it takes among 1,000, and how many
 * digests a second are written and handed over when the mail server takes no time.
 */
import { availableParallelism } from 'node:os';
import type { Sql } from '../embedded-supabase/database/connect.ts';
import { createRequests } from '../embedded-supabase/database/requests.ts';
import { createHosts } from '../functions/delivery/host-turns.ts';
import { sendReminders } from '../functions/delivery/looks.ts';
import { createFunctionData } from '../server/functions/function-data.ts';
import { proveAddresses } from '../tests/support/owners.ts';
import { startTestBackend, type TestBackend } from '../tests/support/test-backend.ts';
import { printTarget, printTitle, times } from './report.ts';
import { median } from './rounds.ts';

const [few, many] = [1_000, 100_000];
const dogsEach = 3;
/** Owners that one check claims. */
const due = 100;
const rounds = 15;
/** Owners who get a digest in one run. */
const digests = 5_000;

console.log(
  `This machine: ${availableParallelism()} cores, Node ${process.versions.node}, medians of ${rounds} rounds.`,
);
await using cleanups = new AsyncDisposableStack();
const [small, large] = [await open(few), await open(many)];
await measureClaims();
await measureDigests();

async function open(owners: number): Promise<TestBackend> {
  const backend = await startTestBackend();
  cleanups.defer(() => backend.stop());
  await fill(backend.sql, owners);
  return backend;
}

/** Adds owners with birthdays all over the year, most due in the coming month. Skips triggers, which only take time. */
async function fill(sql: Sql, owners: number): Promise<void> {
  await sql`
    insert into auth.users (id, email, encrypted_password, email_confirmed_at)
    select gen_random_uuid(), 'owner-' || number || '@wagday.dev', '', now() from generate_series(1, ${owners}::int) as number`;
  await proveAddresses({ sql });
  await sql`alter table public.reminder_settings disable trigger user`;
  await sql`
    insert into public.dogs (user_id, name, size, birth_date)
    select id, 'Dog ' || number, (array['small', 'medium', 'large', 'giant'])[number % 4 + 1],
      current_date - 400 - (random() * 3000)::int
    from auth.users cross join generate_series(1, ${dogsEach}::int) as number`;
  await sql`
    insert into public.reminder_settings (user_id, time_zone, by_mail, days_before)
    select id, 'UTC', true, '{0,1,7}' from auth.users`;
  await sql`select private.schedule_missing_reminders()`;
  await setDue(sql, due);
  await sql`vacuum analyze`;
}

async function setDue(sql: Sql, count: number): Promise<void> {
  await sql`
    update private.reminder_due set done_until = now() - interval '1 day', attempts = 0,
      due_at = now() + interval '2 days' + random() * interval '30 days'`;
  await sql`
    update private.reminder_due set due_at = now() - interval '1 day'
    where user_id in (select user_id from private.reminder_due limit ${count})`;
}

async function measureClaims(): Promise<void> {
  const taken = new Map<TestBackend, number[]>([small, large].map((backend) => [backend, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [backend, measured] of taken) {
      const milliseconds = await claim(backend.sql);
      // The first round also plans the statements.
      if (round > 0) measured.push(milliseconds);
    }
  }
  const [amongFew = Number.NaN, amongMany = Number.NaN] = [...taken.values()].map(median);
  printTitle(`Claiming ${due} owners who are due`);
  console.log(`  among ${few} owners ${amongFew.toFixed(1)} ms, among ${many} owners ${amongMany.toFixed(1)} ms`);
  printTarget('at most 3.00 × the time among 1,000', amongMany <= 3 * amongFew, times(amongMany / amongFew));
  const plan = await large.sql.unsafe(`
    explain (analyze, buffers) select user_id from private.reminder_due
    where due_at > '-infinity' and due_at <= now() order by due_at limit ${due} for update skip locked`);
  const text = plan.map((row) => String(row['QUERY PLAN'])).join('\n  ');
  console.log(`  ${text}`);
  printTarget('found by an index', text.includes('Index Scan using reminder_due_due_at_idx'), '');
}

/** Claims the owners who are due, and rolls back, so that each round finds the same. */
async function claim(sql: Sql): Promise<number> {
  let milliseconds = Number.NaN;
  const undone = new Error('taken back');
  await sql
    .begin(async (transaction) => {
      const begin = performance.now();
      const [row] = await transaction`select public.claim_due_reminders(now(), ${due}) as claimed`;
      milliseconds = performance.now() - begin;
      if (row?.claimed.length !== due) throw new Error('not all who are due were claimed');
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return milliseconds;
}

async function measureDigests(): Promise<void> {
  const { sql, database } = large;
  await setDue(sql, digests);
  // Gives each pack that is due a birthday today.
  await sql`
    update public.dogs set birth_date = (current_date - interval '3 years')::date where name = 'Dog 1' and user_id in (
      select user_id from private.reminder_due where due_at <= now()
    )`;
  await setDueOfCelebrants(sql);
  const { requests, background } = database;
  const { asServer } = createFunctionData({ requests: createRequests(requests), sql: background });
  const begin = performance.now();
  // Noon in UTC, the time zone of all these owners.
  const noon = new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`).getTime();
  const now = () => new Date(noon + performance.now() - begin);
  await sql`update private.reminder_due set done_until = ${new Date(noon - 86_400_000).toISOString()}`;
  let mails = 0;
  const start = performance.now();
  const counts = await sendReminders({
    service: asServer,
    now,
    site: 'https://wagday.example',
    delivery: {
      ...{ tickSecret: null, unsubscribeKey: 'bench', newHostGuests: 0, push: null, post: null, hosts: createHosts() },
      addresses: { unsubscribe: '', confirm: '' },
      postReminder: async () => {
        mails += 1;
      },
    },
  });
  const perSecond = mails / ((performance.now() - start) / 1000);
  printTitle(`Digests of packs of ${dogsEach} dogs, without the mail server`);
  console.log(
    `  ${mails} digests for ${counts.owners} owners, ${perSecond.toFixed(0)} a second, ${counts.failed} failed`,
  );
  printTarget('at least 500 a second', perSecond >= 500 && mails === digests, perSecond.toFixed(0));
}

/** Sets the due time to a day ago, for owners to whom the change of their dogs has given '-infinity'. */
async function setDueOfCelebrants(sql: Sql): Promise<void> {
  await sql`update private.reminder_due set due_at = now() - interval '1 day' where due_at = '-infinity'`;
}
