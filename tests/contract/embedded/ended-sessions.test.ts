/** Tests that an access token ends with its time, and before that can do nothing once its session is gone. */
import { beforeEach, expect, test } from 'vitest';
import { addDog, dogRow, newClient, newOwner, type Owner } from '../../support/owners.ts';
import { plainPicture } from '../../support/pictures.ts';
import { startForFile, startForTest } from '../../support/shared-backend.ts';

let owner: Owner;
const backend = await startForFile();
const picture = (await plainPicture('#c0703a')).buffer;
beforeEach(async () => {
  owner = await newOwner(backend);
  await addDog(owner);
  // Lets the server check the token once, so that it is cached.
  expect((await owner.client.from('dogs').select()).data).toHaveLength(1);
});

type Refusal = { status: number; body: Record<string, unknown> };

async function ask(method: string, path: string, body?: string | Buffer): Promise<Refusal> {
  const response = await fetch(`${backend.url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${owner.accessToken}`,
      'X-Supabase-Api-Version': '2024-01-01',
      'Content-Type': typeof body === 'string' ? 'application/json' : 'image/png',
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Every kind of call that a signed-in owner can make. */
function allCalls() {
  const photo = `/storage/v1/object/dog-photos/${owner.id}/1790000000000.png`;
  return {
    auth: [
      ask('GET', '/auth/v1/user'),
      ask('PUT', '/auth/v1/user', '{"data":{"name":"Ann"}}'),
      ask('PUT', '/auth/v1/user', JSON.stringify({ password: 'brand new', current_password: owner.password })),
      ask('POST', '/auth/v1/logout?scope=local'),
      ask('POST', '/auth/v1/logout?scope=others'),
      ask('POST', '/auth/v1/logout?scope=global'),
    ],
    rest: [
      ask('GET', '/rest/v1/dogs?select=*'),
      ask('GET', '/rest/v1/birthday_celebrations?select=*'),
      ask('POST', '/rest/v1/dogs', JSON.stringify(dogRow(owner.id))),
      ask('PATCH', `/rest/v1/dogs?user_id=eq.${owner.id}`, '{"name":"Max"}'),
      ask('DELETE', `/rest/v1/dogs?user_id=eq.${owner.id}`),
      ask('POST', '/rest/v1/rpc/delete_own_account', '{}'),
    ],
    storage: [
      ask('POST', photo, picture),
      ask('DELETE', photo),
      ask('DELETE', '/storage/v1/object/dog-photos', `{"prefixes":["${owner.id}/1790000000000.png"]}`),
      ask('POST', '/storage/v1/object/list/dog-photos', `{"prefix":"${owner.id}"}`),
    ],
  };
}

async function expectNothingWorks(authCode: string) {
  const message = 'Session from session_id claim in JWT does not exist';
  const { auth, rest, storage } = allCalls();
  for (const { status, body } of await Promise.all(auth)) {
    expect({ status, code: body.code }).toEqual({ status: 403, code: authCode });
  }
  for (const { status, body } of await Promise.all(rest)) {
    expect({ status, ...body }).toEqual({
      status: 401,
      code: 'PGRST303',
      details: 'session_not_found',
      hint: null,
      message,
    });
  }
  for (const { status, body } of await Promise.all(storage)) {
    expect({ status, ...body }).toEqual({
      status: 403,
      statusCode: '403',
      error: 'Unauthorized',
      code: 'AccessDenied',
      message,
    });
  }
  expect(await backend.sql`select from storage.objects where owner_id = ${owner.id}`).toHaveLength(0);
}

const ends: [how: string, end: () => Promise<unknown>, code: string][] = [
  ['was signed out', () => newClient(backend).auth.admin.signOut(owner.accessToken, 'local'), 'session_not_found'],
  [
    'a new password has ended',
    async () => {
      const elsewhere = newClient(backend);
      await elsewhere.auth.signInWithPassword(owner);
      const password = { password: 'a brand new one', current_password: owner.password };
      expect((await elsewhere.auth.updateUser(password)).error).toBeNull();
      expect((await elsewhere.from('dogs').select()).data).toHaveLength(1);
    },
    'session_not_found',
  ],
  [
    'ended because its refresh token came back',
    async () => {
      await owner.client.auth.refreshSession();
      backend.advance(10_001);
      await newClient(backend).auth.refreshSession({ refresh_token: owner.refreshToken });
    },
    'session_not_found',
  ],
  ['belongs to a deleted account', async () => owner.client.rpc('delete_own_account').throwOnError(), 'user_not_found'],
  [
    'belongs to another user',
    async () => {
      const { id } = await newOwner(backend);
      await backend.sql`update auth.sessions set user_id = ${id} where user_id = ${owner.id}`;
    },
    'session_not_found',
  ],
];

test.each(ends)('a session that %s can do nothing', async (_, end, code) => {
  await end();
  await expectNothingWorks(code);
  const dogs = await backend.sql`select name from public.dogs where user_id = ${owner.id}`;
  expect(dogs).toEqual(code === 'user_not_found' ? [] : [{ name: 'Rex' }]);
});

test('what ends on one server has ended on every other of its database', async () => {
  const other = await startForTest({ databaseUrl: backend.databaseUrl });
  const headers = { Authorization: `Bearer ${owner.accessToken}` };
  const statusThere = async () => (await fetch(`${other.url}/rest/v1/dogs`, { headers })).status;
  // So that it has checked the token before.
  expect(await statusThere()).toBe(200);
  await newClient(backend).auth.admin.signOut(owner.accessToken, 'global');
  expect(await statusThere()).toBe(401);
});

test('a token ends after an hour, and a refresh goes on', async () => {
  const { iat } = JSON.parse(Buffer.from(owner.accessToken.split('.')[1] ?? '', 'base64url').toString());
  // Half a minute before it expires, because clocks go on while the server answers, whose own was moved ten seconds ahead.
  backend.advance(3560_000 - (Date.now() - iat * 1000));
  const [rest, auth] = ['/rest/v1/dogs', '/auth/v1/user'];
  expect((await ask('GET', rest)).status).toBe(200);
  backend.advance(40_000);
  expect(await ask('GET', rest)).toMatchObject({ status: 401, body: { code: 'PGRST303', message: 'JWT expired' } });
  expect(await ask('GET', auth)).toMatchObject({ status: 403, body: { code: 'bad_jwt' } });
  const { data } = await owner.client.auth.refreshSession();
  owner = { ...owner, accessToken: data.session!.access_token };
  expect((await ask('GET', rest)).status).toBe(200);
});
