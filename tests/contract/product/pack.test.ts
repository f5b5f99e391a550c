import { expect, test } from 'vitest';
import { openContractBackend } from '../../support/contract-backend.ts';
import { addDog, dogRow, newClient, newOwner, planParty } from '../../support/owners.ts';

const backend = await openContractBackend();

/** The fields that the owner has not filled in. */
const untold = { birth_precision: 'day', gotcha_date: null, died_on: null, photo_x: null, photo_y: null };

/** The columns that the backend sets with every change. */
const newVersion = { version: expect.any(Number), updated_at: expect.any(String) };

test('a dog is added as the product adds it @3.1', async () => {
  const owner = await newOwner(backend);
  const row = dogRow(owner.id, {
    name: 'Åse 🐶',
    breed: "Lhasa Apso's",
    notes: 'Likes "cheese"\n\\ and \t socks; -- drop',
    photo_url: 'https://example.com/p.webp',
  });
  const { error, status } = await owner.client.from('dogs').insert(row);
  expect(error).toBeNull();
  expect(status).toBe(201);
  const { data } = await owner.client.from('dogs').select('*').eq('user_id', owner.id);
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(data).toEqual([{ ...row, ...untold, ...newVersion, id, created_at: expect.any(String) }]);
});

test('the list has the newest first, and its length can be counted @9.16', async () => {
  const owner = await newOwner(backend);
  for (const name of ['Ada', 'Bob', 'Cleo']) await addDog(owner, { name });
  const { data, count } = await owner.client
    .from('dogs')
    .select('*', { count: 'exact' })
    .eq('user_id', owner.id)
    .order('created_at', { ascending: false });
  expect(data?.map(({ name }) => name)).toEqual(['Cleo', 'Bob', 'Ada']);
  expect(count).toBe(3);

  const head = await owner.client.from('dogs').select('*', { count: 'exact', head: true });
  expect(head).toMatchObject({ data: null, error: null, count: 3 });
  const page = await owner.client.from('dogs').select('name', { count: 'exact' }).order('name').range(1, 1);
  expect(page).toMatchObject({ data: [{ name: 'Bob' }], count: 3, status: 206 });
  const limited = await owner.client.from('dogs').select('name').order('name', { ascending: false }).limit(2);
  expect(limited.data).toEqual([{ name: 'Cleo' }, { name: 'Bob' }]);
});

test('filters find what they say', async () => {
  const owner = await newOwner(backend);
  const [ada] = [await addDog(owner, { name: 'Ada, the (1st)', breed: 'Pug' }), await addDog(owner, { name: 'Bob' })];
  const dogs = () => owner.client.from('dogs').select('name');
  const names = async (query: PromiseLike<{ data: { name: string }[] | null }>) =>
    (await query).data?.map(({ name }) => name).sort();

  expect(await names(dogs().eq('id', ada.id))).toEqual([ada.name]);
  expect(await names(dogs().neq('id', ada.id))).toEqual(['Bob']);
  expect(await names(dogs().in('name', ['Bob', 'Ada, the (1st)', 'x']))).toEqual([ada.name, 'Bob']);
  expect(await names(dogs().in('id', []))).toEqual([]);
  expect(await names(dogs().is('breed', null))).toEqual(['Bob']);
  expect(await names(dogs().gte('birth_date', '2020-02-29').lt('birth_date', '2020-03-01'))).toHaveLength(2);
  expect(await names(dogs().gt('birth_date', '2020-02-29'))).toEqual([]);
  expect(await names(dogs().lte('birth_date', '2020-02-28'))).toEqual([]);
});

test('a dog is changed by its id @7.17', async () => {
  const owner = await newOwner(backend);
  const dog = await addDog(owner);
  const other = await addDog(owner, { name: 'Other' });
  const { error, status } = await owner.client
    .from('dogs')
    .update(dogRow(owner.id, { name: 'Rexa', size: 'giant', notes: 'Bigger' }))
    .eq('id', dog.id);
  expect({ error, status }).toEqual({ error: null, status: 204 });
  const { data } = await owner.client.from('dogs').select().eq('id', dog.id).single();
  expect(data).toEqual({ ...dog, ...newVersion, name: 'Rexa', size: 'giant', notes: 'Bigger' });
  expect((await owner.client.from('dogs').select('name').eq('id', other.id).single()).data?.name).toBe('Other');
});

test('a dog is deleted with its parties, and undo puts the same rows back @3.5', async () => {
  const owner = await newOwner(backend);
  const dog = await addDog(owner);
  const party = await planParty(owner, dog.id);

  const { error, status } = await owner.client.from('dogs').delete().eq('id', dog.id);
  expect({ error, status }).toEqual({ error: null, status: 204 });
  expect((await owner.client.from('birthday_celebrations').select()).data).toEqual([]);

  // Twice, because an undo whose answer was lost may be sent again.
  for (const _ of [1, 2]) {
    expect((await owner.client.from('dogs').upsert(dog)).error).toBeNull();
    expect((await owner.client.from('birthday_celebrations').upsert([party])).error).toBeNull();
  }
  expect((await owner.client.from('dogs').select()).data).toEqual([{ ...dog, ...newVersion }]);
  const { data } = await owner.client.from('birthday_celebrations').select();
  expect(data).toEqual([{ ...party, ...newVersion }]);
});

