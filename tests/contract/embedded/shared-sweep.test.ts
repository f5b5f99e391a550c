/** Tests servers that share one database and sweep its photos. */
import { randomUUID } from 'node:crypto';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepPhotos } from '../../../embedded-supabase/storage/sweep.ts';
import { newOwner } from '../../support/owners.ts';
import { plainPicture } from '../../support/pictures.ts';
import { startTestBackend, type TestBackend } from '../../support/test-backend.ts';

const twoHours = 2 * 60 * 60_000;
const log = { info: () => undefined, error: () => undefined };
const none = { accounts: 0, unused: 0, photos: 0, rows: 0 };

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await newOwner(backend);
});
afterAll(() => backend?.stop());

test('a server that sees only its own photos leaves rows of photos elsewhere alone', async () => {
  const owner = await newOwner(backend);
  const { buffer } = await plainPicture('#c0703a');
  const photos = join(backend.dataDir, 'photos');
  for (const time of [1, 2]) {
    const file = new File([new Uint8Array(buffer)], 'dog.png', { type: 'image/png' });
    const name = `${owner.id}/179000000000${time}.png`;
    expect((await owner.client.storage.from('dog-photos').upload(name, file)).error).toBeNull();
  }
  const [elsewhere = ''] = (await readdir(photos)).filter((name) => name !== '.tmp');
  await rm(join(photos, elsewhere));
  const orphan = join(photos, randomUUID());
  await writeFile(orphan, buffer);
  const old = new Date(Date.now() - twoHours);
  await utimes(orphan, old, old);

  const parts = { sql: backend.sql, store: backend.photos.store, log, now: () => new Date(Date.now() + twoHours) };
  expect(await sweepPhotos({ ...parts, isPartial: true })).toEqual({ ...none, photos: 1 });
  expect(await sweepPhotos(parts)).toEqual({ ...none, rows: 1 });
});
