import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importJWK, SignJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../embedded-supabase/database/connect.ts';
import { migrate, migrateWithin, readSources } from '../../../embedded-supabase/database/migrate.ts';
import { accessTokenLifetime, loadKeys, publishedAhead, rotateKeys } from '../../../embedded-supabase/keys/key-ring.ts';
import { openSecretsFile, openSecretsTable } from '../../../embedded-supabase/keys/secret-store.ts';
import { migrationSources, productName } from '../../../server/product.ts';
import { newClient, newOwner } from '../../support/owners.ts';
import { runScript } from '../../support/run-script.ts';
import { startForFile } from '../../support/shared-backend.ts';
import { shareCluster } from '../../support/shared-cluster.ts';
import { startTestBackend, type TestBackend } from '../../support/test-backend.ts';

const hour = 60 * 60_000;

const migratedDatabase = shareCluster();
const host = await startForFile({ embedsDatabase: true });

/** Starts a server, and another on its database. */
async function startTwo(): Promise<[TestBackend, TestBackend]> {
  const databaseUrl = await migratedDatabase();
  const servers = [await startTestBackend({ databaseUrl }), await startTestBackend({ databaseUrl })] as const;
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))));
  return [...servers];
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wagday-keys-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Connects to a database until the test ends. */
function connectTo(databaseUrl: string) {
  const sql = connect(databaseUrl, { schema: productName });
  onTestFinished(() => sql.end());
  return sql;
}

function kidOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
}

async function publishedKids(server: TestBackend): Promise<string[]> {
  const { keys } = (await (await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)).json()) as {
    keys: { kid: string }[];
  };
  return keys.map(({ kid }) => kid);
}

async function statusWith(server: TestBackend, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch(`${server.url}/rest/v1/dogs`, { headers })).status;
}

test('servers that start at once on an empty database agree on one key', async () => {
  const sql = connectTo(await migratedDatabase());
  const now = new Date();
  const folders = await Promise.all(Array.from({ length: 8 }, newFolder));
  const stores = await Promise.all(folders.map((folder) => openSecretsTable(sql, folder)));
  const seen = await Promise.all(stores.map((store) => loadKeys(store, now)));
  expect(seen[0]).toHaveLength(1);
  for (const keys of seen) expect(keys).toEqual(seen[0]);
});

test('a rotation under traffic signs nobody out, and the old key ends with its last token', async () => {
  const [one, other] = await startTwo();
  const servers = [one, other];
  const advance = (milliseconds: number) => {
    for (const server of servers) server.advance(milliseconds);
  };
  const owner = await newOwner(one);
  const [oldKey] = await publishedKids(one);
  const next = await rotateKeys(one.secretStore, new Date());

  // One server reads of it in time, the other learns of it only from a token.
  await one.keys.reread();
  expect(await publishedKids(one)).toEqual([next.jwk.kid, oldKey]);
  const { data: early } = await owner.client.auth.refreshSession();
  expect(kidOf(early.session!.access_token)).toBe(oldKey);

  advance(publishedAhead + 1000);
  const tokens = [owner.accessToken, early.session!.access_token];
  for (let count = 0; count < 3; count += 1) {
    const { data, error } = await owner.client.auth.refreshSession();
    expect(error).toBeNull();
    expect(kidOf(data.session!.access_token)).toBe(next.jwk.kid);
    tokens.push(data.session!.access_token);
  }
  for (const token of tokens) {
    for (const server of servers) expect(await statusWith(server, token)).toBe(200);
  }
  expect(await publishedKids(other)).toEqual([next.jwk.kid, oldKey]);

  const last = kidOf(tokens.at(-1)!);
  advance(accessTokenLifetime * 1000 + 6 * 60_000);
  for (const server of servers) expect(await publishedKids(server)).toEqual([last]);
  expect((await owner.client.auth.refreshSession()).error).toBeNull();
  expect((await newClient(other).auth.signInWithPassword(owner)).error).toBeNull();
});

test('a token of a dropped key is refused, also where it was known, and the key is forgotten', async () => {
  const [one, other] = await startTwo();
  const servers = [one, other];
  const owner = await newOwner(one);
  for (const server of servers) expect(await statusWith(server, owner.accessToken)).toBe(200);
  const [old] = await loadKeys(one.secretStore, new Date());
  const claims = JSON.parse(Buffer.from(owner.accessToken.split('.')[1] ?? '', 'base64url').toString());
  // As somebody could who has the key and need not keep to its times.
  const forged = await new SignJWT({ ...claims, exp: claims.exp + 24 * 3600 })
    .setProtectedHeader({ alg: 'ES256', kid: old!.jwk.kid })
    .sign(await importJWK(old!.jwk, 'ES256'));
  for (const server of servers) expect(await statusWith(server, forged)).toBe(200);

  await rotateKeys(one.secretStore, new Date());
  await Promise.all(servers.map(({ keys }) => keys.reread()));
  for (const server of servers) server.advance(publishedAhead + accessTokenLifetime * 1000 + hour);
  for (const server of servers) expect(await statusWith(server, forged)).toBe(401);

  await one.keys.reread();
  const [row] = await one.sql<{ value: string }[]>`select value::text from wagday.secrets where name = 'signing'`;
  expect(row!.value).not.toContain(old!.jwk.kid);
});