test('an upsert that ignores duplicates leaves the row as it is', async () => {
  const owner = await newOwner(backend);
  const dog = await addDog(owner);
  const { error } = await owner.client
    .from('dogs')
    .upsert({ ...dog, name: 'Changed' }, { onConflict: 'id', ignoreDuplicates: true });
  expect(error).toBeNull();
  expect((await owner.client.from('dogs').select('name').single()).data?.name).toBe('Rex');
});

test('several rows are inserted at once, all or none', async () => {
  const owner = await newOwner(backend);
  const rows = [dogRow(owner.id, { name: 'One' }), dogRow(owner.id, { name: 'Two' })];
  expect((await owner.client.from('dogs').insert(rows).select('name')).data).toEqual([
    { name: 'One' },
    { name: 'Two' },
  ]);
  const { error } = await owner.client.from('dogs').insert([dogRow(owner.id), dogRow(owner.id, { size: 'huge' })]);
  expect(error?.code).toBe('23514');
  expect((await owner.client.from('dogs').select('id', { count: 'exact', head: true })).count).toBe(2);
});

test('one row can be asked for, or none or one', async () => {
  const owner = await newOwner(backend);
  const dog = await addDog(owner);
  expect((await owner.client.from('dogs').select().eq('id', dog.id).single()).data).toEqual(dog);
  expect((await owner.client.from('dogs').select().eq('id', dog.id).maybeSingle()).data).toEqual(dog);

  const nobody = owner.client.from('dogs').select().eq('id', crypto.randomUUID());
  expect((await nobody.single()).error).toMatchObject({ code: 'PGRST116', details: 'The result contains 0 rows' });
  const none = await owner.client.from('dogs').select().eq('id', crypto.randomUUID()).maybeSingle();
  expect(none).toMatchObject({ data: null, error: null });
  await addDog(owner);
  expect((await owner.client.from('dogs').select().single()).error?.code).toBe('PGRST116');
});

test('a change that was to hit one row and hits more is undone', async () => {
  const owner = await newOwner(backend);
  await addDog(owner);
  await addDog(owner);
  const { error } = await owner.client.from('dogs').update({ name: 'Both' }).eq('user_id', owner.id).select().single();
  expect(error?.code).toBe('PGRST116');
  expect((await owner.client.from('dogs').select('name')).data).toEqual([{ name: 'Rex' }, { name: 'Rex' }]);
});

test('deleting what is gone is no error', async () => {
  const owner = await newOwner(backend);
  expect((await owner.client.from('dogs').delete().eq('id', crypto.randomUUID())).error).toBeNull();
});

test('a party is planned, changed and cancelled @3.3', async () => {
  const owner = await newOwner(backend);
  const dog = await addDog(owner);
  const party = await planParty(owner, dog.id, { shared_platforms: ['twitter'] });
  expect(party).toMatchObject({ dog_id: dog.id, description: null, location: null, shared_platforms: ['twitter'] });
  const parties = () => owner.client.from('birthday_celebrations');
  await parties()
    .update({ title: 'Cake', shared_platforms: ['twitter', 'facebook'] })
    .eq('id', party.id)
    .throwOnError();
  expect((await parties().select().single()).data).toEqual({
    ...party,
    ...newVersion,
    title: 'Cake',
    shared_platforms: ['twitter', 'facebook'],
  });
  await parties().delete().eq('id', party.id).throwOnError();
  expect((await parties().select()).data).toEqual([]);
});

const focus = { photo_x: 30, photo_y: 70 };
const [first, second] = ['https://example.com/1.webp', 'https://example.com/2.webp'];

test('the place of the face is kept with its photo, and a new photo without one has none @10.57', async () => {
  const owner = await newOwner(backend);
  const { id } = await addDog(owner, { photo_url: first, ...focus });
  const read = async () => {
    const { data } = await owner.client.from('dogs').select('photo_url, photo_x, photo_y').eq('id', id).single();
    return data;
  };
  const change = async (values: object) => {
    const { error } = await owner.client.from('dogs').update(values).eq('id', id);
    expect(error).toBeNull();
  };
  expect(await read()).toEqual({ photo_url: first, ...focus });
  await change({ name: 'Rexy', photo_url: first });
  expect(await read()).toEqual({ photo_url: first, ...focus });
  await change({ photo_url: second });
  expect(await read()).toEqual({ photo_url: second, photo_x: null, photo_y: null });
  // As the form saves a new photo with its focus.
  await change({ photo_url: first, photo_x: 0, photo_y: 100 });
  expect(await read()).toEqual({ photo_url: first, photo_x: 0, photo_y: 100 });
  // As a merge of two devices: one has changed the photo, the other the focus of the old photo.
  await change({ photo_url: second, photo_x: 0, photo_y: 100 });
  expect(await read()).toEqual({ photo_url: second, photo_x: null, photo_y: null });
});

test("nobody places the face in another owner's photo, nor does a caller without a session @10.57", async () => {
  const owner = await newOwner(backend);
  const stranger = await newOwner(backend);
  const { id } = await addDog(owner, { photo_url: first, ...focus });
  const tried = await stranger.client.from('dogs').update({ photo_x: 1, photo_y: 1 }).eq('id', id).select();
  expect(tried.data).toEqual([]);
  const anonymous = await newClient(backend).from('dogs').update({ photo_x: 1, photo_y: 1 }).eq('id', id).select();
  expect(anonymous.data).toBeNull();
  expect(anonymous.error).toMatchObject({ code: '42501' });
  const { data } = await owner.client.from('dogs').select('photo_x, photo_y').eq('id', id).single();
  expect(data).toEqual(focus);
});
