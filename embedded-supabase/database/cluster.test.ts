import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { layEmptyDatabase } from '../../tests/support/prepared-database.ts';
import { makeDataDir } from '../../tests/support/start-server.ts';
import { type Cluster, type ClusterOptions, startCluster } from './cluster.ts';
import { connect } from './connect.ts';
import { canRun, copyBinaries, findBinaries } from './database-home.ts';
import { readPostmaster } from './postmaster.ts';

/** Long enough for a slow machine. Polls often, to connect before the database is ready. */
const waitShortly = { timeout: 30_000, interval: 1 };

const silent = { info: () => undefined, error: () => undefined };
const isRoot = process.getuid?.() === 0;
let dataDir: string;
let running: Cluster[];

beforeEach(async () => {
  dataDir = await makeDataDir();
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((cluster) => cluster.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

async function start(options: Partial<ClusterOptions> = {}): Promise<Cluster> {
  if (!existsSync(join(dataDir, 'database'))) await layEmptyDatabase(dataDir);
  return startFirst(options);
}

/** Starts a cluster where there may be no database yet. */
async function startFirst(options: Partial<ClusterOptions> = {}): Promise<Cluster> {
  const cluster = await startCluster({ dataDir, log: silent, ...options });
  running.push(cluster);
  return cluster;
}

/** Starts a database from a process that is then killed, so that the database runs on without a server. */
async function startAbandoned(options?: Partial<ClusterOptions>): Promise<number> {
  if (!options) await layEmptyDatabase(dataDir);
  const module = fileURLToPath(new URL('./cluster.ts', import.meta.url));
  const script = `
    const { startCluster } = await import(${JSON.stringify(module)});
    await startCluster({ ...${JSON.stringify({ dataDir, ...options })}, log: { info() {}, error() {} } });
    process.kill(process.pid, 'SIGKILL');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
  await once(child, 'exit');
  const postmaster = await readPostmaster(join(dataDir, 'database', 'cluster'));
  return postmaster!.pid;
}

/** Creates the place that all data directories of the machine share, with a data directory that only root may enter. */
async function makeSharedHome(): Promise<string> {
  const sharedHome = await realpath(await mkdtemp(join(tmpdir(), 'embedded-shared-')));
  onTestFinished(() => rm(sharedHome, { recursive: true, force: true }));
  await chmod(sharedHome, 0o755);
  await chmod(dataDir, 0o700);
  return sharedHome;
}

async function ask<T extends object>(cluster: Cluster, statement: string): Promise<T[]> {
  const sql = connect(cluster.url, { max: 1 });
  try {
    return await sql.unsafe<T[]>(statement);
  } finally {
    await sql.end();
  }
}

test('a new database is durable, UTF-8, checksummed and reachable only from this machine', async () => {
  const cluster = await startFirst();
  const settings = await ask<{ name: string; setting: string }>(cluster, 'select name, setting from pg_settings');
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toMatchObject({
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    jit: 'off',
    listen_addresses: '127.0.0.1',
    password_encryption: 'scram-sha-256',
    server_encoding: 'UTF8',
    synchronous_commit: 'on',
    unix_socket_directories: '',
  });
  const [locale] = await ask(
    cluster,
    'select datlocprovider, datlocale from pg_database where datname = current_database()',
  );
  expect(locale).toEqual({ datlocprovider: 'b', datlocale: 'C.UTF-8' });
});

test('only the right password gets in, and only the owner can read it', async () => {
  const cluster = await start();
  const url = new URL(cluster.url);
  url.password = 'postgres';
  const sql = connect(url.href, { max: 1 });
  await expect(sql`select 1`).rejects.toMatchObject({ code: '28P01' });
  await sql.end();
  const file = await stat(join(dataDir, 'database', 'superuser-password'));
  expect(file.mode & 0o777).toBe(0o600);
});

test('rows are there after a stop and a start', async () => {
  const first = await start();
  await ask(first, 'create table kept (name text); insert into kept values ($$Rex$$)');
  await first.stop();
  const second = await start();
  expect(await ask(second, 'select name from kept')).toEqual([{ name: 'Rex' }]);
});

test('of several first starts at once exactly one gets the database, and nothing half-made remains', async () => {
  const results = await Promise.allSettled([startFirst(), startFirst(), startFirst()]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason.message).toMatch(/is in use by another running server/);
  }
  expect((await readdir(dataDir)).sort()).toEqual(['database', 'logs']);
});

test('of several servers that find an abandoned database exactly one gets it', async () => {
  await startAbandoned();
  const results = await Promise.allSettled([start(), start(), start()]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason.message).toMatch(/is in use by another running server/);
  }
  expect(await ask(running[0]!, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a database that another start stops, before this one has its lock, is started again', async () => {
  await layEmptyDatabase(dataDir);
  const starting = start();
  const postmaster = await vi.waitFor(async () => {
    const found = await readPostmaster(join(dataDir, 'database', 'cluster'));
    if (!found) throw new Error('No database yet.');
    return found;
  }, waitShortly);
  process.kill(postmaster.pid, 'SIGINT');
  const cluster = await starting;
  expect(await ask(cluster, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await readPostmaster(join(dataDir, 'database', 'cluster')))?.pid).not.toBe(postmaster.pid);
});

test('a start while the database is being stopped waits for it and then goes on', async () => {
  const first = await start();
  await ask(first, 'create table kept (name text); insert into kept values ($$Rex$$)');
  const stopping = first.stop();
  const second = await start();
  await stopping;
  expect(await ask(second, 'select name from kept')).toEqual([{ name: 'Rex' }]);
});

test('where the file system knows no named pipes the other locks do', async () => {
  await (await start()).stop();
  await mkdir(join(dataDir, 'database', 'in-use'));
  await start();
  await expect(start({ patience: 100 })).rejects.toThrow(/in use/);
});

const canMakePidNamespace =
  spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true'], { stdio: 'ignore' }).status === 0;

test.skipIf(!canMakePidNamespace)(
  'a container (here: a PID namespace, where one can be made) that shares the directory is refused, though it cannot see the processes',
  async () => {
    const cluster = await start();
    const module = fileURLToPath(new URL('./cluster.ts', import.meta.url));
    const script = `
    const { startCluster } = await import(${JSON.stringify(module)});
    const refusal = await startCluster({ dataDir: ${JSON.stringify(dataDir)}, patience: 100, log: { info() {}, error() {} } }).catch((error) => error);
    console.log(refusal.message ?? 'started');
    await refusal.stop?.();`;
    const words = ['--pid', '--fork', '--mount-proc', process.execPath, '--input-type=module', '--eval', script];
    expect(execFileSync('unshare', words, { encoding: 'utf8' })).toMatch(/is in use by another running server/);
    expect(await ask(cluster, 'select 1 as one')).toEqual([{ one: 1 }]);
  },
);

test('a pid file left by a crash does not mislead when another process bears the number', async () => {
  await (await start()).stop();
  const pidFile = join(dataDir, 'database', 'cluster', 'postmaster.pid');
  const other = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 60_000)'], { stdio: 'ignore' });
  await writeFile(pidFile, `${other.pid}\n${join(dataDir, 'database', 'cluster')}\n1700000000\n5432\n\n127.0.0.1\n`);
  onTestFinished(() => void other.kill());
  expect(await ask(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(other.exitCode).toBeNull();
});

test('after PostgreSQL restarted itself the lock is held again', async () => {
  const regained = Promise.withResolvers<string>();
  const cluster = await start({ log: { ...silent, error: regained.resolve } });
  const sql = connect(cluster.url, { max: 1 });
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  // When one process dies by SIGKILL, PostgreSQL ends all of them and recovers, as after the kernel ran out of memory.
  process.kill(row!.pid, 'SIGKILL');
  expect(await regained.promise).toBe('database_connection_regained');
  await sql.end({ timeout: 0 });
  await expect(start({ patience: 100 })).rejects.toThrow(/in use/);
  expect(await ask(cluster, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('what a start left half-made is cleared away, unless it may still be at work', async () => {
  const old = join(dataDir, 'database-00000000-0000-4000-8000-000000000000.partial');
  const recent = join(dataDir, 'database-11111111-1111-4111-8111-111111111111.partial');
  await mkdir(join(old, 'cluster'), { recursive: true });
  await mkdir(recent);
  await utimes(old, new Date(0), new Date(0));
  await startFirst();
  expect(await readdir(dataDir)).toEqual(
    expect.not.arrayContaining(['database-00000000-0000-4000-8000-000000000000.partial']),
  );
  expect((await stat(recent)).isDirectory()).toBe(true);
});

test('a database made by another major version is named', async () => {
  await (await start()).stop();
  await writeFile(join(dataDir, 'database', 'cluster', 'PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(
    /was made by PostgreSQL 17, but this version brings PostgreSQL 18: .* back it up, and restore the backup here/,
  );
});

test('what users typed does not reach the log of PostgreSQL', async () => {
  const cluster = await start();
  await ask(cluster, 'create table users (email text unique)');
  await ask(cluster, 'insert into users values ($$rex@example.com$$)');
  await expect(ask(cluster, 'insert into users values ($$rex@example.com$$)')).rejects.toThrow();
  await expect(ask(cluster, 'select $$rex@example.com$$::uuid')).rejects.toThrow();
  await cluster.stop();
  const log = await readFile(join(dataDir, 'logs', 'postgres.log'), 'utf8');
  expect(log).toContain('database system is ready');
  expect(log).not.toContain('rex@example.com');
});

test.skipIf(!isRoot)(
  'as root without user namespaces an unprivileged user runs it, in place where he can enter',
  async () => {
    await chmod(dataDir, 0o711);
    const cluster = await startFirst({ withoutUserNamespaces: true, sharedHome: join(dataDir, 'shared') });
    const { uid } = await stat(join(dataDir, 'database', 'cluster'));
    expect(uid).toBeGreaterThan(0);
    const { pid } = (await readPostmaster(join(dataDir, 'database', 'cluster')))!;
    expect((await stat(`/proc/${pid}`)).uid).toBe(uid);
    expect(await ask(cluster, 'select 1 as one')).toEqual([{ one: 1 }]);
    await cluster.stop();
    // From now on the owner of its files decides, even where user namespaces are allowed.
    expect(await ask(await startFirst(), 'select 1 as one')).toEqual([{ one: 1 }]);
  },
);

test.skipIf(!isRoot)(
  'as root with closed folders the database moves to the shared place, and is found there by the next start',
  async () => {
    const sharedHome = await makeSharedHome();
    const options = { withoutUserNamespaces: true, sharedHome };
    const pid = await startAbandoned(options);
    expect(await realpath(join(dataDir, 'database'))).toMatch(`${sharedHome}/`);
    expect((await stat(`/proc/${pid}`)).uid).toBeGreaterThan(0);
    const cluster = await startFirst(options);
    await ask(cluster, 'create table kept (name text); insert into kept values ($$Rex$$)');
    await expect(startFirst({ ...options, patience: 100 })).rejects.toThrow(/in use/);
    await cluster.stop();
    expect(await ask(await startFirst(options), 'select name from kept')).toEqual([{ name: 'Rex' }]);
  },
);

test.skipIf(!isRoot)('as root a database whose shared place vanished is named, and not made anew', async () => {
  const sharedHome = await makeSharedHome();
  const options = { withoutUserNamespaces: true, sharedHome };
  await (await startFirst(options)).stop();
  await rm(sharedHome, { recursive: true });
  await expect(startFirst(options)).rejects.toThrow(/points to is missing: restore it from a backup/);
});

test('no word of the command line holds the password', async () => {
  await start();
  const password = (await readFile(join(dataDir, 'database', 'superuser-password'), 'utf8')).trim();
  expect(execFileSync('ps', ['-eww', '-o', 'args='], { encoding: 'utf8' })).not.toContain(password);
});

test.skipIf(!isRoot)(
  'as root, where the programs lie out of reach of the unprivileged user, a copy of them serves',
  async () => {
    const sharedHome = await makeSharedHome();
    const binaries = await findBinaries();
    const copies = await Promise.all([copyBinaries(binaries, sharedHome), copyBinaries(binaries, sharedHome)]);
    for (const copy of copies) expect(canRun(copy, { uid: 65534, gid: 65534 })).toBe(true);
    expect(await readdir(sharedHome)).toHaveLength(1);
  },
);
