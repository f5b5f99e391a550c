import { createClient, type Session } from '@supabase/supabase-js';
import { expect, onTestFinished, test } from 'vitest';
import { openContractBackend } from '../../support/contract-backend.ts';
import { addDog, dogRow, keepPortrait, newClient, newEmail, newOwner, planParty } from '../../support/owners.ts';

const backend = await openContractBackend();

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

test.each([
  ['short', '12345', 'length', 'Password should be at least 6 characters.'],
  ['the commonest', '123456', 'pwned', expect.any(String)],
  ['the last of the list', '14111984', 'pwned', expect.any(String)],
  ['a common one in other letters', 'SunShine', 'pwned', expect.any(String)],
  ['the address of the account', null, 'pwned', expect.any(String)],
])('a password that is %s is refused as weak @5.8 @9.13', async (_, password, reason, message) => {
  const email = newEmail();
  const { error } = await newClient(backend).auth.signUp({ email, password: password ?? email });
  expect(error).toMatchObject({ code: 'weak_password', status: 422, reasons: [reason], message });
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

test('a session has its tokens, their time and its user, who has no second factor @3.7 @3.8 @3.9 @4.8', async () => {
  const owner = await newOwner(backend);
  const { data } = await owner.client.auth.getSession();
  expect(data.session).toMatchObject({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    refresh_token: expect.stringMatching(/./),
    expires_in: 3600,
    expires_at: expect.any(Number),
    token_type: 'bearer',
    user: { id: owner.id, email: owner.email, identities: [{ provider: 'email' }] },
  });
  const factors = await owner.client.auth.mfa.listFactors();
  expect(factors).toMatchObject({ error: null, data: { all: [], totp: [], phone: [] } });
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

test.each([
  ['local', false, true],
  ['others', true, false],
  ['global', false, false],
] as const)(
  'signing out with scope %s leaves this session alive: %s, and the other: %s @7.7',
  async (scope, isHere, isThere) => {
    const { here, hereAccess, hereRefresh, thereAccess, thereRefresh } = await signedInTwice();
    expect((await here.auth.signOut({ scope })).error).toBeNull();
    expect(await lives(hereAccess, hereRefresh)).toBe(isHere);
    expect(await lives(thereAccess, thereRefresh)).toBe(isThere);
  },
);

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

test('a new password asks for the current one', async () => {
  const owner = await newOwner(backend);
  const change = (current_password?: string) =>
    owner.client.auth.updateUser({
      password: 'a brand new one',
      ...(current_password !== undefined && { current_password }),
    });

  const message = 'Current password required when setting new password.';
  for (const [current, code] of [
    [undefined, 'current_password_required'],
    ['', 'current_password_required'],
    ['not this one', 'current_password_invalid'],
    ['a brand new one', 'current_password_invalid'],
  ] as const) {
    expect((await change(current)).error).toMatchObject({ status: 400, code, message });
  }
  expect((await newClient(backend).auth.signInWithPassword(owner)).error).toBeNull();

  expect((await change(owner.password)).error).toBeNull();
  const { email } = owner;
  expect((await newClient(backend).auth.signInWithPassword({ email, password: 'a brand new one' })).error).toBeNull();
});

test('an owner deletes the account with everything in it, and nothing else', async () => {
  const [leaving, staying] = [await newOwner(backend), await newOwner(backend)];
  for (const owner of [leaving, staying]) {
    const { id } = await addDog(owner);
    await planParty(owner, id);
    await keepPortrait(owner, id);
  }
  const elsewhere = newClient(backend);
  const { data } = await elsewhere.auth.signInWithPassword(leaving);
  const dogs = await staying.client.from('dogs').select();
  const parties = await staying.client.from('birthday_celebrations').select();
  const portraits = await staying.client.from('portraits').select();

  const { error, status } = await leaving.client.rpc('delete_own_account');
  expect({ error, status }).toEqual({ error: null, status: 204 });

  const gone = await newClient(backend).auth.signInWithPassword(leaving);
  expect(gone.error).toMatchObject({ code: 'invalid_credentials' });
  expect((await newClient(backend).auth.getUser(leaving.accessToken)).error?.status).toBe(403);
  for (const refresh_token of [leaving.refreshToken, data.session?.refresh_token ?? '']) {
    expect((await newClient(backend).auth.refreshSession({ refresh_token })).error).not.toBeNull();
  }
  for (const table of ['dogs', 'birthday_celebrations', 'portraits']) {
    // Hosted Supabase shows that nothing remains; this server refuses the token of a session that is gone.
    expect((await leaving.client.from(table).select()).data ?? []).toEqual([]);
  }
  expect(['23503', 'PGRST303']).toContain((await leaving.client.from('dogs').insert(dogRow(leaving.id))).error?.code);

  expect((await staying.client.auth.getUser()).data.user?.id).toBe(staying.id);
  expect((await staying.client.from('dogs').select()).data).toEqual(dogs.data);
  expect((await staying.client.from('birthday_celebrations').select()).data).toEqual(parties.data);
  expect((await staying.client.from('portraits').select()).data).toEqual(portraits.data);
  expect(portraits.data).toHaveLength(1);
});

test('the address of a deleted account can be used again, for an empty one', async () => {
  const owner = await newOwner(backend);
  await addDog(owner);
  await owner.client.rpc('delete_own_account').throwOnError();
  const { email, password } = owner;
  const again = newClient(backend);
  const { data, error } = await again.auth.signUp({ email, password });
  expect(error).toBeNull();
  expect(data.user?.id).not.toBe(owner.id);
  expect((await again.from('dogs').select()).data).toEqual([]);
});

test('nobody is deleted by an anonymous caller, or by naming them', async () => {
  const owner = await newOwner(backend);
  const stranger = await newOwner(backend);
  expect(await newClient(backend).rpc('delete_own_account')).toMatchObject({ status: 401, error: { code: '42501' } });
  expect(await stranger.client.rpc('delete_own_account', { user_id: owner.id })).toMatchObject({
    status: 404,
    error: { code: 'PGRST202' },
  });
  for (const { client, id } of [owner, stranger]) expect((await client.auth.getUser()).data.user?.id).toBe(id);
});

test('a function that does not exist, and one that is not for callers, are not there', async () => {
  const { client } = await newOwner(backend);
  for (const name of ['no_such_function', 'check_dog_birth_date', 'pg_sleep']) {
    expect(await client.rpc(name)).toMatchObject({ status: 404, error: { code: 'PGRST202' } });
  }
  expect(await client.schema('auth').rpc('uid')).toMatchObject({ status: 406, error: { code: 'PGRST106' } });
});
