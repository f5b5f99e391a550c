import { afterAll, beforeAll, expect, test } from 'vitest';
import { newOwner, type Owner } from '../../support/owners.ts';
import { startTestBackend, type TestBackend } from '../../support/test-backend.ts';

let backend: TestBackend;
let owner: Owner;
beforeAll(async () => {
  backend = await startTestBackend();
  owner = await newOwner(backend);
});
afterAll(() => backend?.stop());

async function ask(token: string) {
  const send = async (path: string) => {
    const headers = { Authorization: `Bearer ${token}`, 'X-Supabase-Api-Version': '2024-01-01' };
    const response = await fetch(`${backend.url}${path}`, { headers });
    return { status: response.status, ...((await response.json()) as { code?: string }) };
  };
  const [rest, auth] = await Promise.all([send('/rest/v1/dogs'), send('/auth/v1/user')]);
  return { rest, auth };
}

test('a token ends after an hour, and a refresh goes on', async () => {
  await ask(owner.accessToken);
  const { iat } = JSON.parse(Buffer.from(owner.accessToken.split('.')[1] ?? '', 'base64url').toString());
  // Half a minute before it expires, because the real clock goes on while the server answers.
  backend.advance(3570_000 - (Date.now() - iat * 1000));
  expect((await ask(owner.accessToken)).rest.status).toBe(200);
  backend.advance(30_000);
  const { rest, auth } = await ask(owner.accessToken);
  expect(rest).toMatchObject({ status: 401, code: 'PGRST303', message: 'JWT expired' });
  expect(auth).toMatchObject({ status: 403, code: 'bad_jwt' });
  const { data } = await owner.client.auth.refreshSession();
  expect((await ask(data.session!.access_token)).rest.status).toBe(200);
});
