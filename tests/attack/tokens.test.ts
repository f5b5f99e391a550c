import { createHmac, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { exportSPKI, importJWK, type JWK, type JWTHeaderParameters, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, expect, test } from 'vitest';
import { addDog, newOwner } from '../support/owners.ts';
import { startForFile } from '../support/shared-backend.ts';
import { ask, problemOf } from './raw-requests.ts';
import { belongings, newVictim } from './world.ts';

const backend = await startForFile();
const victim = await newVictim(backend);
const attacker = await newOwner(backend);
await addDog(attacker);
const before = await belongings(victim, backend);
const jwk: JWK = backend.secrets.signingKeys[0]!;
afterEach(async () => expect(await belongings(victim, backend)).toEqual(before));

const places = [
  { method: 'GET', path: '/rest/v1/dogs', refusal: 401 },
  { method: 'POST', path: '/rest/v1/rpc/delete_own_account', refusal: 401, body: '{}' },
  { method: 'GET', path: '/auth/v1/user', refusal: 403 },
  { method: 'PUT', path: '/auth/v1/user', refusal: 403, body: '{"data":{"name":"Taken"}}' },
  { method: 'POST', path: '/auth/v1/logout', refusal: 403 },
  { method: 'POST', path: '/storage/v1/object/list/dog-photos', refusal: 403, body: '{"prefix":""}' },
] as const;

/** Tries the token everywhere; it must open nothing. @param also are further answers to it */
async function expectRefused(token: string, also: readonly number[] = []) {
  for (const { method, path, refusal, ...rest } of places) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const question = { method, path, headers, ...rest };
    const answer = await ask(backend.url, question);
    expect([path, problemOf(question, answer, victim.marks)]).toEqual([path, null]);
    const [is, expected] = [answer.status, expect.toBeOneOf([refusal, ...also])];
    expect([path, token.slice(0, 200), is]).toEqual([path, token.slice(0, 200), expected]);
  }
}

/** The claims of the victim's own token. */
function claims(changes: object = {}): Record<string, unknown> {
  const own = JSON.parse(Buffer.from(victim.accessToken.split('.')[1]!, 'base64url').toString());
  return { ...own, ...changes };
}

const header = (changes: object = {}): JWTHeaderParameters => ({ alg: 'ES256', kid: jwk.kid!, typ: 'JWT', ...changes });
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function signed(payload: Record<string, unknown>, protectedHeader: object = {}): Promise<string> {
  return new SignJWT(payload).setProtectedHeader(header(protectedHeader)).sign(await importJWK(jwk, 'ES256'));
}

test('the tests sign as the server does: an unchanged token is taken', async () => {
  const authorization = `Bearer ${await signed(claims())}`;
  const { status } = await ask(backend.url, { method: 'GET', path: '/auth/v1/user', headers: { authorization } });
  expect(status).toBe(200);
});

test('a token without a signature is refused, however its algorithm is spelled @8.35', async () => {
  const [, body, signature] = victim.accessToken.split('.');
  await expectRefused(new UnsecuredJWT(claims()).encode());
  for (const alg of ['none', 'None', 'NONE', 'nOnE', '', null, undefined, 'ES256 ', 'es256', ['ES256'], 0]) {
    for (const end of ['', signature])
      await expectRefused(`${encode({ alg, typ: 'JWT', kid: jwk.kid })}.${body}.${end}`);
  }
  await expectRefused(`${encode(header())}.${body}.`);
});

test('a token signed with the public key as if it were a shared secret is refused', async () => {
  const { d: _, ...publicJwk } = jwk;
  const key = createPublicKey({ key: publicJwk as Record<string, string>, format: 'jwk' });
  const secrets = [
    await exportSPKI(key as never).catch(() => key.export({ type: 'spki', format: 'pem' }) as string),
    key.export({ type: 'spki', format: 'der' }),
    JSON.stringify(publicJwk),
    Buffer.from(jwk.x!, 'base64url'),
    jwk.kid!,
    'wagday',
    '',
  ];
  for (const secret of secrets) {
    for (const [alg, hash] of [
      ['HS256', 'sha256'],
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
    ] as const) {
      const content = `${encode(header({ alg }))}.${encode(claims())}`;
      await expectRefused(`${content}.${createHmac(hash, secret).update(content).digest('base64url')}`);
    }
  }
});

