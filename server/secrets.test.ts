import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { importJWK, jwtVerify, SignJWT } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecrets, type Secrets } from './secrets.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wagday-secrets-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('secrets are made on the first start, for the owner alone, and stay the same', async () => {
  const first = await loadSecrets(dataDir);
  const second = await loadSecrets(dataDir);
  expect(second).toEqual(first);
  expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
});

test('the made key signs and verifies ES256', async () => {
  const [jwk] = (await loadSecrets(dataDir)).signingKeys;
  const key = await importJWK(jwk!, 'ES256');
  const token = await new SignJWT({ role: 'anon' }).setProtectedHeader({ alg: 'ES256', kid: jwk!.kid! }).sign(key);
  const { d, ...publicJwk } = jwk!;
  expect(d).toBeTypeOf('string');
  const { payload } = await jwtVerify(token, await importJWK(publicJwk, 'ES256'));
  expect(payload.role).toBe('anon');
});

test('servers that start at once agree on one set and leave no other file', async () => {
  const starts: Promise<Secrets>[] = [];
  for (let server = 0; server < 40; server += 1) {
    starts.push(loadSecrets(dataDir));
    await setImmediate();
  }
  const all = await Promise.all(starts);
  for (const secrets of all) expect(secrets).toEqual(all[0]);
  expect(await readdir(dataDir)).toEqual(['secrets.json']);
});

test('rights that are too wide are taken back', async () => {
  await loadSecrets(dataDir);
  await chmod(join(dataDir, 'secrets.json'), 0o644);
  await loadSecrets(dataDir);
  expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
});

test.each(['', '{', '{}', '{"signingKeys":[]}', '{"signingKeys":[{"kty":"oct","k":"c2VjcmV0"}]}'])(
  'a damaged file (%j) stops the start and is not overwritten',
  async (text) => {
    await writeFile(join(dataDir, 'secrets.json'), text);
    await expect(loadSecrets(dataDir)).rejects.toThrow(/secrets file .* is damaged/);
    expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe(text);
  },
);
