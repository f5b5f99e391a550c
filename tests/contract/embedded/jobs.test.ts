/** Tests jobs shared by the servers of one database. Each test has its own clock, and kinds of jobs that no other test uses. */
import { expect, test } from 'vitest';
import { createJobs, type JobDependencies, type JobKind } from '../../../embedded-supabase/jobs/jobs.ts';
import { startForFile } from '../../support/shared-backend.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const backend = await startForFile();
await backend.closeOutbox();

function world() {
  const lines: string[] = [];
  const record = (event: string) => void lines.push(event);
  const clock = { time: Date.parse('2026-06-15T12:00:00Z') };
  const now = () => new Date(clock.time);
  const start = (kinds: readonly JobKind[], more: Partial<JobDependencies> = {}) =>
    // A server looks only once, when it starts: a second look would claim jobs that the test intends for another server.
    createJobs({ sql: backend.sql, now, log: { info: record, error: record }, kinds, interval: day, ...more });
  return { lines, clock, start };
}

const hourly = { lifetime: null, retryDelays: [], every: hour };

function kindOf(name: string, run: JobKind['run'], changes: Partial<JobKind> = {}): JobKind {
  return { name, label: name, lease: minute, lifetime: hour, capacity: 10, retryDelays: [0], run, ...changes };
}

const waiting = (kind: string) => backend.sql`select kind from wagday.jobs where kind = ${kind}`;

test('what comes again is done once an hour, by one of the servers', async () => {
  const { clock, start } = world();
  const done: Date[] = [];
  const kind = kindOf('hourly', async () => void done.push(new Date()), hourly);
  const round = async () => {
    const servers = [start([kind]), start([kind]), start([kind])];
    for (const server of servers) await server.settled();
    await Promise.all(servers.map((server) => server.close()));
  };
  await round();
  await round();
  expect(done).toHaveLength(1);
  clock.time += hour;
  await round();
  expect(done).toHaveLength(2);
});

test('any server can bring a repeating job forward, even while it is under way', async () => {
  const { start } = world();
  const door = Promise.withResolvers<void>();
  let begun = 0;
  const kind = kindOf(
    'hastened',
    async () => {
      begun += 1;
      if (begun === 2) await door.promise;
    },
    hourly,
  );
  const [one, other] = [start([kind]), start([kind])];
  await Promise.all([one.settled(), other.settled()]);
  expect(begun).toBe(1);
  await one.hasten('hastened');
  await expect.poll(() => begun).toBe(2);
  await other.hasten('hastened');
  await other.settled();
  expect(begun).toBe(2);
  door.resolve();
  await one.settled();
  expect(begun).toBe(3);
  await one.close();
  await other.close();
});

test('what comes again and fails is due an hour later like any other', async () => {
  const { lines, start } = world();
  const run = () => Promise.reject(new Error('not now'));
  const kind = kindOf('failing', run, hourly);
  const jobs = start([kind]);
  await expect.poll(() => lines).toEqual(['failing_attempt_failed']);
  await jobs.close();
  const [row] = await backend.sql`select attempts, due_at::text from wagday.jobs where kind = 'failing'`;
  expect(row).toEqual({ attempts: 0, due_at: '2026-06-15 13:00:00+00' });
});

test('a job of a server that died waits for its lease to run out, and a server that outlasts its lease changes nothing', async () => {
  const { clock, start } = world();
  const begun = Promise.withResolvers<void>();
  const door = Promise.withResolvers<void>();
  const slow = start([
    kindOf('leased', async () => {
      begun.resolve();
      await door.promise;
    }),
  ]);
  // Its first look is over, which after the lease would claim the job once more.
  await slow.settled();
  await slow.add('leased', {});
  await begun.promise;

  const done: string[] = [];
  const again = kindOf('leased', async () => void done.push('again'), { retryDelays: [] });
  const early = start([again]);
  await early.settled();
  expect(done).toEqual([]);
  clock.time += minute;
  const stuck = start([kindOf('leased', () => Promise.reject(new Error('fails')), { retryDelays: [0, hour / 2] })]);
  await stuck.settled();
  door.resolve();
  await slow.settled();
  // It waits for the attempt after the one that failed.
  expect(await waiting('leased')).toHaveLength(1);
  clock.time += hour / 2;
  const late = start([again]);
  await late.settled();
  expect(done).toEqual(['again']);
  expect(await waiting('leased')).toEqual([]);
  await Promise.all([slow, early, stuck, late].map((jobs) => jobs.close()));
});

