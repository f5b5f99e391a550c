import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../tests/support/listen.ts';
import { startOwnCluster } from '../../tests/support/shared-cluster.ts';
import { whileAllHeld } from '../../tests/support/waiting.ts';
import { codeOf } from '../errors.ts';
import { type ConnectOptions, connect, type Sql } from './connect.ts';
import { isUnavailable } from './database-error.ts';
import type { Tag } from './sql.ts';

const signedIn = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');

/** Starts a server that may imitate PostgreSQL, and connects to it. */
async function connectTo(
  serve: (socket: Socket) => void,
  options: ConnectOptions = {},
): Promise<{ sql: Sql; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    serve(socket);
  });
  const { port } = await listen(server);
  const sql = connect(`postgres://club:x@127.0.0.1:${port}/club`, options);
  const reported: unknown[] = [];
  const report = (error: unknown) => reported.push(error);
  process.on('unhandledRejection', report);
  onTestFinished(async () => {
    await sql.end({ timeout: 0 });
    for (const socket of sockets) socket.destroy();
    server.close();
    await new Promise((done) => setImmediate(done));
    process.off('unhandledRejection', report);
    expect(reported).toEqual([]);
  });
  return { sql, sockets };
}

const startDatabase = () => startOwnCluster(onTestFinished);

function open(cluster: { url: string }, options: ConnectOptions = {}): Sql {
  const sql = connect(cluster.url, options);
  onTestFinished(() => sql.end({ timeout: 0 }));
  return sql;
}

async function pidOf(sql: Tag): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid ?? 0;
}

/** Returns the numbers of the processes behind all connections. */
function pidsOf(sql: Sql, count: number): Promise<number[]> {
  return whileAllHeld(sql, count, (held) => Promise.all(held.map(pidOf)));
}

test('a connection that breaks as it opens fails the statement that waits for it, and nothing else', async () => {
  const { sql } = await connectTo((socket) => {
    socket.once('data', () => {
      socket.write(signedIn);
      socket.once('data', () => socket.resetAndDestroy());
    });
  });
  await expect(sql`select 1`).rejects.toSatisfy(isUnavailable);
});

test('a proxy without a database behind it, which closes every connection, is asked once for a statement', async () => {
  const { sql, sockets } = await connectTo((socket) => socket.end());
  await expect(sql`select 1`).rejects.toSatisfy(isUnavailable);
  expect(sockets).toHaveLength(1);
});

test('after a long outage the database is found soon after it is back', async () => {
  let isBack = false;
  const { sql } = await connectTo(
    (socket) => {
      if (!isBack) return socket.resetAndDestroy();
      socket.once('data', () => {
        socket.write(signedIn);
        socket.on('data', () => socket.write(Buffer.from('C\0\0\0\x05\0Z\0\0\0\x05I', 'latin1')));
      });
    },
    { max: 1 },
  );
  // With the driver's own growing delays, the last of these attempts would come after minutes.
  for (let attempt = 0; attempt < 30; attempt += 1)
    await expect(sql.unsafe('select 1')).rejects.toSatisfy(isUnavailable);
  isBack = true;
  await expect(sql.unsafe('select 1')).resolves.toEqual([]);
});

test('a database that is silent costs its connection, and the next statement gets another one', async () => {
  const { sql, sockets } = await connectTo((socket) => void socket.once('data', () => socket.write(signedIn)), {
    silenceLimit: 0.1,
  });
  await expect(sql`select 1`).rejects.toSatisfy(isUnavailable);
  await expect(sql`select 1`).rejects.toSatisfy(isUnavailable);
  expect(sockets).toHaveLength(2);
  await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true);
});

test('a connection without a statement may be silent', async () => {
  const options = { max: 1, silenceLimit: 1 };
  const sql = open(await startDatabase(), options);
  const pid = await pidOf(sql);
  // Waits for three silence limits.
  const { sql: silent } = await connectTo((socket) => void socket.once('data', () => socket.write(signedIn)), options);
  for (let time = 0; time < 3; time += 1) await expect(silent`select 1`).rejects.toSatisfy(isUnavailable);
  expect(await pidOf(sql)).toBe(pid);
});

test('a statement that takes too long is given up, and no connection from before is used again', async () => {
  const cluster = await startDatabase();
  const admin = open(cluster, { max: 1 });
  const sql = open(cluster, { max: 2, patience: 2 });
  const before = await pidsOf(sql, 2);
  const failed = expect(sql.unsafe('select pg_sleep(3600)').execute()).rejects.toSatisfy(isUnavailable);
  await expect
    .poll(() => admin`select pid from pg_stat_activity where wait_event = 'PgSleep'`.execute())
    .toHaveLength(1);
  await failed;
  expect((await pidsOf(sql, 2)).filter((pid) => before.includes(pid))).toEqual([]);
});

test('a connection that the database ends is not used again', async () => {
  const sql = open(await startDatabase(), { max: 1 });
  await expect(sql`select pg_terminate_backend(pg_backend_pid())`.execute()).rejects.toSatisfy(isUnavailable);
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
});

test('a statement that waits for a connection fails when the pool ends', async () => {
  const sql = open(await startDatabase(), { max: 1 });
  sql`select pg_sleep(60)`.execute().catch(() => undefined);
  const waits = expect(sql`select 1`.execute()).rejects.toSatisfy(isUnavailable);
  await sql.end({ timeout: 0 });
  await waits;
  await expect(sql`select 1`.execute()).rejects.toSatisfy(isUnavailable);
});

