import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainPicture } from '../../support/pictures.ts';
import { addDog, newOwner, type Owner, startTestBackend, type TestBackend } from '../../support/test-backend.ts';

const disk = { blocks: 25_000_000, bavail: 20_000_000, bsize: 4096 };

let backend: TestBackend;
let owner: Owner;
let png: Buffer;
beforeAll(async () => {
  backend = await startTestBackend({ readDisk: async () => disk });
  owner = await newOwner(backend);
  png = (await plainPicture('#336699')).buffer;
});
afterAll(() => backend?.stop());

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
