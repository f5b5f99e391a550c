/** Reminders of several real servers that are killed at the worst moment. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Machines, startMachines } from '../support/machines.ts';
import { proveAddresses } from '../support/owners.ts';
import { whileAllHeld } from '../support/waiting.ts';

let machines: Machines;
beforeAll(async () => {
  machines = await startMachines(3);
});
afterAll(() => machines?.stop());

const each = 60;
/** Held by the test, so that a server waits between the record of a reminder and its mail. */
const stall = 4242;

/** A zone in which it is ten in the morning now: what was due at eight is late, and still of today. */
function zoneAtTen(): string {
  const ahead = ((10 - new Date().getUTCHours() + 36) % 24) - 12;
  return `Etc/GMT${ahead < 0 ? '+' : '-'}${Math.abs(ahead)}`;
}

/** Owners whose dogs have their birthday today, and who were to be told two hours ago. */
async function addOwners(name: string): Promise<void> {
  const { sql } = machines;
  const zone = zoneAtTen();
  await sql.begin(async (transaction) => {
    await transaction`
      insert into auth.users (id, email, encrypted_password, email_confirmed_at)
      select gen_random_uuid(), ${name} || number || '@wagday.dev', '', now() from generate_series(1, ${each}::int) as number`;
    await transaction`
      insert into public.dogs (user_id, name, size, birth_date)
      select id, 'Luna', 'small', (now() at time zone ${zone})::date - interval '3 years' from auth.users where email like ${name} || '%'`;
    await proveAddresses({ sql: transaction as never });
    await transaction`
      insert into public.reminder_settings (user_id, time_zone, by_mail)
      select id, ${zone}, true from auth.users where email like ${name} || '%'`;
    await transaction`update private.reminder_due set done_until = now() - interval '6 hours' where due_at = '-infinity'`;
  });
}

/** How many mails all servers have written, by address. */
async function countMails(): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { dataDir } of machines.servers) {
    const folder = join(dataDir, 'mail');
    for (const name of (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'))) {
      const to = /^To: (\S+)/m.exec(await readFile(join(folder, name), 'utf8'))?.[1] ?? '';
      counts.set(to, (counts.get(to) ?? 0) + 1);
    }
  }
  return counts;
}

test('three servers that are killed between record and mail tell nobody twice, and tell everybody else once @10.298', async () => {
  const { sql } = machines;
  const waiting = () => sql<{ pid: number }[]>`
    select pid from pg_stat_activity where wait_event = 'advisory' and query ilike '%wagday.jobs%'`;
  await sql.unsafe(`
    create function wagday.stall() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(${stall}); return new; end $$;
    create trigger stall before insert on wagday.jobs for each row when (new.kind = 'mail reminder')
      execute function wagday.stall();`);
  await whileAllHeld(sql, 1, async ([holder = sql]) => {
    await holder`select pg_advisory_lock(${stall})`;
    await addOwners('lost-');
    // A server looks for jobs when it starts, and then only every fifteen seconds.
    await machines.kill(0);
    await sql`update wagday.jobs set due_at = now()`;
    await machines.restart(0);
    await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
    const recorded = await sql`select from private.reminder_deliveries`;
    expect(recorded).toHaveLength(each);

    await Promise.all([...machines.servers.keys()].map((place) => machines.kill(place)));
    // PostgreSQL would finish what a server has sent before its end.
    for (const { pid } of await waiting()) await sql`select pg_terminate_backend(${pid})`;
    await expect.poll(async () => (await waiting()).length).toBe(0);
    await sql.unsafe('drop trigger stall on wagday.jobs');
    await holder`select pg_advisory_unlock(${stall})`;
  });

  await addOwners('told-');
  // The leases of the dead are over.
  await sql`update private.reminder_due set due_at = '-infinity'`;
  await sql`update wagday.jobs set due_at = now()`;
  await Promise.all([...machines.servers.keys()].map((place) => machines.restart(place)));
  await expect
    .poll(async () => {
      const due = await sql`select from private.reminder_due where due_at <= now() or attempts > 0`;
      const mails = await sql`select from wagday.jobs where kind = 'mail reminder'`;
      return due.length + mails.length;
    })
    .toBe(0);
  const counts = await countMails();
  expect([...counts.keys()].filter((to) => !to.startsWith('told-'))).toEqual([]);
  expect([...counts.values()]).toEqual(Array(each).fill(1));
  expect(await sql`select from private.reminder_deliveries`).toHaveLength(2 * each);
});