test('a leaked key is dropped at once, with every token, and no session', async () => {
  const [one, other] = await startTwo();
  const servers = [one, other];
  const owner = await newOwner(one);
  for (const server of servers) expect(await statusWith(server, owner.accessToken)).toBe(200);
  await rotateKeys(one.secretStore, new Date(), { isLeaked: true });
  await one.keys.reread();
  const { data, error } = await owner.client.auth.refreshSession();
  expect(error).toBeNull();
  // The other server learns of the new key by its first token, and with it of the end of the old one.
  for (const server of [other, one]) {
    expect(await statusWith(server, data.session!.access_token)).toBe(200);
    expect(await statusWith(server, owner.accessToken)).toBe(401);
  }
});

test('a server that comes with its own secrets brings in what the others lack, once, and nobody is signed out', async () => {
  const sql = connectTo(await migratedDatabase());
  const dataDir = await newFolder();
  const now = new Date();
  const own = openSecretsFile(dataDir);
  const keys = await loadKeys(own, now);
  await own.change('calendar', () => 'a secret of its own');
  const shared = await openSecretsTable(sql, dataDir);
  expect(await loadKeys(shared, now)).toEqual(keys);
  expect(await shared.read('calendar')).toBe('a secret of its own');

  // Once dropped, it is not imported again.
  const next = await rotateKeys(shared, now, { isLeaked: true });
  expect(await loadKeys(await openSecretsTable(sql, dataDir), now)).toEqual([next]);
  expect(await shared.read('calendar')).toBe('a secret of its own');
});

test('the signing keys of version 0.1 go on where servers share a database', async () => {
  await host.sql`create database empty`;
  const sql = connectTo(new URL('/empty', host.databaseUrl).href);
  const empty = await newFolder();
  const isEarlier = ({ name }: { name: string }) => name < 'platform/0017';
  const files = (await readSources(migrationSources)).filter(isEarlier);
  await sql.begin((transaction) => migrateWithin(transaction, files));
  const [key] = await loadKeys(openSecretsFile(empty), new Date('2026-11-21T12:00:00.000Z'));
  await sql`
    insert into wagday.signing_keys (kid, private_jwk, signs_from, verifies_until) values
      (${key!.jwk.kid}, ${JSON.stringify(key!.jwk)}::text::jsonb, ${key!.signsFrom.toISOString()}, null),
      ('dropped', null, now(), now())`;
  await migrate(sql, migrationSources);
  await rm(join(empty, 'secrets.json'));
  expect(await loadKeys(await openSecretsTable(sql, empty), new Date())).toEqual([key]);
});

test('with a database of its own a server takes the new key from its data directory', async () => {
  const owner = await newOwner(host);
  const before = await publishedKids(host);
  const { code, output } = await runScript('rotate-keys', [], { WAGDAY_DATA: host.dataDir });
  expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^New signing key [\w-]{43}\.\n/) });
  await host.keys.reread();
  const after = await publishedKids(host);
  expect(after).toEqual([/key ([\w-]{43})/.exec(output)?.[1], ...before]);
  expect(await statusWith(host, owner.accessToken)).toBe(200);
  expect((await owner.client.auth.refreshSession()).error).toBeNull();
});

test('the command does not make keys where none are', async () => {
  const empty = await newFolder();
  const { code, output } = await runScript('rotate-keys', [], { WAGDAY_DATA: empty });
  expect(code).toBe(1);
  expect(output).toBe(
    `There are no keys in ${empty} yet: start Wagday first, or say where they are with WAGDAY_DATA.\n`,
  );
  expect(await readdir(empty)).toEqual([]);
});

test('names of keys that nobody has made do not keep the database busy', async () => {
  const [server] = await startTwo();
  const owner = await newOwner(server);
  const [, payload, signature] = owner.accessToken.split('.');
  const forge = (kid: string) =>
    `${Buffer.from(JSON.stringify({ alg: 'ES256', kid })).toString('base64url')}.${payload}.${signature}`;
  let readings = 0;
  const { read } = server.secretStore;
  const counted = (name: string) => {
    readings += 1;
    return read(name);
  };
  Object.assign(server.secretStore, { read: counted });
  const kids = Array.from({ length: 50 }, (_, count) => String(count).padStart(43, 'A'));
  const statuses = await Promise.all(kids.map((kid) => statusWith(server, forge(kid))));
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect(readings).toBeLessThan(5);
  readings = 0;
  expect(await statusWith(server, forge('none-of-ours'))).toBe(401);
  expect(readings).toBe(0);
});
