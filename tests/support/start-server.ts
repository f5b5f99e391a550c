import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statfsSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isPostmasterOf, readPostmaster } from '../../embedded-supabase/database/postmaster.ts';
import { layDatabase } from './prepared-database.ts';
import { signalIfThere } from './signal-if-there.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Long, because the machine may be busy, and the pages may have to be built. A failed start ends the wait earlier. */
const READY_LIMIT_MS = 600_000;

export type StartServerOptions = {
  readonly env?: Readonly<Record<string, string>>;
  /** Relative to the project; `scripts/start.ts` also builds the pages when needed. */
  readonly script?: 'server/main.ts' | 'scripts/start.ts';
  /** Arguments between Node and the script, such as options of Node. */
  readonly nodeArguments?: readonly string[];
  /** A program that starts Node, with its arguments. */
  readonly launcher?: readonly string[];
  /** An existing data directory. `stop` does not delete it. */
  readonly dataDir?: string;
};

export type TestServer = {
  readonly url: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Sends the signal and waits for the end. After SIGKILL the database keeps running, as after a crash. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Stops the server and its database, and deletes the data directory unless the caller gave it. */
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
 * The folder for data directories: in memory where there is plenty of room, because that is faster. As on a disk, what a process
 * has written survives its death.
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

/**
 * Creates a data directory with the mode that the server uses. Other users may traverse it, because the database may run as another user.
 */
export async function makeDataDir(): Promise<string> {
  const dataDir = await realpath(await mkdtemp(join(temporary, 'wagday-test-')));
  await chmod(dataDir, 0o711);
  return dataDir;
}

/** Starts a server that ends by itself or because of `onStart`, and returns how it ended. */
export async function runServerToEnd(
  options: StartServerOptions & { readonly dataDir: string },
  onStart: (child: ChildProcess) => void = () => undefined,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const { child, output } = spawnServer(options);
  onStart(child);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return { code: child.exitCode, output: output() };
}

function spawnServer({
  dataDir,
  env,
  script = 'server/main.ts',
  nodeArguments = [],
  launcher = [],
}: StartServerOptions & { readonly dataDir: string }) {
  const [command = process.execPath, ...words] = [...launcher, process.execPath, ...nodeArguments, join(ROOT, script)];
  const child = spawn(command, words, {
    cwd: ROOT,
    // Uses a separate process group, so that a test can signal all its processes, as Ctrl-C does.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...withoutConfiguration(process.env),
      // Caches compiled code, as `npm start` does, so later starts are faster.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/wagday/compiled'),
      PORT: '0',
      WAGDAY_DATA: dataDir,
      // All tests come from one address.
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

/** Returns the environment without Wagday settings from the developer's shell. */
export function withoutConfiguration(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own =
    /^(PORT|HOST|PUBLIC_URL|DATABASE_URL|SMTP_URL|MAIL_FROM|SECURITY_CONTACT|PUSH_SERVICES|TRUST_PROXY|NODE_OPTIONS|NODE_ENV|VITEST.*|LOG_LEVEL|WAGDAY_.*|S3_.*|PG.*)$/;
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

/** Stops the database of a killed server, which is still running. */
async function endAbandonedDatabase(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'database', 'cluster');
  const postmaster = await readPostmaster(cluster);
  if (!postmaster || !(await isPostmasterOf(cluster, postmaster.pid))) return;
  // A server started on it since may be stopping it too.
  signalIfThere(postmaster.pid, 'SIGINT');
  while (await isPostmasterOf(cluster, postmaster.pid)) await sleep(20);
}
