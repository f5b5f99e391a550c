/** Tests pairs of concurrent requests in the order that would go wrong: a second connection holds one back until the other has arrived. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newClient, newOwner } from '../../support/owners.ts';
import { startTestBackend, type TestBackend } from '../../support/test-backend.ts';
import { untilWaiting, whileHeld } from '../../support/waiting.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ stillClock: true });
});
afterAll(() => backend?.stop());

async function refresh(refreshToken: string): Promise<{ status: number; token?: string }> {
  // Without the client, which would retry after a failure.
  const response = await fetch(`${backend.url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  const body = (await response.json()) as { refresh_token?: string };
  return { status: response.status, ...(body.refresh_token && { token: body.refresh_token }) };
}

test('a refresh that finds its token being used by another waits for it and yields the same child', async () => {
  const owner = await newOwner(backend);
  const answers = await whileHeld(
    backend.sql,
    (held) =>
      held.unsafe(`
        select from auth.refresh_tokens join auth.sessions on sessions.id = session_id
        where user_id = '${owner.id}' for update of refresh_tokens`),
    async () => {
      const result = Promise.all([refresh(owner.refreshToken), refresh(owner.refreshToken)]);
      // By now both have found the token unused, unless one waits for the other's session.
      await untilWaiting(backend.sql, 2);
      return { result };
    },
  );
  const [first, second] = answers;
  expect(first.status).toBe(200);
  expect(second).toEqual(first);
  expect((await refresh(first.token ?? '')).status).toBe(200);
});

test('a refresh that meets a sign-out under way is refused, and no session comes back', async () => {
  const owner = await newOwner(backend);
  const answer = await whileHeld(
    backend.sql,
    (held) => held.unsafe(`delete from auth.sessions where user_id = '${owner.id}'`),
    async () => {
      const result = refresh(owner.refreshToken);
      await untilWaiting(backend.sql, 1);
      return { result };
    },
  );
  expect(answer.status).toBe(400);
  expect(await backend.sql`select from auth.sessions where user_id = ${owner.id}`).toHaveLength(0);
});

test('a sign-in whose password is changed between its check and its session is refused', async () => {
  const owner = await newOwner(backend);
  const answer = await whileHeld(
    backend.sql,
    (held) =>
      held.unsafe(`
        select wagday.change_password(users.id, sessions.id, encrypted_password, 'another hash', now())
        from auth.users join auth.sessions on user_id = users.id where users.id = '${owner.id}'`),
    async () => {
      const result = newClient(backend).auth.signInWithPassword(owner);
      // The old password was right; the session waits for the user's row.
      await untilWaiting(backend.sql, 1);
      return { result };
    },
  );
  expect(answer.error?.code).toBe('invalid_credentials');
  expect(await backend.sql`select from auth.sessions where user_id = ${owner.id}`).toHaveLength(1);
});

test('a sign-in whose account is disabled between its check and its session is refused', async () => {
  const owner = await newOwner(backend);
  const answer = await whileHeld(
    backend.sql,
    (held) => held.unsafe(`update auth.users set banned_until = '9999-12-31' where id = '${owner.id}'`),
    async () => {
      const result = newClient(backend).auth.signInWithPassword(owner);
      await untilWaiting(backend.sql, 1);
      return { result };
    },
  );
  expect(answer.error?.code).toBe('invalid_credentials');
  expect(await backend.sql`select from auth.sessions where user_id = ${owner.id}`).toHaveLength(1);
});

test('a new password whose session is ended while it is being set is refused, and the old one stays', async () => {
  const owner = await newOwner(backend);
  const answer = await whileHeld(
    backend.sql,
    async (held) => {
      await held.unsafe(`update auth.users set updated_at = now() where id = '${owner.id}'`);
    },
    async () => {
      const result = owner.client.auth.updateUser({ password: 'a brand new one', current_password: owner.password });
      await untilWaiting(backend.sql, 1);
      await backend.sql`delete from auth.sessions where user_id = ${owner.id}`;
      return { result };
    },
  );
  expect(answer.error?.name).toBe('AuthSessionMissingError');
  expect((await newClient(backend).auth.signInWithPassword(owner)).error).toBeNull();
});
