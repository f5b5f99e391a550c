import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newClient, newEmail, newOwner } from '../../support/owners.ts';
import { startTestBackend, type TestBackend } from '../../support/test-backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ passwordCost: 'product', stillClock: true });
});
afterAll(() => backend?.stop());

async function refresh(refresh_token: string) {
  const { data, error } = await newClient(backend).auth.refreshSession({ refresh_token });
  return { token: data.session?.refresh_token ?? '', code: error?.code };
}

test('within the grace a used refresh token yields its child again, and the lineage goes on', async () => {
  const { refreshToken } = await newOwner(backend);
  const child = (await refresh(refreshToken)).token;
  const grandchild = (await refresh(child)).token;
  backend.advance(9_000);
  expect((await refresh(refreshToken)).token).toBe(child);
  expect((await refresh(child)).token).toBe(grandchild);
  expect((await refresh(grandchild)).code).toBeUndefined();
});

test('a used refresh token that comes after the grace ends its session, and no other', async () => {
  const owner = await newOwner(backend);
  const other = newClient(backend);
  await other.auth.signInWithPassword(owner);
  const child = (await refresh(owner.refreshToken)).token;
  backend.advance(10_001);

  expect((await refresh(owner.refreshToken)).code).toBe('refresh_token_already_used');
  expect((await refresh(child)).code).toBe('refresh_token_not_found');
  expect((await newClient(backend).auth.getUser(owner.accessToken)).error?.name).toBe('AuthSessionMissingError');
  expect((await other.auth.refreshSession()).error).toBeNull();
});

test('a sign-in that has checked the old password cannot outlive a password change', async () => {
  const owner = await newOwner(backend);
  const signIns = Array.from({ length: 6 }, () => newClient(backend).auth.signInWithPassword(owner));
  const change = owner.client.auth.updateUser({
    password: 'a brand new one',
    current_password: owner.password,
  });
  const sessions = await Promise.all(signIns);
  expect((await change).error).toBeNull();
  for (const { data } of sessions) {
    if (data.session) expect((await refresh(data.session.refresh_token)).code).toBe('refresh_token_not_found');
  }
  expect((await owner.client.auth.refreshSession()).error).toBeNull();
});

test('refresh tokens and passwords are stored as hashes only', async () => {
  const owner = await newOwner(backend);
  const rows = await backend.sql<{ token_hash: Buffer }[]>`
    select token_hash from auth.refresh_tokens join auth.sessions on sessions.id = session_id
    where user_id = ${owner.id}`;
  expect(rows.map(({ token_hash }) => token_hash)).toEqual([createHash('sha256').update(owner.refreshToken).digest()]);
  const [user] = await backend.sql<{ encrypted_password: string }[]>`
    select encrypted_password from auth.users where id = ${owner.id}`;
  expect(user?.encrypted_password).toMatch(/^\$2[by]\$10\$/);
});

test('sign-ups and sign-ins beyond the queue are told to come later, the others served', async () => {
  const { email } = await newOwner(backend);
  const answers = await Promise.all(
    Array.from({ length: 130 }, () => newClient(backend).auth.signInWithPassword({ email, password: 'wrong one' })),
  );
  const codes = answers.map(({ error }) => error?.code);
  expect(new Set(codes)).toEqual(new Set(['invalid_credentials', 'over_request_rate_limit']));
});

test('the log tells of a reused token, but holds no address and no token', async () => {
  const email = newEmail();
  const client = newClient(backend);
  const { data } = await client.auth.signUp({ email, password: 'sausage-4-ever' });
  const token = data.session?.refresh_token ?? '';
  await refresh(token);
  backend.advance(11_000);
  await refresh(token);
  expect(backend.logged()).toContain('refresh_token_reused');
  for (const secret of ['@wagday.dev', token, 'sausage-4-ever']) expect(backend.logged()).not.toContain(secret);
});
