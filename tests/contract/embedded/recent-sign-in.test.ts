import { expect, test } from 'vitest';
import { newClient, newOwner, type Owner, signInByLink } from '../../support/owners.ts';
import { startForFile } from '../../support/shared-backend.ts';

const backend = await startForFile();

const refusal = { status: 403, error: { code: '42501', message: expect.stringMatching(/^recent sign-in needed:/) } };

/** Backdates the time at which the password was given; it takes effect with the next token. */
async function age(owner: Owner, interval: string): Promise<void> {
  await backend.sql`
    update auth.sessions set created_at = now() - ${interval}::interval where user_id = ${owner.id}`;
  await owner.client.auth.refreshSession();
}

async function exists(owner: Owner): Promise<boolean> {
  return (await backend.sql`select from auth.users where id = ${owner.id}`).length === 1;
}

test('an account is deleted within five minutes of a sign-in, and not later', async () => {
  const [early, late] = [await newOwner(backend), await newOwner(backend)];
  await age(early, '4 minutes 30 seconds');
  await age(late, '5 minutes 1 second');
  expect(await late.client.rpc('delete_own_account')).toMatchObject(refusal);
  expect(await exists(late)).toBe(true);
  expect((await early.client.rpc('delete_own_account')).error).toBeNull();
  expect(await exists(early)).toBe(false);

  // With the password given again, the deletion succeeds.
  const anew = newClient(backend);
  await anew.auth.signInWithPassword(late);
  expect((await anew.rpc('delete_own_account')).error).toBeNull();
  expect(await exists(late)).toBe(false);
});

test('refreshing a session does not make its sign-in recent', async () => {
  const owner = await newOwner(backend);
  await age(owner, '1 hour');
  for (let turn = 0; turn < 3; turn += 1) {
    expect((await owner.client.auth.refreshSession()).error).toBeNull();
    expect(await owner.client.rpc('delete_own_account')).toMatchObject(refusal);
  }
  const { data } = await owner.client.auth.getClaims();
  const [row] = await backend.sql<{ at: number }[]>`
    select floor(extract(epoch from created_at))::int as at from auth.sessions where user_id = ${owner.id}`;
  expect(data?.claims.amr).toEqual([{ method: 'password', timestamp: row?.at }]);
  expect(await exists(owner)).toBe(true);
});

test('a link from a mail is no password: its session deletes nothing', async () => {
  const owner = await newOwner(backend);
  const recovered = await signInByLink(owner, backend);
  expect(await recovered.rpc('delete_own_account')).toMatchObject(refusal);
  expect(await exists(owner)).toBe(true);
});

test('a recent sign-in deletes only its own account, and an anonymous caller deletes nothing', async () => {
  const owner = await newOwner(backend);
  await age(owner, '1 hour');
  const stranger = await newOwner(backend);
  expect(await newClient(backend).rpc('delete_own_account')).toMatchObject({ status: 401 });
  expect((await stranger.client.rpc('delete_own_account')).error).toBeNull();
  expect([await exists(owner), await exists(stranger)]).toEqual([true, false]);
});
