import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statfsSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isPostmasterOf, readPostmaster } from '../../server/database/postmaster.ts';
import { layDatabase } from './prepared-database.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A loaded machine may need long; a failing start ends the wait by ending the process. */
const READY_LIMIT_MS = 120_000;

export type StartServerOptions = {
  readonly env?: Readonly<Record<string, string>>;
  /** Relative to the project; `scripts/start.ts` also builds the pages when needed. */
  readonly script?: 'server/main.ts' | 'scripts/start.ts';
  /** What stands between Node and the script, such as its own options. */
  readonly nodeArguments?: readonly string[];
  /** An existing data directory to go on with; it is then left in place by `stop`. */
  readonly dataDir?: string;
};

export type TestServer = {
  readonly url: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Sends the signal and waits for the end. After SIGKILL the database goes on, as after a crash. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Stops the server and its database, and removes the data directory unless it was given. */
  stop(): Promise<void>;
  /** Everything written to stdout and stderr so far. */
  output(): string;
};

/** Starts a real server process on a free port with a database of its own. */
export async function startServer(options: StartServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await makeDataDir());
  if (!options.dataDir) await layDatabase(dataDir);
  const { child, output } = spawnServer({ ...options, dataDir });
  const removeData = async () => {
    await endAbandonedDatabase(dataDir);
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const url = await readAddress(child, output);
    return {
      url,
      dataDir,
      process: child,
      output,
      kill: (signal) => end(child, signal),
      stop: async () => {
        await end(child, 'SIGTERM');
        await removeData();
      },
    };
  } catch (error) {
    await end(child, 'SIGTERM');
    await removeData();
    throw error;
  }
}

/**
 * Where data directories are made: in memory where there is plenty of room, because databases are copied and written down
 * there in a fraction of the time. What a killed process has written stays there as it does on a disk.
 */
const temporary = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 4 * 1024 ** 3;
  } catch {
    return false;
  }
}

/** A new data directory. Open for passing through, as the server makes its own: the database may run as another user. */
export async function makeDataDir(): Promise<string> {
  const dataDir = await realpath(await mkdtemp(join(temporary, 'wagday-test-')));
  await chmod(dataDir, 0o711);
  return dataDir;
}

/** Starts a server that is expected to end by itself, or by what `meddle` does to it, and answers how. */
export async function startRefusedServer(
  options: StartServerOptions & { readonly dataDir: string },
  meddle: (child: ChildProcess) => void = () => undefined,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const { child, output } = spawnServer(options);
  meddle(child);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return { code: child.exitCode, output: output() };
}

function spawnServer({
  dataDir,
  env,
  script = 'server/main.ts',
  nodeArguments = [],
}: StartServerOptions & { readonly dataDir: string }) {
  const child = spawn(process.execPath, [...nodeArguments, join(ROOT, script)], {
    cwd: ROOT,
    // A process group of its own, so that a test can press Ctrl-C: that reaches every process of the group.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...withoutConfiguration(process.env),
      // As `npm start` has it: types are stripped and code is compiled once, not at every start.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/wagday/compiled'),
      PORT: '0',
      WAGDAY_DATA: dataDir,
      // Every test comes from one address.
      WAGDAY_CLIENT_LIMITS: '1000',
      ...env,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  return { child, output: () => text };
}

/** What the developer's own shell sets for Wagday must not reach the server under test. */
export function withoutConfiguration(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own =
    /^(PORT|HOST|PUBLIC_URL|DATABASE_URL|SMTP_URL|MAIL_FROM|SECURITY_CONTACT|TRUST_PROXY|NODE_OPTIONS|NODE_ENV|VITEST.*|LOG_LEVEL|WAGDAY_.*|S3_.*|PG.*)$/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)));
}

async function readAddress(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = AbortSignal.timeout(READY_LIMIT_MS);
  for (;;) {
    const address = output().match(/^Wagday is ready: (http:\S+)$/m)?.[1];
    if (address) return address;
    if (child.exitCode !== null || child.signalCode !== null || deadline.aborted) {
      throw new Error(`The server did not start:\n${output()}`);
    }
    await Promise.race([
      child.stdout && once(child.stdout, 'data', { signal: deadline }).catch(() => undefined),
      once(child, 'close', { signal: deadline }).catch(() => undefined),
    ]);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
}

/** After SIGKILL the database of the killed server still runs; a test must leave nothing behind. */
async function endAbandonedDatabase(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'database', 'cluster');
  const postmaster = await readPostmaster(cluster);
  if (!postmaster || !(await isPostmasterOf(cluster, postmaster.pid))) return;
  process.kill(postmaster.pid, 'SIGINT');
  while (await isPostmasterOf(cluster, postmaster.pid)) await sleep(20);
}
