import { generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newOwner, type Owner, startTestBackend, type TestBackend } from '../../support/test-backend.ts';

let backend: TestBackend;
let owner: Owner;
beforeAll(async () => {
  backend = await startTestBackend();
  owner = await newOwner(backend);
});
afterAll(() => backend?.stop());

async function ask(token: string, headers: Record<string, string> = {}) {
  const send = (path: string) =>
    fetch(`${backend.url}${path}`, {
      headers: { Authorization: `Bearer ${token}`, 'X-Supabase-Api-Version': '2024-01-01', ...headers },
    });
  const [rest, auth] = await Promise.all([send('/rest/v1/dogs'), send('/auth/v1/user')]);
  return {
    rest: { status: rest.status, ...((await rest.json()) as { code?: string }) },
    auth: { status: auth.status, ...((await auth.json()) as { code?: string }) },
  };
}

function payload() {
  return JSON.parse(Buffer.from(owner.accessToken.split('.')[1] ?? '', 'base64url').toString());
}

async function resigned(changes: { header?: object; payload?: object; key?: CryptoKey | Uint8Array }) {
  const [jwk] = backend.secrets.signingKeys;
  const key = changes.key ?? (await importJWK(jwk!, 'ES256'));
  return new SignJWT({ ...payload(), ...changes.payload })
    .setProtectedHeader({ alg: 'ES256', kid: jwk!.kid!, ...changes.header })
    .sign(key);
}

test('the owner is let in, and a token signed alike', async () => {
  for (const token of [owner.accessToken, await resigned({})]) {
    const { rest, auth } = await ask(token);
    expect([rest.status, auth.status]).toEqual([200, 200]);
  }
});

test('a forged or damaged token is refused @8.35', async () => {
  const { privateKey } = await generateKeyPair('ES256');
  const hmac = new TextEncoder().encode(JSON.stringify(backend.secrets.signingKeys[0]));
  const [header, body, signature] = owner.accessToken.split('.');
  const other = Buffer.from(JSON.stringify({ ...payload(), sub: crypto.randomUUID() })).toString('base64url');
  const forged = [
    await resigned({ key: privateKey }),
    await resigned({ key: privateKey, header: { kid: 'unknown' } }),
    await resigned({ key: hmac, header: { alg: 'HS256' } }),
    new UnsecuredJWT(payload()).encode(),
    `${header}.${other}.${signature}`,
    `${header}.${body}.${'A'.repeat(86)}`,
    await resigned({ payload: { aud: 'anon' } }),
    await resigned({ payload: { iss: 'https://elsewhere.example/auth/v1' } }),
    await resigned({ payload: { role: 'service_role' } }),
    await resigned({ payload: { role: 'postgres' } }),
    await resigned({ payload: { exp: undefined } }),
  ];
  for (const token of forged) {
    const { rest, auth } = await ask(token);
    expect(rest).toMatchObject({ status: 401, code: 'PGRST301' });
    expect(auth).toMatchObject({ status: 403, code: 'bad_jwt' });
  }
  const { rest } = await ask('eyJhbGciOiJFUzI1NiJ9.e30');
  expect(rest).toMatchObject({ status: 401, code: 'PGRST301' });
});

test('a bearer token that is only a key stands for an anonymous caller @6.3', async () => {
  for (const key of ['wagday', 'sb_publishable_abc']) {
    expect((await ask(key, { apikey: key })).rest).toMatchObject({ status: 401, code: '42501' });
  }
  expect((await ask(owner.accessToken, { apikey: owner.accessToken })).rest).toMatchObject({ code: '42501' });
});

test('the keys are published without their private part', async () => {
  const response = await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`);
  const { keys } = (await response.json()) as { keys: object[] };
  expect(keys).toMatchObject([{ kty: 'EC', crv: 'P-256', alg: 'ES256' }]);
  expect(Object.keys(keys[0]!)).not.toContain('d');
  expect((await owner.client.auth.getClaims()).data?.claims).toMatchObject({ sub: owner.id, role: 'authenticated' });
});

test('a token ends after an hour, and a refresh goes on', async () => {
  await ask(owner.accessToken);
  // Half a minute before it expires, because the real clock goes on while the server answers.
  backend.advance(3570_000 - (Date.now() - payload().iat * 1000));
  expect((await ask(owner.accessToken)).rest.status).toBe(200);
  backend.advance(30_000);
  const { rest, auth } = await ask(owner.accessToken);
  expect(rest).toMatchObject({ status: 401, code: 'PGRST303', message: 'JWT expired' });
  expect(auth).toMatchObject({ status: 403, code: 'bad_jwt' });
  const { data } = await owner.client.auth.refreshSession();
  expect((await ask(data.session!.access_token)).rest.status).toBe(200);
});
