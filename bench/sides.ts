/** The servers measured side by side: each in a separate process, with the same owners and the same dogs. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@supabase/supabase-js';
import { connect, type Sql } from '../embedded-supabase/database/connect.ts';
import { readPostmaster } from '../embedded-supabase/database/postmaster.ts';
import { startServer, type TestServer } from '../tests/support/start-server.ts';
import { installSupabaseLite } from './supabase-lite/install.ts';
import { startSupabaseLite } from './supabase-lite/start-supabase-lite.ts';

export type Owner = { readonly id: string; readonly email: string; readonly token: string };

export type Side = {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  /** The API key that a client sends. */
  readonly key: string;
  /** Each has 20 dogs. */
  readonly owners: readonly [Owner, ...Owner[]];
  /** Accounts for sign-ins, all with the same password; when omitted, the owners sign in. */
  readonly signInAddresses?: readonly string[];
};

export type Product = Side & { readonly server: TestServer; readonly sql: Sql; readonly databaseUrl: string };

export const password = 'a password for the bench';
/** As many as there are connections, because the server runs at most two requests of one owner at once. */
const ownerCount = 8;
export const dogsEach = 20;

/** Starts the server as `npm start` does, with a new database. */
export async function startProduct(
  cleanups: AsyncDisposableStack,
  env: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const server = await startServer({ ...(await npmStart()), env });
  cleanups.defer(() => server.stop());
  const databaseUrl = await findDatabase(server.dataDir);
  const sql = connect(databaseUrl, { max: 2 });
  cleanups.defer(() => sql.end({ timeout: 5 }));
  const owners = await signUpOwners(server.url, 'wagday');
  return {
    name: 'Wagday',
    url: server.url,
    pid: pidOf(server.process),
    key: 'wagday',
    owners,
    signInAddresses: await addSignInAccounts(sql, owners[0]),
    server,
    sql,
    databaseUrl,
  };
}

/** Adds enough accounts that none reaches its hourly limit of sign-ins. They share one hash, because hashing for each takes long. */
async function addSignInAccounts(sql: Sql, { id }: Owner): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    insert into auth.users (email, encrypted_password, email_confirmed_at)
    select format('sign-in-%s@bench.example', number), encrypted_password, now()
    from auth.users, generate_series(1, 200) as number where id = ${id}
    returning email`;
  return rows.map(({ email }) => email);
}

/** Reads the command of `npm start`. */
export async function npmStart() {
  const { scripts } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  const words: string[] = scripts.start.split(' ');
  const nodeArguments = words
    .slice(words.indexOf('node') + 1, -1)
    .map((word) => (word.startsWith('-') ? word : fileURLToPath(new URL(`../${word}`, import.meta.url))));
  return { script: 'scripts/start.ts', nodeArguments } as const;
}

async function findDatabase(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'database');
  const password = (await readFile(join(folder, 'superuser-password'), 'utf8')).trim();
  const postmaster = await readPostmaster(join(folder, 'cluster'));
  if (!postmaster?.port) throw new Error('The database of the product cannot be found.');
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${postmaster.port}/postgres`;
}

/** Starts the bare handler with the product's database and tokens: with transactions of postgres.js, or with ones sent by hand. */
export async function startBareHandler(
  cleanups: AsyncDisposableStack,
  product: Product,
  way: 'begin' | 'by-hand',
): Promise<Side> {
  const child = fork(fileURLToPath(new URL('./peers/bare-handler.ts', import.meta.url)), [way], {
    execArgv: [],
    env: {
      ...process.env,
      DATABASE_URL: product.databaseUrl,
      JWKS_URL: `${product.url}/auth/v1/.well-known/jwks.json`,
    },
  });
  cleanups.defer(() => end(child));
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  const name = way === 'begin' ? 'bare handler' : 'bare handler, by hand';
  return { name, url, pid: pidOf(child), key: '', owners: product.owners };
}

/** Starts the peer. Returns null, after a message, when its packages cannot be installed. */
export async function startPeer(cleanups: AsyncDisposableStack): Promise<Side | null> {
  if (!(await installSupabaseLite())) {
    console.log('Supabase Lite could not be installed (npm says why above): it is left out.');
    return null;
  }
  const lite = await startSupabaseLite();
  cleanups.defer(() => lite.stop());
  const owners = await signUpOwners(lite.url, lite.key);
  return { name: 'Supabase Lite', url: lite.url, pid: lite.pid, key: lite.key, owners };
}

async function signUpOwners(url: string, key: string): Promise<[Owner, ...Owner[]]> {
  const owners: Owner[] = [];
  for (let index = 0; index < ownerCount; index += 1) {
    const owner = await signUp(url, key, `owner-${index}@bench.example`);
    await insertDogs(url, key, owner, dogsEach);
    owners.push(owner);
  }
  const [first, ...rest] = owners;
  if (!first) throw new Error('no owner');
  return [first, ...rest];
}

export async function signUp(url: string, key: string, email: string): Promise<Owner> {
  const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  const { data, error } = await client.auth.signUp({ email, password });
  if (error || !data.session) throw error ?? new Error('the sign-up gave no session');
  return { id: data.session.user.id, email, token: data.session.access_token };
}

/** Deletes the dogs that a part has added for an owner. */
export async function keepFirstDogs(sql: Sql, { id }: Owner): Promise<void> {
  await sql`
    delete from public.dogs
    where id in (select id from public.dogs where user_id = ${id} order by created_at offset ${dogsEach}::int)`;
}

/** Returns the values of every dog in the bench. */
export function dogOf(owner: Owner, name: string) {
  return {
    user_id: owner.id,
    name,
    size: 'medium',
    birth_date: '2020-02-29',
    photo_url: `/storage/v1/object/public/dog-photos/${owner.id}/1763700000000.webp`,
    breed: 'English Springer Spaniel',
    notes: 'Afraid of balloons, fond of liver cake. No candles on the floor.',
  };
}

async function insertDogs(url: string, key: string, owner: Owner, count: number): Promise<void> {
  const dogs = Array.from({ length: count }, (_, index) => dogOf(owner, `Dog ${index + 1}`));
  const answer = await fetch(`${url}/rest/v1/dogs`, {
    method: 'POST',
    headers: { ...headersOf(owner, key), 'Content-Type': 'application/json' },
    body: JSON.stringify(dogs),
  });
  if (answer.status !== 201) throw new Error(`the dogs could not be added: ${await answer.text()}`);
}

export function headersOf(owner: Owner, key: string): Record<string, string> {
  return { apikey: key, Authorization: `Bearer ${owner.token}`, 'Accept-Profile': 'public' };
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('a process did not start');
  return child.pid;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}
