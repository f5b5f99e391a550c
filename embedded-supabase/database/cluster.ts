import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { mkdir, readFile, realpath, rename } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartUpError } from '../errors.ts';
import type { Log } from '../log.ts';
import { type LockHolder, tryClusterLock } from './advisory-locks.ts';
import { claimPresence, type Presence, removePresence } from './data-directory.ts';
import {
  type DatabaseHome,
  type DatabaseHomeOptions,
  findDatabaseHome,
  initialise,
  SUPERUSER,
} from './database-home.ts';
import { disownPidFile, isPostmasterOf, readPostmaster } from './postmaster.ts';

export type Cluster = {
  /** The superuser's address, for this process only. */
  readonly url: string;
  /** Settles with a sentence when the database is gone for good, or another server has it; the process should then end. */
  readonly lost: Promise<string>;
  /** Ends PostgreSQL. Safe to call twice. */
  stop(): Promise<void>;
};

export type ClusterOptions = DatabaseHomeOptions & {
  /** The real path of an existing, writable directory. */
  readonly dataDir: string;
  readonly log: Log;
  readonly progress?: (line: string) => void;
  /** For tests: milliseconds to wait for a database that another server has. */
  readonly patience?: number;
};

/** Milliseconds that a start may take: recovery after a crash replays few WAL files, but disks can be slow. */
const START_LIMIT_MS = 5 * 60 * 1000;
/** Milliseconds to wait for the lock: a server that was just killed may hold it until PostgreSQL notices the broken connections. */
const LOCK_PATIENCE_MS = 2000;
/** Milliseconds to wait for the pipe: a server in another container may be ending, one in this may be about to show its database. */
const PRESENCE_PATIENCE_MS = 10 * 1000;
const STOP_LIMIT_MS = 60 * 1000;
const POLL_MS = 20;
const LARGEST_LOG_BYTES = 5 * 1024 * 1024;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_wal_size: '256MB',
  max_logical_replication_workers: '0',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and error details hold what users typed, which must not reach a log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
} as const;

/**
 * Starts the database of a data directory, and creates it on the first start. A database that a killed server left running is
 * stopped first: it has the settings, the port and no parent of another start, and each later step would have to work for both. A backup
 * that runs beside it ends with it. At most one server has a data directory at a time.
 * @throws {StartUpError}
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const progress = options.progress ?? (() => undefined);
  const home = await findDatabaseHome(options.dataDir, options);
  if (!existsSync(home.path)) {
    progress('Preparing the database for the first time …');
    await initialise(home);
  }
  const root = await realpath(home.path);
  const cluster = join(root, 'cluster');
  await requireVersion(cluster, home);
  const password = await readPassword(root);
  const logFile = await openLog(options.dataDir);
  const context: Context = { ...options, home, root, cluster, password, logFile };

  const begin = Date.now();
  let isWaitAnnounced = false;
  for (;;) {
    const outcome = await tryToStart(context);
    if (typeof outcome !== 'string') return outcome;
    const waited = Date.now() - begin;
    if (outcome === 'in use' || (outcome === 'occupied' && waited > (options.patience ?? PRESENCE_PATIENCE_MS))) {
      throw new StartUpError(`The data directory ${options.dataDir} is in use by another running server.`);
    }
    if (waited > START_LIMIT_MS) {
      throw new StartUpError(
        `The database did not become ready within ${START_LIMIT_MS / 60_000} minutes; see ${logFile}.`,
      );
    }
    if (!isWaitAnnounced) progress('Waiting for the database …');
    isWaitAnnounced = true;
    await sleep(100);
  }
}

/** Returns the address of a running database, for a command beside the server; null when none runs. Takes no lock. */
export async function urlOfRunningCluster(dataDir: string): Promise<string | null> {
  const root = await realpath(join(dataDir, 'database')).catch(() => null);
  if (root === null) return null;
  const cluster = join(root, 'cluster');
  const running = await readPostmaster(cluster);
  if (!running?.port || running.status !== 'ready' || !(await isPostmasterOf(cluster, running.pid))) return null;
  return urlOf(running.port, await readPassword(root));
}

function urlOf(port: number, password: string): string {
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}

type Context = ClusterOptions & {
  readonly home: DatabaseHome;
  /** The real path of `home`, which may be a link. */
  readonly root: string;
  readonly cluster: string;
  readonly password: string;
  readonly logFile: string;
};

/** Why an attempt failed: a server holds the lock, another container holds the directory, or another attempt may succeed. */
type Obstacle = 'in use' | 'occupied' | 'again';

async function tryToStart(context: Context): Promise<Cluster | Obstacle> {
  const { root, cluster } = context;
  const running = await readPostmaster(cluster);
  if (running && (await isPostmasterOf(cluster, running.pid))) {
    return running.port === null ? 'again' : stopOrphan(context, running.pid, running.port);
  }
  const presence = await claimPresence(root);
  if (presence === 'occupied') return 'occupied';
  try {
    if (running) await disownPidFile(cluster);
    const started = await startPostmaster(context, presence);
    return typeof started === 'string' ? started : await lockCluster(context, started.pid, started.port);
  } finally {
    // By now PostgreSQL itself holds the pipe open, for exactly as long as it lives.
    presence?.close();
  }
}

/** Stops a database whose lock is free, because its server is gone. The next attempt starts it with this server's settings. */
async function stopOrphan(context: Context, pid: number, port: number): Promise<Obstacle> {
  const lock = await askForLock(context, port, () => undefined);
  if (typeof lock === 'string') return lock;
  context.log.info('orphaned_database_stopped', { pid });
  await endPostmaster(context.cluster, pid);
  await lock.release();
  return 'again';
}