test('a job that ends every server that claims it goes with its own lifetime, and keeps no other back', async () => {
  const { clock, start } = world();
  const add = start([]);
  await add.close();
  await backend.sql`
    insert into wagday.jobs (kind, due_at, ends_at, attempts)
    values ('poison', '2026-06-15T12:00Z', '2026-06-15T13:00Z', 9)`;
  const ended: string[] = [];
  const poison = kindOf('poison', () => new Promise(() => undefined));
  const healthy = kindOf('healthy', async () => void ended.push('healthy'));
  const jobs = start([poison, healthy]);
  await jobs.add('healthy', {});
  await expect.poll(() => ended).toEqual(['healthy']);
  expect(await waiting('poison')).toHaveLength(1);
  clock.time += hour;
  const next = start([poison]);
  await next.settled();
  expect(await waiting('poison')).toEqual([]);
  await next.close();
});

test('each kind has its own capacity, and a server leaves kinds that it does not know to others', async () => {
  const { lines, start } = world();
  const never = () => new Promise<void>(() => undefined);
  const few = kindOf('few', never, { capacity: 2 });
  const many = kindOf('many', never);
  const older = start([few]);
  await older.close();
  for (const kind of ['few', 'few', 'few', 'many']) {
    const server = start([few, many]);
    await server.close();
    await server.add(kind, {});
  }
  expect(lines.filter((line) => line === 'few_not_taken')).toHaveLength(1);
  const newer = start([kindOf('new', never)]);
  await newer.settled();
  expect(await waiting('few')).toHaveLength(2);
  expect(await waiting('many')).toHaveLength(1);
  await expect(newer.add('few', {})).rejects.toThrow('no job of the kind');
  await newer.close();
  await backend.sql`delete from wagday.jobs`;
});

test('a kind with few places goes after all others, and leaves the other workers free @10.305', async () => {
  const { start } = world();
  const begun: string[] = [];
  const door = Promise.withResolvers<void>();
  const flood = kindOf(
    'flood',
    async () => {
      begun.push('flood');
      await door.promise;
    },
    { capacity: 100, mostAtOnce: 2 },
  );
  const urgent = kindOf('urgent', async () => void begun.push('urgent'));
  const waitingRoom = start([]);
  await waitingRoom.close();
  await backend.sql`
    insert into wagday.jobs (kind, due_at) select 'flood', '2026-06-15T11:00Z' from generate_series(1, 10)`;
  await backend.sql`insert into wagday.jobs (kind, due_at) values ('urgent', '2026-06-15T11:59Z')`;
  const jobs = start([flood, urgent], { concurrency: 1 });
  await expect.poll(() => begun).toEqual(['urgent', 'flood']);
  await jobs.add('urgent', {});
  const more = start([flood, urgent]);
  await expect.poll(() => begun.toSorted()).toEqual(['flood', 'flood', 'flood', 'urgent', 'urgent']);
  await more.add('urgent', {});
  await expect.poll(() => begun.toSorted()).toEqual(['flood', 'flood', 'flood', 'urgent', 'urgent', 'urgent']);
  door.resolve();
  await expect.poll(() => waiting('flood')).toEqual([]);
  await Promise.all([jobs, more].map((server) => server.close()));
});

test('a job that is added while a worker that finds nothing holds all places of its kind is done, whatever else is under way', async () => {
  const { start } = world();
  const found = Promise.withResolvers<void>();
  const door = Promise.withResolvers<void>();
  let isHeld = false;
  let ended = 0;
  const sql = new Proxy(backend.sql, {
    apply(target, _, parts: [TemplateStringsArray, ...never[]]) {
      const query = target(...parts);
      if (!parts[0].some((text) => text.includes('set attempts = attempts + 1'))) return query;
      const waits = isHeld;
      isHeld = false;
      const claim = query.then(async (rows) => {
        if (waits) {
          found.resolve();
          await door.promise;
        }
        ended += 1;
        return rows;
      });
      return Object.assign(claim, { cancel: () => undefined });
    },
  });
  const busy = Promise.withResolvers<void>();
  const done: number[] = [];
  const jobs = start(
    [
      kindOf('late', async (_details, _signal, attempt) => void done.push(attempt), { mostAtOnce: 1 }),
      kindOf('busy', () => busy.promise),
    ],
    { sql },
  );
  await jobs.settled();
  const before = ended;
  await jobs.add('busy', {});
  // One claims it, and another finds nothing more.
  await expect.poll(() => ended).toBe(before + 2);

  isHeld = true;
  await jobs.hasten('nothing');
  await found.promise;
  await jobs.add('late', {});
  await expect.poll(() => ended).toBe(before + 3);
  door.resolve();
  await expect.poll(() => done).toEqual([1]);
  busy.resolve();
  await jobs.settled();
  await jobs.close();
});