test('the stack of a failure leads to the statement in the code', async () => {
  const sql = open(await startDatabase(), { max: 1 });
  const stack = await sql`select 1 / ${0}::int`.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error ? error.stack : ''),
  );
  expect(stack).toMatch(/^error: division by zero\n {4}at .*connect\.test\.ts/);
});

test('settings of the database in the address hold on every connection', async () => {
  const { url } = await startDatabase();
  const sql = connect(`${url}?work_mem=3MB&options=-c%20lock_timeout%3D7s&connect_timeout=10`, { max: 1 });
  onTestFinished(() => sql.end({ timeout: 0 }));
  expect(
    await sql`
      select current_setting('work_mem') as memory, current_setting('lock_timeout') as lock, current_setting('TimeZone') as zone`,
  ).toEqual([{ memory: '3MB', lock: '7s', zone: 'UTC' }]);
});

test('a statement that is given up before it has a connection does not run', async () => {
  const sql = open(await startDatabase(), { max: 1, patience: 2 });
  await sql.unsafe('create table public.notes (name text)');
  const query = sql.unsafe(`insert into public.notes values ('Rex')`);
  await whileAllHeld(sql, 1, () => expect(query.execute()).rejects.toSatisfy(isUnavailable));
  expect(await sql`select * from public.notes`).toEqual([]);
});

test('a transaction in which a statement has failed is not taken for committed', async () => {
  const sql = open(await startDatabase(), { max: 1 });
  const outcome = sql.begin(async (transaction) => {
    await transaction`select 1 / 0`.catch(() => undefined);
  });
  await expect(outcome).rejects.toThrow('undone');
});

test('a statement goes on when its plan no longer fits the schema', async () => {
  const sql = open(await startDatabase(), { max: 2, prepares: true });
  await sql.unsafe('create table public.notes (name text)');
  const ask = (tag: Tag) => tag`select * from public.notes where name = ${'Rex'}`.execute();
  await whileAllHeld(sql, 2, (held) => Promise.all(held.map(ask)));
  await sql.unsafe('alter table public.notes add column age int');
  expect(await ask(sql)).toEqual([]);
});

test('a statement with a list goes on when the database has forgotten it', async () => {
  const sql = open(await startDatabase(), { max: 1, prepares: true });
  const ask = () => sql`select to_json(${['a', 'b']}::text[]) as texts`;
  expect(await ask()).toEqual([{ texts: ['a', 'b'] }]);
  await sql.unsafe('deallocate all');
  expect(await ask()).toEqual([{ texts: ['a', 'b'] }]);
});

test('connections to a database that becomes read-only are dropped, and there are new ones when it can be written again', async () => {
  const cluster = await startDatabase();
  const admin = open(cluster, { max: 1 });
  await admin.unsafe('create table public.notes (name text); create role owner login superuser password $$hunter2$$');
  const url = new URL(cluster.url);
  url.username = 'owner';
  url.password = 'hunter2';
  const sql = open({ url: url.href });
  const before = await pidOf(sql);
  const written = sql.begin(async (transaction) => {
    await transaction`set transaction read only`;
    await transaction`insert into public.notes values ('Rex')`;
  });
  await expect(written).rejects.toSatisfy(isUnavailable);
  const after = await pidOf(sql);
  expect(after).not.toBe(before);
  await sql.unsafe('set default_transaction_read_only = on');
  expect(await pidOf(sql)).not.toBe(after);
  await sql`insert into public.notes values ('Rex')`;

  await admin.unsafe('alter role owner set default_transaction_read_only = on');
  await admin.unsafe(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'owner'`);
  await expect
    .poll(() =>
      sql`select 1`.then(
        () => 'answered',
        (error: unknown) => codeOf(error),
      ),
    )
    .toBe('25006');
  await admin.unsafe('alter role owner reset default_transaction_read_only');
  await sql`insert into public.notes values ('Rex')`;
  expect(await sql`select count(*)::int from public.notes`).toEqual([{ count: 2 }]);
});

test('a write that no standby has is not confirmed when the wait for one is given up', async () => {
  const cluster = await startDatabase();
  const admin = open(cluster, { max: 1 });
  await admin.unsafe('create table public.notes (name text)');
  await admin.unsafe(`alter system set synchronous_standby_names = 'nobody'`);
  await admin.unsafe('select pg_reload_conf()');
  const sql = open(cluster);
  const insert = () => sql`insert into public.notes values ('Rex')`;
  let write: ReturnType<typeof insert> | undefined;
  let isConfirmed = true;
  await expect
    .poll(async () => {
      // A write is confirmed at once until the checkpointer, too, has read the setting.
      if (isConfirmed) {
        isConfirmed = false;
        const begun = insert();
        write = begun;
        begun.then(
          () => {
            isConfirmed = true;
          },
          () => undefined,
        );
      }
      return (await admin`select pid from pg_stat_activity where wait_event = 'SyncRep'`).length;
    })
    .toBe(1);
  const refused = expect(write).rejects.toSatisfy(isUnavailable);
  await admin`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
  await refused;
});

test('arrays arrive as they were given, whatever they hold', async () => {
  const sql = open(await startDatabase(), { max: 1 });
  const texts = [null, '', 'NULL', ' a, b ', '{"}', "o'clock", 'back\\slash\\', 'two\nlines', 'Zoë 🐶'];
  const numbers = [0, -7, 2_147_483_647];
  const ids = ['00000000-0000-4000-8000-000000000001', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];
  expect(
    await sql`
      select to_json(${texts}::text[]) as texts, to_json(${numbers}::int[]) as numbers, to_json(${ids}::uuid[]) as ids,
        to_json(${[]}::text[]) as none`,
  ).toEqual([{ texts, numbers, ids, none: [] }]);
});