async function startPostmaster(context: Context, presence: Presence | null) {
  const { home, cluster, logFile } = context;
  const port = await freePort();
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = '', ...args] = [
    ...home.wrapper,
    home.binaries.postgres,
    '-D',
    cluster,
    '-p',
    String(port),
    ...settings,
  ];

  const logStart = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  const output = openSync(logFile, 'a', 0o600);
  // Detached: Ctrl-C reaches the whole process group, but only the server may stop the database, after its requests have ended.
  const child = spawn(command, args, {
    ...home.account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output, presence?.descriptor ?? 'ignore'],
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH },
  });
  closeSync(output);
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = error;
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null && failure === null;

  const deadline = Date.now() + START_LIMIT_MS;
  while (isRunning() && Date.now() < deadline) {
    const state = await readPostmaster(cluster);
    if (state && state.pid === child.pid && state.status === 'ready') return { pid: state.pid, port };
    await sleep(POLL_MS);
  }
  if (isRunning()) {
    await endPostmaster(cluster, child.pid ?? 0);
    throw new StartUpError(`The database did not become ready in time; see ${logFile}.`);
  }
  const logged = await readFile(logFile).catch(() => Buffer.alloc(0));
  return explainFailedStart(context, failure, logged.toString('utf8', logStart));
}

function explainFailedStart({ cluster, logFile }: Context, failure: Error | null, output: string): Obstacle {
  if (/could not (bind|create any TCP)|Address already in use/i.test(output)) return 'again';
  // Another start was quicker. The next attempt finds its database and tries to take the lock.
  if (/lock file "postmaster\.pid" (already exists|is empty)/.test(output)) return 'again';
  // Another start stopped this database as an orphan, before it was locked. Only one of the two goes on.
  if (/received (smart|fast|immediate) shutdown request/.test(output)) return 'again';
  // The last children of a killed database are still ending.
  if (/pre-existing shared memory block/.test(output)) return 'again';
  const reason = failure?.message ?? output.match(/(?:FATAL|PANIC):\s+(.*)/)?.[1] ?? 'it ended at once';
  throw new StartUpError(`The database in ${cluster} could not be started: ${reason} (see ${logFile}).`);
}

async function askForLock(context: Context, port: number, onLost: () => void): Promise<LockHolder | Obstacle> {
  const deadline = Date.now() + (context.patience ?? LOCK_PATIENCE_MS);
  for (;;) {
    const result = await tryClusterLock(urlOf(port, context.password), onLost).catch((error: Error) => {
      throw new StartUpError(
        `The running database in ${context.cluster} does not let the server in: ${error.message}.`,
      );
    });
    if (result !== 'in use' || Date.now() > deadline) return result;
    await sleep(POLL_MS * 5);
  }
}

/** Takes the lock of a database that was just started, and watches over it. */
async function lockCluster(context: Context, pid: number, port: number): Promise<Cluster | Obstacle> {
  const { cluster, log } = context;
  const { promise: lost, resolve: reportLost } = Promise.withResolvers<string>();
  let isOurs = true;
  let stopping: Promise<void> | null = null;

  /**
   * Takes the lock again after its connection broke. PostgreSQL drops all connections when it restarts itself because one of its
   * processes died, and is back within moments. If another server has got the lock meanwhile, the database is that server's, and
   * this process must end without touching it.
   */
  const reacquireLock = async () => {
    const deadline = Date.now() + START_LIMIT_MS;
    while (stopping === null && Date.now() < deadline && (await isPostmasterOf(cluster, pid))) {
      const result = await askForLock(context, port, () => void reacquireLock()).catch(() => 'again' as const);
      if (typeof result !== 'string') {
        holder = result;
        log.error('database_connection_regained');
        return;
      }
      if (result === 'in use') {
        isOurs = false;
        reportLost('Another server has taken over the data directory.');
        return;
      }
      await sleep(100);
    }
    if (stopping === null) reportLost(`The database stopped unexpectedly; see ${context.logFile}.`);
  };

  const first = await askForLock(context, port, () => void reacquireLock());
  if (typeof first === 'string') return first;
  let holder: LockHolder = first;

  return {
    url: urlOf(port, context.password),
    lost,
    stop: () => {
      stopping ??= (async () => {
        // The lock goes last: a server that starts meanwhile must wait until the database has ended.
        if (isOurs) {
          await endPostmaster(cluster, pid);
          await removePresence(context.root);
        }
        await holder.release();
      })();
      return stopping;
    },
  };
}

/** Shuts down fast: rolls back open transactions and writes everything to disk. Shuts down immediately when that takes too long. */
async function endPostmaster(cluster: string, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!(await isPostmasterOf(cluster, pid))) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = Date.now() + STOP_LIMIT_MS;
    while (Date.now() < deadline) {
      if (!(await isPostmasterOf(cluster, pid))) return;
      await sleep(POLL_MS);
    }
  }
}

async function requireVersion(cluster: string, { binaries }: DatabaseHome): Promise<void> {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => null))?.trim();
  if (version === undefined) {
    throw new StartUpError(`The database in ${cluster} is damaged (PG_VERSION is missing): restore it from a backup.`);
  }
  if (version !== binaries.major) {
    throw new StartUpError(
      `The database in ${cluster} was made by PostgreSQL ${version}, but this version brings PostgreSQL ${binaries.major}: start the version that made it, back it up, and restore the backup here. Everybody stays signed in.`,
    );
  }
}

async function readPassword(root: string): Promise<string> {
  const file = join(root, 'superuser-password');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartUpError(`The database's password file ${file} cannot be read: restore it from a backup.`);
  });
  return text.trim();
}

async function openLog(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'logs');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'postgres.log');
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_LOG_BYTES) await rename(file, `${file}.1`);
  return file;
}

/** Finds a free port. Binding it may still fail, when another process takes it first. */
export async function freePort(): Promise<number> {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
