import { createClient, type Session } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ContractBackend, openContractBackend } from '../../support/contract-backend.ts';
import { newClient, newEmail, newOwner } from '../../support/owners.ts';

let backend: ContractBackend;
beforeAll(async () => {
  backend = await openContractBackend();
});
afterAll(() => backend?.stop());

test('sign-up answers with a session and keeps the name @3.6', async () => {
  const client = newClient(backend);
  const email = newEmail();
  const { data, error } = await client.auth.signUp({
    email: `  ${email.toUpperCase()} `.trim(),
    password: 'sausage-4-ever',
    options: { data: { name: 'Ann' }, emailRedirectTo: 'http://localhost/' },
  });

  expect(error).toBeNull();
  expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
  expect(data.session?.expires_at).toBeGreaterThan(Date.now() / 1000);
  expect(data.user).toMatchObject({ email, role: 'authenticated', aud: 'authenticated', is_anonymous: false });
  expect(data.user?.user_metadata.name).toBe('Ann');
  expect(data.user?.identities).toMatchObject([{ provider: 'email', user_id: data.user?.id }]);
});

test('an address can be registered once, in whatever letter case', async () => {
  const { email } = await newOwner(backend);
  for (const again of [email, email.toUpperCase()]) {
    const { data, error } = await newClient(backend).auth.signUp({ email: again, password: 'another one' });
    expect(data.session).toBeNull();
    expect(error).toMatchObject({ code: 'user_already_exists', status: 422, message: 'User already registered' });
  }
});

test('of several sign-ups at once on one address exactly one wins', async () => {
  const email = newEmail();
  const attempts = await Promise.all(
    [email, email.toUpperCase(), email, email].map((address) =>
      newClient(backend).auth.signUp({ email: address, password: 'sausage-4-ever' }),
    ),
  );
  expect(attempts.filter(({ error }) => error === null)).toHaveLength(1);
  for (const { error } of attempts) {
    if (error) expect(error).toMatchObject({ code: 'user_already_exists', message: 'User already registered' });
  }
});

test('a wrong password and an unknown account get the same answer', async () => {
  const { email } = await newOwner(backend);
  const wrong = await newClient(backend).auth.signInWithPassword({ email, password: 'not this one' });
  const unknown = await newClient(backend).auth.signInWithPassword({ email: newEmail(), password: 'not this one' });
  expect(wrong.error).toMatchObject({ code: 'invalid_credentials', status: 400, message: 'Invalid login credentials' });
  expect(JSON.stringify(unknown.error)).toBe(JSON.stringify(wrong.error));
});

test('the right password signs in, whatever the letter case of the address', async () => {
  const { id, email, password } = await newOwner(backend);
  const { data, error } = await newClient(backend).auth.signInWithPassword({ email: email.toUpperCase(), password });
  expect(error).toBeNull();
  expect(data.user?.id).toBe(id);
});

test('a short password is refused as weak @5.8 @9.13', async () => {
  const { error } = await newClient(backend).auth.signUp({ email: newEmail(), password: '12345' });
  expect(error).toMatchObject({ code: 'weak_password', status: 422, reasons: ['length'] });
  expect(error?.message).toBe('Password should be at least 6 characters.');
});

test.each([
  ['123456', 'the commonest'],
  ['14111984', 'the last of the list'],
  ['SunShine', 'a common one in other letters'],
])('the password %s, %s, is refused as easy to guess', async (password) => {
  const { error } = await newClient(backend).auth.signUp({ email: newEmail(), password });
  expect(error).toMatchObject({ code: 'weak_password', status: 422, reasons: ['pwned'] });
});

test('the address of an account is refused as its password', async () => {
  const email = newEmail();
  const { error } = await newClient(backend).auth.signUp({ email, password: email });
  expect(error).toMatchObject({ code: 'weak_password', status: 422, reasons: ['pwned'] });
});

test('a password longer than bcrypt reads is refused, not cut', async () => {
  const email = newEmail();
  const { error } = await newClient(backend).auth.signUp({ email, password: 'x'.repeat(73) });
  expect(error).toMatchObject({ code: 'validation_failed', status: 400 });

  await newClient(backend).auth.signUp({ email, password: 'x'.repeat(72) });
  const longer = await newClient(backend).auth.signInWithPassword({ email, password: 'x'.repeat(73) });
  expect(longer.error).toMatchObject({ code: 'invalid_credentials' });
});

test('what is not an address is refused', async () => {
  for (const email of ['nobody', 'no body@wagday.dev', '@wagday.dev']) {
    const { error } = await newClient(backend).auth.signUp({ email, password: 'sausage-4-ever' });
    expect(error).toMatchObject({ code: 'validation_failed', status: 400 });
  }
});

test('a refresh rotates the refresh token and the session goes on @7.6', async () => {
  const owner = await newOwner(backend);
  const { data, error } = await owner.client.auth.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).not.toBe(owner.refreshToken);
  expect(data.user?.id).toBe(owner.id);
  expect((await owner.client.auth.getUser()).error).toBeNull();
  expect((await owner.client.auth.refreshSession()).error).toBeNull();
});

test('parallel refreshes of one token end on one lineage', async () => {
  const owner = await newOwner(backend);
  const refresh_token = owner.refreshToken;
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => newClient(backend).auth.refreshSession({ refresh_token })),
  );
  const children = new Set(answers.map(({ data }) => data.session?.refresh_token));
  expect([...children]).toEqual([expect.any(String)]);
  const [child = ''] = children;
  expect((await newClient(backend).auth.refreshSession({ refresh_token: child ?? '' })).error).toBeNull();
});

