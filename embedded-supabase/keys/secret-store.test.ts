import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importJWK, jwtVerify, SignJWT } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadKeys, rotateKeys } from './key-ring.ts';
import { openSecretsFile } from './secret-store.ts';

const now = new Date('2026-11-21T12:00:00.000Z');

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'embedded-keys-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const load = () => loadKeys(openSecretsFile(dataDir), now);
const fileMode = async () => (await stat(join(dataDir, 'secrets.json'))).mode & 0o777;

test('a key is made on the first start, readable only by the owner, and stays the same', async () => {
  const first = await load();
  expect(await load()).toEqual(first);
  expect(await fileMode()).toBe(0o600);
});

test('the made key signs and verifies ES256', async () => {
  const [{ jwk } = expect.unreachable()] = await load();
  const token = await new SignJWT({ role: 'anon' })
    .setProtectedHeader({ alg: 'ES256', kid: jwk.kid })
    .sign(await importJWK(jwk, 'ES256'));
  const { d, ...publicJwk } = jwk;
  expect(d).toBeTypeOf('string');
  const { payload } = await jwtVerify(token, await importJWK(publicJwk, 'ES256'));
  expect(payload.role).toBe('anon');
});

test('rights that are too wide are taken back', async () => {
  await load();
  await chmod(join(dataDir, 'secrets.json'), 0o644);
  await load();
  expect(await fileMode()).toBe(0o600);
});

test('a new key joins the one before, readable only by the owner, and leaves no other file', async () => {
  const [before] = await load();
  const next = await rotateKeys(openSecretsFile(dataDir), now);
  expect(await load()).toEqual([next, { ...before, verifiesUntil: expect.any(Date) }]);
  expect(await fileMode()).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(['secrets.json']);
});

test('a file from before keys could be rotated is read as it is', async () => {
  const [{ jwk } = expect.unreachable()] = await load();
  await writeFile(join(dataDir, 'secrets.json'), JSON.stringify({ signingKeys: [jwk] }));
  expect(await load()).toEqual([{ jwk, signsFrom: new Date(0), verifiesUntil: null }]);
});

test('another secret is readable only by the owner, and stays when the signing keys are rotated', async () => {
  const secrets = openSecretsFile(dataDir);
  await secrets.change('feed', () => ({ key: 'a secret of its own' }));
  const [before] = await load();
  for (const isLeaked of [false, true]) {
    const next = await rotateKeys(secrets, now, { isLeaked });
    expect(await secrets.read('feed')).toEqual({ key: 'a secret of its own' });
    expect(await load()).toContainEqual(next);
  }
  expect(await load()).not.toContainEqual(before);
  expect(await fileMode()).toBe(0o600);

  // The reverse: a change of another secret leaves the keys as they are.
  const keys = await load();
  await secrets.change('feed', () => 'another');
  expect(await load()).toEqual(keys);
});

test('the file of version 0.1 is read, and keeps its keys under their name from the next change on', async () => {
  const [key] = await load();
  const { signing } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  await writeFile(join(dataDir, 'secrets.json'), JSON.stringify({ signingKeys: signing }));
  expect(await load()).toEqual([key]);
  const next = await rotateKeys(openSecretsFile(dataDir), now);
  const { signing: kept, ...others } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  expect(kept).toMatchObject([{ kid: next.jwk.kid }, { kid: key!.jwk.kid }]);
  expect(others).toEqual({});
});

test.each([
  '',
  '{',
  '{}',
  '[]',
  '{"signingKeys":[]}',
  '{"signing":"key"}',
  '{"signingKeys":[{"kty":"oct","k":"c2VjcmV0"}]}',
  '{"signingKeys":[{"kty":"EC","kid":"a","d":"b","x":"c","y":"d","signs_from":"soon"}]}',
])('a damaged file (%j) stops the start and is not overwritten', async (text) => {
  await writeFile(join(dataDir, 'secrets.json'), text);
  await expect(load()).rejects.toThrow(/(secrets file .* is|among the secrets are) damaged: restore/);
  expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe(text);
});
