import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContractBackend, openContractBackend } from '../../support/contract-backend.ts';
import { addDog, dogRow, keepPortrait, newClient, newOwner, planParty } from '../../support/owners.ts';

let backend: ContractBackend;
beforeAll(async () => {
  backend = await openContractBackend();
});
afterAll(() => backend?.stop());

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

test('the name changes without any password', async () => {
  const { client } = await newOwner(backend);
  expect((await client.auth.updateUser({ data: { name: 'Ann' } })).data.user?.user_metadata.name).toBe('Ann');
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