test('a token signed with another key is refused, also one that brings or points to that key', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = publicKey.export({ format: 'jwk' });
  for (const changes of [
    {},
    { kid: randomUUID() },
    { kid: undefined },
    { kid: '' },
    { kid: '../../../../dev/null' },
    { kid: "' union select 'x" },
    { jwk: own },
    { jwk: { ...own, kid: jwk.kid } },
    { jku: 'https://elsewhere.example/jwks.json' },
    { x5u: 'https://elsewhere.example/cert.pem' },
    { x5c: ['MIIB'] },
    { crit: ['exp'] },
    { crit: ['b64'], b64: false },
    { alg: 'ES256', typ: 'JWE', enc: 'A256GCM' },
  ]) {
    const token = new SignJWT(claims()).setProtectedHeader(header(changes));
    await expectRefused(
      await token.sign(privateKey, { crit: { exp: true } }).catch(() => `${encode(header(changes))}.e30.x`),
    );
  }
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const ed = generateKeyPairSync('ed25519').privateKey;
  await expectRefused(await new SignJWT(claims()).setProtectedHeader(header({ alg: 'RS256' })).sign(rsa));
  await expectRefused(await new SignJWT(claims()).setProtectedHeader(header({ alg: 'PS256' })).sign(rsa));
  await expectRefused(await new SignJWT(claims()).setProtectedHeader(header({ alg: 'EdDSA' })).sign(ed));
});

test('a token changed in a single place is refused', async () => {
  const [head, body, signature] = victim.accessToken.split('.') as [string, string, string];
  const [, , attackersSignature] = attacker.accessToken.split('.');
  await expectRefused(`${head}.${encode(claims({ sub: attacker.id }))}.${signature}`);
  await expectRefused(`${head}.${body}.${attackersSignature}`);
  await expectRefused(`${head}.${body}.${'A'.repeat(86)}`);
  await expectRefused(`${head}.${body}.${Buffer.alloc(64).toString('base64url')}`);
  await expectRefused(`${head}.${body}.${signature}AAAA`);
  await expectRefused(`${head}.${body}.${signature.slice(0, -4)}`);
  await expectRefused(`${encode(header({ kid: jwk.kid, extra: 1 }))}.${body}.${signature}`);
});

test('a token that this server would never have given is refused, though its key is right', async () => {
  const now = Math.floor(Date.now() / 1000);
  const wrong = [
    { aud: 'anon' },
    { aud: ['anon', 'service_role'] },
    { aud: undefined },
    { aud: 'authenticated ' },
    { iss: 'https://elsewhere.example/auth/v1' },
    { iss: undefined },
    { iss: ['wagday'] },
    { iss: 'Wagday' },
    { exp: undefined },
    { exp: now - 1 },
    { exp: 0 },
    { exp: -1 },
    { exp: 'tomorrow' },
    { exp: null },
    { nbf: now + 3600 },
    { nbf: 'x' },
    { iat: undefined },
    { iat: 'yesterday' },
    { role: 'service_role' },
    { role: 'postgres' },
    { role: 'anon' },
    { role: '' },
    { role: ['authenticated'] },
    { role: 'authenticated; reset role' },
    { role: undefined },
    { sub: undefined },
    { session_id: undefined },
  ];
  for (const changes of wrong) await expectRefused(await signed(claims(changes)));
});

