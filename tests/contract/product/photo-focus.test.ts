import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContractBackend, openContractBackend } from '../../support/contract-backend.ts';
import { addDog, newClient, newOwner } from '../../support/owners.ts';

let backend: ContractBackend;
beforeAll(async () => {
  backend = await openContractBackend();
});
afterAll(() => backend?.stop());

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