test('an unknown refresh token is refused', async () => {
  const { error } = await newClient(backend).auth.refreshSession({ refresh_token: 'nobodys-refresh-token' });
  expect(error).toMatchObject({ code: 'refresh_token_not_found', status: 400 });
});

async function signedInTwice() {
  const owner = await newOwner(backend);
  const other = newClient(backend);
  const { data } = await other.auth.signInWithPassword(owner);
  return {
    here: owner.client,
    hereRefresh: owner.refreshToken,
    hereAccess: owner.accessToken,
    there: other,
    thereRefresh: data.session?.refresh_token ?? '',
    thereAccess: data.session?.access_token ?? '',
  };
}

async function lives(access: string, refresh_token: string) {
  const client = newClient(backend);
  const user = await client.auth.getUser(access);
  const refreshed = await client.auth.refreshSession({ refresh_token });
  expect(user.error === null).toBe(refreshed.error === null);
  if (user.error) expect(user.error.message).toBe('Auth session missing!');
  return refreshed.error === null;
}

test('signing out locally ends only this session @7.7', async () => {
  const { here, hereAccess, hereRefresh, thereAccess, thereRefresh } = await signedInTwice();
  expect((await here.auth.signOut({ scope: 'local' })).error).toBeNull();
  expect(await lives(hereAccess, hereRefresh)).toBe(false);
  expect(await lives(thereAccess, thereRefresh)).toBe(true);
});

test('signing the others out ends every session but this @7.7', async () => {
  const { here, hereAccess, hereRefresh, thereAccess, thereRefresh } = await signedInTwice();
  expect((await here.auth.signOut({ scope: 'others' })).error).toBeNull();
  expect(await lives(hereAccess, hereRefresh)).toBe(true);
  expect(await lives(thereAccess, thereRefresh)).toBe(false);
});

test('signing out globally ends every session @7.7', async () => {
  const { here, hereAccess, hereRefresh, thereAccess, thereRefresh } = await signedInTwice();
  expect((await here.auth.signOut()).error).toBeNull();
  expect(await lives(hereAccess, hereRefresh)).toBe(false);
  expect(await lives(thereAccess, thereRefresh)).toBe(false);
});

test("one owner's global sign-out leaves another's session", async () => {
  const [owner, neighbour] = [await newOwner(backend), await newOwner(backend)];
  await owner.client.auth.signOut();
  expect((await neighbour.client.auth.getUser()).error).toBeNull();
});

test('the name can be changed and removed, and the other fields stay @3.6', async () => {
  const { client } = await newOwner(backend, { name: 'Ann', theme: 'dark' });
  const renamed = await client.auth.updateUser({ data: { name: 'Anna' } });
  expect(renamed.error).toBeNull();
  expect((await client.auth.getUser()).data.user?.user_metadata).toMatchObject({ name: 'Anna', theme: 'dark' });
  await client.auth.updateUser({ data: { name: null } });
  expect((await client.auth.getUser()).data.user?.user_metadata.name).toBeUndefined();
});

test('a new password replaces the old one and signs the other sessions out', async () => {
  const owner = await newOwner(backend);
  const other = newClient(backend);
  const { data } = await other.auth.signInWithPassword(owner);

  const current_password = owner.password;
  expect((await owner.client.auth.updateUser({ password: owner.password, current_password })).error).toMatchObject({
    code: 'same_password',
    status: 422,
  });
  expect((await owner.client.auth.updateUser({ password: 'short', current_password })).error).toMatchObject({
    code: 'weak_password',
  });
  for (const password of ['password1', owner.email])
    expect((await owner.client.auth.updateUser({ password, current_password })).error).toMatchObject({
      ...{ code: 'weak_password', reasons: ['pwned'] },
    });
  expect((await owner.client.auth.updateUser({ password: 'a brand new one', current_password })).error).toBeNull();

  expect(await lives(data.session?.access_token ?? '', data.session?.refresh_token ?? '')).toBe(false);
  expect((await owner.client.auth.refreshSession()).error).toBeNull();
  const old = await newClient(backend).auth.signInWithPassword(owner);
  expect(old.error).toMatchObject({ code: 'invalid_credentials' });
  const { error } = await newClient(backend).auth.signInWithPassword({
    email: owner.email,
    password: 'a brand new one',
  });
  expect(error).toBeNull();
});

test('a session that is about to end is refreshed by itself @4.5 @7.2', async () => {
  const owner = await newOwner(backend);
  const { data } = await owner.client.auth.getSession();
  const stored = JSON.stringify({ ...data.session, expires_at: Math.floor(Date.now() / 1000) + 60 });
  const storage = new Map([['session', stored]]);
  const client = createClient(backend.url, backend.key, {
    auth: {
      storageKey: 'session',
      storage: {
        getItem: (name) => storage.get(name) ?? null,
        setItem: (name, value) => void storage.set(name, value),
        removeItem: (name) => void storage.delete(name),
      },
    },
  });
  onTestFinished(() => client.auth.stopAutoRefresh());
  const refreshed = await new Promise<Session | null>((resolve) => {
    client.auth.onAuthStateChange((event, session) => {
      if (event === 'TOKEN_REFRESHED') resolve(session);
    });
  });
  expect(refreshed?.refresh_token).not.toBe(owner.refreshToken);
  expect(refreshed?.user.id).toBe(owner.id);
  expect((await client.from('dogs').select()).error).toBeNull();
});
