import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startCluster } from '../../embedded-supabase/database/cluster.ts';

const CLI = fileURLToPath(new URL('./node_modules/@supabase/lite/dist/cli/index.js', import.meta.url));
const PRELOAD = new URL('./take-unnamed-file.ts', import.meta.url).href;
const MIGRATIONS = fileURLToPath(new URL('../../supabase/migrations', import.meta.url));
const READY_LIMIT_MS = 120_000;

type SupabaseLite = {
  readonly url: string;
  readonly key: string;
  /** The id of the process that answers. */
  readonly pid: number;
  stop(): Promise<void>;
};

/** Starts Supabase Lite with the product's migrations and a new PostgreSQL, on a free port, in a temporary folder. */
export async function startSupabaseLite(): Promise<SupabaseLite> {
  await using cleanups = new AsyncDisposableStack();
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'wagday-conformance-')));
  cleanups.defer(() => rm(folder, { recursive: true, force: true }));
  // The database may run as another user, which must pass through.
  await chmod(folder, 0o711);
  const cluster = await startCluster({ dataDir: folder, log: { info: () => undefined, error: console.error } });
  cleanups.defer(() => cluster.stop());

  const project = join(folder, 'project');
  await mkdir(join(project, 'supabase'), { recursive: true });
  await cp(MIGRATIONS, join(project, 'supabase', 'migrations'), { recursive: true });
  const port = await freePort();
  const key = `sb_publishable_${randomBytes(16).toString('hex')}`;
  await writeFile(join(project, 'supabase', 'config.toml'), configOf({ port, key, databaseUrl: cluster.url }), {
    mode: 0o600,
  });

  const migration = runLite(project, ['migration', 'up']);
  const [code] = await once(migration.child, 'close');
  if (code !== 0) throw new Error(`The migrations could not be applied:\n${migration.output()}`);

  const server = runLite(project, ['start', '--no-admin']);
  cleanups.defer(() => end(server.child));
  const url = `http://127.0.0.1:${port}`;
  await untilReady(`${url}/auth/v1/health`, server);

  const keep = cleanups.move();
  return { url, key, pid: server.child.pid ?? 0, stop: () => keep.disposeAsync() };
}

function configOf({ port, key, databaseUrl }: { port: number; key: string; databaseUrl: string }): string {
  return `
[api]
port = ${port}
[db]
driver = "postgres"
url = ${JSON.stringify(databaseUrl)}
[auth]
enabled = true
site_url = "http://localhost:8080"
jwt_secret = "${randomBytes(32).toString('hex')}"
jwt_expiry = 3600
enable_signup = true
minimum_password_length = 6
publishable_key = "${key}"
[auth.email]
enable_confirmations = false
[storage]
enabled = true
file_size_limit = "50MiB"
`;
}

type LiteProcess = { readonly child: ChildProcess; output(): string };

function runLite(project: string, args: string[]): LiteProcess {
  const child = spawn(process.execPath, ['--import', PRELOAD, CLI, ...args], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, EXPERIMENTAL_STORAGE: '1', LITE_TELEMETRY: '0', DO_NOT_TRACK: '1' },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  return { child, output: () => text };
}

async function untilReady(address: string, { child, output }: LiteProcess): Promise<void> {
  const deadline = Date.now() + READY_LIMIT_MS;
  for (;;) {
    const answer = await fetch(address).catch(() => null);
    await answer?.body?.cancel();
    if (answer) return;
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      throw new Error(`Supabase Lite did not start:\n${output()}`);
    }
    await sleep(50);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  const hurry = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await closed;
  clearTimeout(hurry);
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
