import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openContractBackend } from '../../support/contract-backend.ts';
import { newClient, newOwner, type Owner } from '../../support/owners.ts';
import { photoName, plainPicture } from '../../support/pictures.ts';

const bucket = 'dog-photos';

const backend = await openContractBackend();
const owner = await newOwner(backend);
const stranger = await newOwner(backend);
const png = (await plainPicture('#c43a5e')).buffer;

const photosOf = ({ client }: Pick<Owner, 'client'>) => client.storage.from(bucket);
const file = () => new File([new Uint8Array(png)], 'rex.png', { type: 'image/png' });

async function uploadPhoto(): Promise<string> {
  const name = photoName(owner.id);
  const { error } = await photosOf(owner).upload(name, file());
  expect(error).toBeNull();
  return name;
}

async function publicBytes(name: string): Promise<Buffer | number> {
  const response = await fetch(photosOf(owner).getPublicUrl(name).data.publicUrl);
  return response.ok ? Buffer.from(await response.arrayBuffer()) : response.status;
}

test('a photo is uploaded as the browser sends it, and anyone can see it at its public address @3.12 @3.13 @7.13', async () => {
  const name = photoName(owner.id);
  const { data, error } = await photosOf(owner).upload(name, file(), { upsert: false });
  expect(error).toBeNull();
  expect(data).toEqual({ path: name, id: expect.stringMatching(/^[0-9a-f-]{36}$/), fullPath: `${bucket}/${name}` });

  const { publicUrl } = photosOf(owner).getPublicUrl(name).data;
  expect(publicUrl).toBe(`${backend.url}/storage/v1/object/public/${bucket}/${name}`);
  const response = await fetch(publicUrl);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('image/png');
  expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true);
});

test('bytes with a content type are taken as well', async () => {
  const name = photoName(owner.id);
  const { error } = await photosOf(owner).upload(name, new Uint8Array(png), { contentType: 'image/png' });
  expect(error).toBeNull();
  expect(await publicBytes(name)).toEqual(png);
});

test('a name is used once', async () => {
  const name = await uploadPhoto();
  const { error } = await photosOf(owner).upload(name, file());
  expect(error).toMatchObject({ statusCode: '409', message: 'The resource already exists' });
});

test('an owner lists the photos in their own folder', async () => {
  const lister = await newOwner(backend);
  const names = [photoName(lister.id), photoName(lister.id), photoName(lister.id)];
  for (const name of names) expect((await photosOf(lister).upload(name, file())).error).toBeNull();
  const base = (name: string) => name.slice(lister.id.length + 1);

  const { data } = await photosOf(lister).list(lister.id);
  expect(data?.map(({ name }) => name)).toEqual(names.map(base).sort());
  expect(data?.[0]).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    created_at: expect.any(String),
    metadata: { mimetype: 'image/png', size: png.length, eTag: expect.any(String) },
  });
  const page = await photosOf(lister).list(lister.id, {
    limit: 1,
    offset: 1,
    sortBy: { column: 'name', order: 'desc' },
  });
  expect(page.data?.map(({ name }) => name)).toEqual([base(names[1]!)]);
  expect((await photosOf(lister).list()).data?.map(({ name, id }) => [name, id])).toEqual([[lister.id, null]]);
});

test('a removed photo is gone', async () => {
  const [first, second] = [await uploadPhoto(), await uploadPhoto()];
  const { data, error } = await photosOf(owner).remove([first, photoName(owner.id)]);
  expect(error).toBeNull();
  expect(data?.map(({ name }) => name)).toEqual([first]);
  expect(await publicBytes(first)).toBeGreaterThanOrEqual(400);
  expect(await publicBytes(second)).toEqual(png);
});

test('what is no picture of an allowed type is refused by what it is declared to be', async () => {
  const page = new File(['<script>alert(1)</script>'], 'page.html', { type: 'text/html' });
  const { error } = await photosOf(owner).upload(photoName(owner.id), page);
  expect(error).toMatchObject({ statusCode: '415' });
});

test('a file over the limit of the bucket is refused', async () => {
  const large = new File([new Uint8Array(png), new Uint8Array(5 * 1024 * 1024)], 'large.png', { type: 'image/png' });
  const { error } = await photosOf(owner).upload(photoName(owner.id), large);
  expect(error).toMatchObject({ statusCode: '413' });
});

test("another user and nobody can neither add to, replace, list nor remove an owner's photos", async () => {
  const name = await uploadPhoto();
  const anonymous = { client: newClient(backend) };
  const refused = { statusCode: '403', message: 'new row violates row-level security policy' };
  const added = await photosOf(stranger).upload(photoName(owner.id), file());
  expect(added.error).toMatchObject(refused);
  // A hosted project checks for a taken name before the row rules.
  for (const upsert of [false, true]) {
    const replaced = await photosOf(stranger).upload(name, file(), { upsert });
    expect(replaced.error).toMatchObject({ statusCode: expect.stringMatching(/^(403|409)$/) });
  }
  expect((await photosOf(stranger).update(name, file())).error).not.toBeNull();
  expect((await photosOf(stranger).move(name, photoName(stranger.id))).error).not.toBeNull();
  expect((await photosOf(stranger).copy(name, photoName(stranger.id))).error).not.toBeNull();
  expect((await photosOf(stranger).createSignedUrl(name, 60)).error).not.toBeNull();
  expect((await photosOf(stranger).createSignedUploadUrl(photoName(owner.id))).error).not.toBeNull();

  for (const other of [stranger, anonymous]) {
    expect((await photosOf(other).upload(photoName(owner.id), file())).error).toMatchObject({ statusCode: '403' });
    expect((await photosOf(other).list(owner.id)).data).toEqual([]);
    expect((await photosOf(other).list()).data).toEqual([]);
    expect((await photosOf(other).remove([name])).data).toEqual([]);
  }
  expect((await photosOf(anonymous).upload(photoName(randomUUID()), file())).error).toMatchObject({
    statusCode: '403',
  });
  expect(await publicBytes(name)).toEqual(png);
  expect((await photosOf(owner).list(owner.id, { limit: 1000 })).data).toContainEqual(
    expect.objectContaining({ name: name.slice(owner.id.length + 1) }),
  );
});

test('there is no other bucket', async () => {
  for (const other of ['avatars', 'DOG-PHOTOS', 'photos']) {
    const photos = owner.client.storage.from(other);
    expect((await photos.upload(photoName(owner.id), file())).error).toMatchObject({
      statusCode: expect.stringMatching(/^40[034]$/),
    });
    expect((await fetch(photos.getPublicUrl(photoName(owner.id)).data.publicUrl)).ok).toBe(false);
  }
  expect((await owner.client.storage.createBucket('mine', { public: true })).error).not.toBeNull();
  expect((await owner.client.storage.emptyBucket(bucket)).error).not.toBeNull();
  expect((await owner.client.storage.deleteBucket(bucket)).error).not.toBeNull();
});
