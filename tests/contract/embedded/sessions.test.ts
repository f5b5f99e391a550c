import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { newClient, newOwner } from '../../support/owners.ts';
import { startForFile } from '../../support/shared-backend.ts';
import { untilWaiting } from '../../support/waiting.ts';

const backend = await startForFile({ passwordCost: 'product', stillClock: true });

type Refreshed = { status: number; token?: string; code?: string };

/** Asks without the client, which would retry after a failure. */
async function refresh(refreshToken = ''): Promise<Refreshed> {
  const response = await fetch(`${backend.url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  const { refresh_token: token, error_code: code } = (await response.json()) as Record<string, string>;
  return { status: response.status, ...(token && { token }), ...(code && { code }) };
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
  // The log tells of it, without an address, a token or a password.
  expect(backend.logged()).toContain('refresh_token_reused');
  for (const secret of ['@wagday.dev', owner.refreshToken, owner.password])
    expect(backend.logged()).not.toContain(secret);
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

/**
 * Makes two requests meet in the order that would go wrong: begins `act` while a transaction holds what the statement changes or locks, and
 * commits once that many connections wait for it.
 * @param meanwhile happens before the commit
 */
async function whileHeld<Result>(
  statement: string,
  act: () => Promise<Result>,
  { waiting = 1, meanwhile = async () => undefined as unknown } = {},
): Promise<Result> {
  const { result } = await backend.sql.begin(async (held) => {
    await held.unsafe(statement);
    const result = act();
    await untilWaiting(backend.sql, waiting);
    await meanwhile();
    return { result };
  });
  return result;
}

test('a refresh that finds its token being used by another waits for it and yields the same child', async () => {
  const owner = await newOwner(backend);
  const held = `
    select from auth.refresh_tokens join auth.sessions on sessions.id = session_id
    where user_id = '${owner.id}' for update of refresh_tokens`;
  // By then both have found the token unused, unless one waits for the other's session.
  const refreshTwice = () => Promise.all([refresh(owner.refreshToken), refresh(owner.refreshToken)]);
  const [first, second] = await whileHeld(held, refreshTwice, { waiting: 2 });
  expect(first.status).toBe(200);
  expect(second).toEqual(first);
  expect((await refresh(first.token)).status).toBe(200);
});

test('a refresh that meets a sign-out under way is refused, and no session comes back', async () => {
  const owner = await newOwner(backend);
  const signOut = `delete from auth.sessions where user_id = '${owner.id}'`;
  expect((await whileHeld(signOut, () => refresh(owner.refreshToken))).status).toBe(400);
  expect(await backend.sql`select from auth.sessions where user_id = ${owner.id}`).toHaveLength(0);
});

test.each([
  [
    'its password is changed',
    `select wagday.change_password(users.id, sessions.id, encrypted_password, 'another hash', now())
      from auth.users join auth.sessions on user_id = users.id where users.id = `,
  ],
  ['its account is disabled', `update auth.users set banned_until = '9999-12-31' where id = `],
])('a sign-in is refused when %s between its check and its session', async (_, statement) => {
  const owner = await newOwner(backend);
  // The password was right; the session waits for the user's row.
  const signIn = () => newClient(backend).auth.signInWithPassword(owner);
  expect((await whileHeld(`${statement}'${owner.id}'`, signIn)).error?.code).toBe('invalid_credentials');
  expect(await backend.sql`select from auth.sessions where user_id = ${owner.id}`).toHaveLength(1);
});

test('a new password whose session is ended while it is being set is refused, and the old one stays', async () => {
  const owner = await newOwner(backend);
  const answer = await whileHeld(
    `update auth.users set updated_at = now() where id = '${owner.id}'`,
    () => owner.client.auth.updateUser({ password: 'a brand new one', current_password: owner.password }),
    { meanwhile: () => backend.sql`delete from auth.sessions where user_id = ${owner.id}`.execute() },
  );
  expect(answer.error?.name).toBe('AuthSessionMissingError');
  expect((await newClient(backend).auth.signInWithPassword(owner)).error).toBeNull();
});
