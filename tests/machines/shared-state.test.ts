/** What several servers must know of each other, and do, only through the database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Machines, startMachines } from '../support/machines.ts';
import { recoveryLinkFor } from '../support/mail-files.ts';
import { tokenIn } from '../support/mailbox.ts';
import { plainPicture } from '../support/pictures.ts';
import { runServerToEnd } from '../support/start-server.ts';
import { addDog, newClient, newEmail, newOwner } from '../support/test-backend.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let machines: Machines;
beforeAll(async () => {
  machines = await startMachines(3);
});
afterAll(() => machines?.stop());

/** Each server by its own address, past the proxy. */
const sites = () => machines.servers.map(({ url }) => ({ url, key: 'wagday' }));

async function publishedKids(url: string): Promise<string[]> {
  const { keys } = (await (await fetch(`${url}/auth/v1/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] };
  return keys.map(({ kid }) => kid);
}

test('three servers that start at once on an empty database migrate it once and sign with one key', async () => {
  const applied = await machines.sql`select name from wagday.migrations`;
  expect(new Set(applied.map(({ name }) => name)).size).toBe(applied.length);
  const keys = await Promise.all(sites().map(({ url }) => publishedKids(url)));
  expect(keys[0]).toHaveLength(1);
  for (const others of keys) expect(others).toEqual(keys[0]);
});

test('each server has a data directory of its own', async () => {
  const { dataDir } = machines.servers[0]!;
  const { code, output } = await runServerToEnd({ dataDir, env: { DATABASE_URL: machines.databaseUrl } });
  expect({ code, output }).toEqual({
    code: 1,
    output: `The data directory ${dataDir} is in use by another running server.\n`,
  });
});

test('what one server has written, each of the others shows and changes', async () => {
  const [one, other, third] = sites();
  const owner = await newOwner(one!);
  const dog = await addDog(owner);
  const elsewhere = newClient(other!);
  expect((await elsewhere.auth.signInWithPassword(owner)).error).toBeNull();
  expect((await elsewhere.from('dogs').select()).data).toEqual([dog]);

  const name = `${owner.id}/1790000000001.png`;
  const { buffer } = await plainPicture('#3a70c0');
  const photo = new File([new Uint8Array(buffer)], 'dog.png', { type: 'image/png' });
  expect((await elsewhere.storage.from('dog-photos').upload(name, photo)).error).toBeNull();
  const seen = await fetch(`${third!.url}/storage/v1/object/public/dog-photos/${name}`);
  expect(Buffer.from(await seen.arrayBuffer())).toEqual(buffer);
});

test('servers that are handed the same refresh token at once make the same child, and it goes on anywhere', async () => {
  const owner = await newOwner(sites()[0]!);
  let token = owner.refreshToken;
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(
      [...sites(), ...sites()].map(async ({ url }) => {
        const response = await fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
          method: 'POST',
          body: JSON.stringify({ refresh_token: token }),
        });
        return { status: response.status, token: ((await response.json()) as { refresh_token: string }).refresh_token };
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.token)).size).toBe(1);
    token = answers[0]?.token ?? '';
  }
});

test('a sign-out on one server, and the end of an account, hold on all at once', async () => {
  const [one, other, third] = sites();
  const owner = await newOwner(one!);
  const statusAt = async ({ url }: { url: string }) =>
    (await fetch(`${url}/rest/v1/dogs`, { headers: { Authorization: `Bearer ${owner.accessToken}` } })).status;
  // So that all have checked the token before.
  for (const site of sites()) expect(await statusAt(site)).toBe(200);
  await newClient(other!).auth.admin.signOut(owner.accessToken, 'global');
  for (const site of sites()) expect(await statusAt(site)).toBe(401);

  const again = newClient(third!);
  const { data } = await again.auth.signInWithPassword(owner);
  const headers = { Authorization: `Bearer ${data.session!.access_token}` };
  expect((await fetch(`${one!.url}/auth/v1/user`, { headers })).status).toBe(200);
  expect((await again.rpc('delete_own_account')).error).toBeNull();
  expect((await fetch(`${one!.url}/auth/v1/user`, { headers })).status).toBe(403);
});

/** The mail may have been written by whichever server was quickest. */
async function mailedToken(email: string): Promise<string> {
  const link = await recoveryLinkFor(
    machines.servers.map(({ dataDir }) => dataDir),
    email,
  );
  return tokenIn(new URL(link));
}

test('a recovery link asked for on one server is spent on any other, once', async () => {
  const [one, ...others] = sites();
  const owner = await newOwner(one!);
  await newClient(one!).auth.resetPasswordForEmail(owner.email);
  const token_hash = await mailedToken(owner.email);
  const attempts = await Promise.all(
    [...others, ...others, one!].map((site) => newClient(site).auth.verifyOtp({ type: 'recovery', token_hash })),
  );
  expect(attempts.filter(({ error }) => error === null)).toHaveLength(1);
  expect(new Set(attempts.flatMap(({ error }) => (error ? [error.code] : [])))).toEqual(new Set(['otp_expired']));
});

test('a second request for recovery is told to wait by whichever server it reaches', async () => {
  const email = newEmail();
  const codes: (string | undefined)[] = [];
  for (const site of sites()) codes.push((await newClient(site).auth.resetPasswordForEmail(email)).error?.code);
  expect(codes).toEqual([undefined, 'over_email_send_rate_limit', 'over_email_send_rate_limit']);
});

test('wrong passwords are counted by all servers together', async () => {
  const { email } = await newOwner(sites()[0]!);
  const codes: (string | undefined)[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const site = sites()[attempt % 3]!;
    codes.push((await newClient(site).auth.signInWithPassword({ email, password: 'wrong one' })).error?.code);
  }
  expect(codes.slice(0, 10)).toEqual(Array(10).fill('invalid_credentials'));
  expect(codes.slice(10)).toEqual(Array(2).fill('over_request_rate_limit'));
});

async function rotateKeys(...options: string[]): Promise<string> {
  const child = spawn(process.execPath, ['scripts/rotate-keys.ts', ...options], {
    cwd: root,
    env: { PATH: process.env.PATH, DATABASE_URL: machines.databaseUrl, WAGDAY_DATA: machines.servers[0]!.dataDir },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output += part;
    });
  }
  await once(child, 'close');
  expect(child.exitCode, output).toBe(0);
  return /^New signing key ([\w-]{43})\.$/m.exec(output)?.[1] ?? '';
}

/** Like a token that another server has signed: a server that does not know its key looks for it. */
async function mention(kid: string, url: string): Promise<void> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = `${part({ alg: 'ES256', kid })}.${part({ iss: 'wagday' })}.${'A'.repeat(86)}`;
  const response = await fetch(`${url}/rest/v1/dogs`, { headers: { Authorization: `Bearer ${token}` } });
  expect(response.status).toBe(401);
}

test('the command makes a new key that running servers publish before it signs, and nobody is signed out', async () => {
  const owner = await newOwner(sites()[0]!);
  const [before = ''] = await publishedKids(sites()[0]!.url);
  const kid = await rotateKeys();
  for (const { url } of sites()) {
    await mention(kid, url);
    expect(await publishedKids(url)).toEqual([kid, before]);
  }
  expect((await owner.client.auth.refreshSession()).error).toBeNull();
  for (const site of sites()) {
    const client = newClient(site);
    await client.auth.setSession({ access_token: owner.accessToken, refresh_token: 'none' });
    expect((await client.from('dogs').select()).error).toBeNull();
  }

  const next = await rotateKeys('--leaked');
  for (const { url } of sites()) {
    await mention(next, url);
    expect(await publishedKids(url)).toEqual([next]);
    const headers = { Authorization: `Bearer ${owner.accessToken}` };
    expect((await fetch(`${url}/rest/v1/dogs`, { headers })).status).toBe(401);
  }
  expect((await owner.client.auth.refreshSession()).error).toBeNull();
  expect((await owner.client.from('dogs').select()).error).toBeNull();
});

test('a mail that a server was sending when it was killed is sent by another', async () => {
  // A mail server that takes the connection and then says nothing.
  const connected = Promise.withResolvers<void>();
  const silent = createServer(() => connected.resolve()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const owner = await newOwner(sites()[0]!);
  for (const place of machines.servers.keys()) await machines.kill(place);
  const lonely = await machines.restart(0, {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    PUBLIC_URL: 'https://wagday.example',
  });
  expect(
    (await newClient({ url: lonely.url, key: 'wagday' }).auth.resetPasswordForEmail(owner.email)).error,
  ).toBeNull();
  await connected.promise;
  await machines.kill(0);
  silent.close();

  // Its two minutes are over.
  await machines.sql`update wagday.jobs set due_at = now() where kind = 'mail recovery'`;
  const other = await machines.restart(1);
  const link = await recoveryLinkFor(other.dataDir, owner.email);
  const token_hash = tokenIn(new URL(link));
  const client = newClient({ url: other.url, key: 'wagday' });
  expect((await client.auth.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
  await expect.poll(async () => (await machines.sql`select from wagday.jobs where kind like 'mail %'`).length).toBe(0);
});
