import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = fileURLToPath(new URL('./node_modules/deno/bin.cjs', import.meta.url));
/** What a function may read of the environment. */
const variables = [
  'SUPABASE_URL',
  'SUPABASE_PUBLISHABLE_KEYS',
  'SUPABASE_SECRET_KEYS',
  'SUPABASE_ANON_KEY',
  'SUPABASE_SERVICE_ROLE_KEY',
  'SITE_URL',
  'VAPID_KEY',
  'VAPID_SUBJECT',
  'UNSUBSCRIBE_KEY',
  'REMINDERS_SECRET',
  'MAIL_API_URL',
  'MAIL_API_KEY',
  'MAIL_FROM',
  'PUSH_SERVICES',
  'NEW_HOST_GUESTS',
];
/** What is written is nobody's: no packages, no remote code, no settings, and only the network of this machine. */
const flags = [
  'run',
  '--no-config',
  '--no-npm',
  '--no-remote',
  '--no-lock',
  '--allow-net=127.0.0.1',
  `--allow-env=${variables}`,
];

export type DenoServer = { readonly url: string; stop(): Promise<void> };

/**
 * Serves a function's entry in Deno, as Supabase's edge runtime does.
 * @param env SUPABASE_URL and what else the function reads
 * @throws when it ends before it listens
 */
export async function serveInDeno(name: string, env: Readonly<Record<string, string>> = {}): Promise<DenoServer> {
  const child = spawn(process.execPath, [program, ...flags, `supabase/functions/${name}/index.ts`], {
    cwd: root,
    env: {
      ...process.env,
      ...env,
      DENO_DIR: `${root}node_modules/.cache/deno`,
      DENO_NO_UPDATE_CHECK: '1',
      DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
      NO_COLOR: '1',
    },
    // A group of its own: the program behind npm's one ends with it.
    detached: true,
  });
  const stop = () => end(child);
  try {
    return { url: await addressOf(child), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  const listening = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk;
      const [, url] = /Listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(output) ?? [];
      if (url) listening.resolve(url);
    });
  }
  child.once('error', listening.reject);
  child.once('exit', () => listening.reject(new Error(`Deno ended before it listened:\n${output}`)));
  return listening.promise;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}
