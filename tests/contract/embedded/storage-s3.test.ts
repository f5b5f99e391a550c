import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { StartUpError } from '../../../embedded-supabase/errors.ts';
import { openS3Store } from '../../../embedded-supabase/photos/s3-store.ts';
import { sweepPhotos } from '../../../embedded-supabase/storage/sweep.ts';
import { startFakeS3 } from '../../support/fake-s3.ts';
import { newOwner } from '../../support/owners.ts';
import { photoName, plainPicture } from '../../support/pictures.ts';
import { startTestBackend } from '../../support/test-backend.ts';

const s3 = await startFakeS3();
const backend = await startTestBackend({ s3: s3.config });
const owner = await newOwner(backend);
const png = (await plainPicture('#c43a5e')).buffer;
beforeEach(() => s3.failWith(null));
afterAll(async () => {
  await backend.stop();
  await s3.stop();
});

const photos = () => owner.client.storage.from('dog-photos');
const upload = (name: string) => photos().upload(name, new File([new Uint8Array(png)], 'x.png', { type: 'image/png' }));
const see = (name: string, headers: Record<string, string> = {}) =>
  fetch(photos().getPublicUrl(name).data.publicUrl, { headers });

test('a photo goes to the bucket, comes back whole and in part, and is removed', async () => {
  const name = photoName(owner.id);
  const { data } = await upload(name);
  const key = `dog-photos/${data?.id}`;
  expect(s3.objects.get(key)).toMatchObject({ bytes: png, type: 'image/png' });
  expect(await readdir(join(backend.dataDir, 'photos'))).toEqual(['.tmp']);
  expect(await readdir(join(backend.dataDir, 'photos', '.tmp'))).toEqual([]);

  const whole = await see(name);
  expect(whole.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await whole.arrayBuffer()).equals(png)).toBe(true);
  const part = await see(name, { Range: 'bytes=4-11' });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(png.subarray(4, 12))).toBe(true);
  expect(s3.requests.at(-1)).toMatch(/^GET \/photos-of-dogs\/dog-photos\/[0-9a-f-]{36} bytes=4-11$/);

  await photos().remove([name]);
  expect(s3.objects.has(key)).toBe(false);
  expect((await see(name)).status).toBe(404);
});

test('a photo that the store does not take is not said to be stored', async () => {
  s3.failWith(503);
  const name = photoName(owner.id);
  expect((await upload(name)).error).toMatchObject({ statusCode: '500' });
  s3.failWith(null);
  expect((await see(name)).status).toBe(404);
  expect(await readdir(join(backend.dataDir, 'photos', '.tmp'))).toEqual([]);
  expect((await upload(name)).error).toBeNull();
});

test('a photo that the store has lost is not found', async () => {
  const name = photoName(owner.id);
  const { data } = await upload(name);
  s3.objects.delete(`dog-photos/${data?.id}`);
  const lost = await see(name);
  expect(lost.status).toBe(404);
  expect(lost.headers.get('cache-control')).toBe('no-store');
  expect(await lost.json()).toMatchObject({ error: 'not_found' });
});

test('the sweep reads every page of the bucket and leaves what is not a photo alone', async () => {
  s3.objects.clear();
  await backend.sql`delete from storage.objects`;
  for (let count = 0; count < 5; count += 1) await upload(photoName(owner.id));
  const old = { bytes: png, type: 'image/png', at: new Date(Date.now() - 2 * 60 * 60_000) };
  s3.objects.set('dog-photos/11111111-1111-4111-8111-111111111111', old);
  s3.objects.set('dog-photos/readme.txt', old);
  s3.objects.set('elsewhere/22222222-2222-4222-8222-222222222222', old);
  const log = { info: () => undefined, error: () => undefined };
  const swept = await sweepPhotos({ sql: backend.sql, store: backend.photos.store, log, now: () => new Date() });
  expect(swept).toEqual({ accounts: 0, unused: 0, photos: 1, rows: 0 });
  expect(s3.objects.size).toBe(7);
});

test('a store that cannot be used is told in one sentence at the start, without a secret', async () => {
  for (const changes of [{ accessKeyId: 'WRONG' }, { bucket: 'no-such-bucket' }, { endpoint: 'http://127.0.0.1:9' }]) {
    const failure = await openS3Store({ ...s3.config, ...changes }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartUpError);
    const { message } = failure as StartUpError;
    expect(message).toMatch(/^The bucket "[\w-]+" at S3_ENDPOINT http:\S+ cannot be used \([^()]+\)\.$/);
    expect(message).not.toContain(s3.config.secretAccessKey);
  }
});
