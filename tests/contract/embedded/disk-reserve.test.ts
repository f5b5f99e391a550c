import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addDog, dogRow, newOwner, type Owner, planParty } from '../../support/owners.ts';
import { plainPicture } from '../../support/pictures.ts';
import { startForFile } from '../../support/shared-backend.ts';

const disk = { blocks: 25_000_000, bavail: 20_000_000, bsize: 4096 };

const backend = await startForFile({ readDisk: async () => disk, embedsDatabase: true });
const owner = await newOwner(backend);
const png = (await plainPicture('#336699')).buffer;

test('below its reserve the disk takes no photo but everything else, and a photo again once there is space', async () => {
  const bucket = owner.client.storage.from('dog-photos');
  const upload = (name: string) =>
    bucket.upload(`${owner.id}/${name}.png`, new Uint8Array(png), { contentType: 'image/png' });
  expect((await upload('before')).error).toBeNull();

  disk.bavail = 262_143;
  expect(await upload('refused')).toMatchObject({
    data: null,
    error: { statusCode: '507', message: 'There is no space left for photos' },
  });
  expect(backend.logged()).toContain('disk_space_low');
  await addDog(owner);
  expect((await bucket.list(owner.id)).data?.map(({ name }) => name)).toEqual(['before.png']);
  expect((await fetch(bucket.getPublicUrl(`${owner.id}/before.png`).data.publicUrl)).status).toBe(200);
  expect((await bucket.remove([`${owner.id}/before.png`])).error).toBeNull();
  const stranger = await newOwner(backend);
  expect(await stranger.client.storage.from('dog-photos').upload(`${owner.id}/theirs.png`, png)).toMatchObject({
    error: { statusCode: '403' },
  });

  disk.bavail = 20_000_000;
  expect((await upload('after')).error).toBeNull();
  expect(backend.logged()).toContain('disk_space_recovered');
});

test('new accounts leave more of the disk free for the photos of others', async () => {
  const newcomer = await newOwner(backend);
  const upload = ({ id, client }: Owner) =>
    client.storage.from('dog-photos').upload(`${id}/${randomUUID()}.png`, png, { contentType: 'image/png' });
  disk.bavail = 1_000_000;
  expect(await upload(newcomer)).toMatchObject({ error: { statusCode: '507' } });
  await backend.sql`update auth.users set created_at = now() - interval '8 days' where id = ${newcomer.id}`;
  expect((await upload(newcomer)).error).toBeNull();
  disk.bavail = 20_000_000;
});

test('with half of the reserve left, rows are read and removed but neither added nor changed', async () => {
  const { id } = await addDog(owner);
  const party = await planParty(owner, id);
  const invite = () => owner.client.rpc('make_invitation_link', { party_id: party.id });
  const form = `${backend.url}/i/${(await invite().throwOnError()).data}`;
  const dogs = () => owner.client.from('dogs');
  // Every photo looks at the disk.
  const look = () => owner.client.storage.from('dog-photos').upload(`${owner.id}/${randomUUID()}.png`, png);
  const refused = { status: 503, error: { message: 'There is no space left for changes. Please try again later.' } };
  disk.bavail = 131_072;
  await look();
  await addDog(owner);
  disk.bavail = 131_071;
  await look();
  expect(await dogs().insert(dogRow(owner.id)).retry(false)).toMatchObject(refused);
  expect(await dogs().update({ name: 'Rex' }).eq('id', id).retry(false)).toMatchObject(refused);
  expect(await invite()).toMatchObject(refused);
  const answer = new URLSearchParams({ name: 'Ada', answer: 'yes', adults: '1', children: '0' });
  expect((await fetch(form, { method: 'POST', body: answer })).status).toBe(503);
  expect((await owner.client.rpc('end_own_session', { session_id: randomUUID() })).error).toBeNull();
  expect((await dogs().select('name').eq('id', id).throwOnError()).data).toHaveLength(1);
  expect((await dogs().delete().eq('id', id)).error).toBeNull();
  disk.bavail = 20_000_000;
  await look();
  expect((await dogs().insert(dogRow(owner.id))).error).toBeNull();
});