test('a token with odd values in the right places opens nothing and breaks nothing', async () => {
  const odd = [
    { sub: randomUUID() },
    { sub: 'not-a-uuid' },
    { sub: "' or 1=1 --" },
    { sub: 'x'.repeat(3000) },
    { sub: '\0' },
    { sub: 7 },
    { sub: null },
    { sub: { $ne: null } },
    { sub: [victim.id] },
    { sub: '' },
    { session_id: randomUUID() },
    { session_id: 'x' },
    { session_id: 7 },
    { session_id: null },
    { session_id: '\ud800' },
    { session_id: { a: 1 } },
    // The session of another owner.
    { sub: attacker.id },
  ];
  for (const changes of odd) await expectRefused(await signed(claims(changes)), [400, 401, 403]);
});

test('what is no token, or far too much of one, is refused', async () => {
  const [head, body, signature] = victim.accessToken.split('.') as [string, string, string];
  for (const token of [
    'eyJ',
    'eyJ.',
    '.',
    '..',
    '...',
    `${head}.${body}`,
    `${head}.${body}.${signature}.`,
    `${head}.${body}.${signature}.x.y`,
    `.${body}.${signature}`,
    `${head}..${signature}`,
    `${encode([])}.${body}.${signature}`,
    `${encode(null)}.${body}.${signature}`,
    `${head}.${encode('text')}.${signature}`,
    `${head}.${encode([])}.${signature}`,
    `eyJ${'A'.repeat(9000)}.${body}.${signature}`,
    `eyJ.${'%'.repeat(50)}.x`,
    `${head}.${Buffer.from('{'.repeat(3000)).toString('base64url')}.${signature}`,
  ]) {
    await expectRefused(token);
  }
});

test('a key is not a token: a caller who sends only that, in any way, is anonymous', async () => {
  const keys = ['wagday', 'sb_publishable_x', 'sb_secret_x', 'service_role', 'anon', 'null', 'undefined', '*'];
  for (const key of keys) {
    for (const headers of [
      { apikey: key },
      { apikey: key, authorization: `Bearer ${key}` },
      { authorization: `Bearer ${key}` },
      { authorization: `Basic ${Buffer.from(`postgres:${key}`).toString('base64')}` },
      { authorization: key },
      { apikey: victim.id, authorization: 'Bearer' },
      { apikey: 'x', authorization: 'Bearer  ' },
    ]) {
      const question = { method: 'GET', path: '/rest/v1/dogs', headers };
      const answer = await ask(backend.url, question);
      expect([problemOf(question, answer, victim.marks), answer.status]).toEqual([null, 401]);
    }
    const path = `/rest/v1/dogs?apikey=${key}&access_token=${victim.accessToken}`;
    expect((await ask(backend.url, { method: 'GET', path })).status).toBe(400);
  }
  // The victim's token counts only as a token, never as a key.
  const headers = { apikey: victim.accessToken };
  expect((await ask(backend.url, { method: 'GET', path: '/rest/v1/dogs', headers })).status).toBe(401);
});

test('two Authorization headers, or two tokens in one, are not mixed up', async () => {
  const both = `Bearer ${attacker.accessToken}, Bearer ${victim.accessToken}`;
  for (const headers of [
    { authorization: both },
    { Authorization: [`Bearer ${attacker.accessToken}`, `Bearer ${victim.accessToken}`] },
    { authorization: `Bearer ${attacker.accessToken} ${victim.accessToken}` },
  ]) {
    const question = { method: 'GET', path: '/rest/v1/dogs', headers };
    const answer = await ask(backend.url, question);
    expect(problemOf(question, answer, victim.marks)).toBeNull();
  }
});

test('the published keys hold no private part, and no other algorithm', async () => {
  const answer = await ask(backend.url, { method: 'GET', path: '/auth/v1/.well-known/jwks.json' });
  const { keys } = JSON.parse(answer.body.toString());
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) {
    expect(key).toMatchObject({ alg: 'ES256', kty: 'EC', crv: 'P-256', use: 'sig' });
    expect(Object.keys(key)).not.toContain('d');
  }
});
