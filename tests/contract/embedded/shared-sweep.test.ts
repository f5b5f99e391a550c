/** Servers that share one database and its photos sweep them one at a time. */
import { randomUUID } from 'node:crypto';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../../server/database/connect.ts';
import { sweepAlone } from '../../../server/routes/storage/sweep.ts';
import type { PhotoStore } from '../../../server/services/photos/photo-store.ts';
import { plainPicture } from '../../support/pictures.ts';
import { newOwner, startTestBackend, type TestBackend } from '../../support/test-backend.ts';

const twoHours = 2 * 60 * 60_000;
const log = { info: () => undefined, error: () => undefined };
const none = { accounts: 0, photos: 0, rows: 0 };

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await newOwner(backend);
});
afterAll(() => backend?.stop());

const now = () => new Date();

/** A store whose listing stands still until it is told to go on. */
function slowStore(): { store: PhotoStore; begun: Promise<void>; goOn: () => void } {
  const begun = Promise.withResolvers<void>();
  const door = Promise.withResolvers<void>();
  const list = async () => {
    begun.resolve();
    await door.promise;
    return backend.photos.store.list();
  };
  return { store: { ...backend.photos.store, list }, begun: begun.promise, goOn: door.resolve };
}

test('while one server sweeps the others leave it to that one', async () => {
  const other = connect(backend.databaseUrl, { max: 2 });
  const { store, begun, goOn } = slowStore();
  const first = sweepAlone({ sql: other, store, log, now });
  await begun;
  const { sql } = backend;
  expect(await sweepAlone({ sql, store: backend.photos.store, log, now })).toBeNull();
  goOn();
  expect(await first).toEqual(none);
  expect(await sweepAlone({ sql, store: backend.photos.store, log, now })).toEqual(none);
  await other.end();
});

test('a server that dies over its sweep is in nobody’s way', async () => {
  const doomed = connect(backend.databaseUrl, { max: 2, name: 'doomed' });
  const { store, begun, goOn } = slowStore();
  const first = sweepAlone({ sql: doomed, store, log, now }).catch((error: Error) => error);
  await begun;
  await backend.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'doomed'`;
  const { sql } = backend;
  await expect.poll(() => sweepAlone({ sql, store: backend.photos.store, log, now })).toEqual(none);
  goOn();
  expect(await first).toBeInstanceOf(Error);
  await doomed.end({ timeout: 0 });
});

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
  expect(await sweepAlone({ ...parts, isPartial: true })).toEqual({ ...none, photos: 1 });
  expect(await sweepAlone(parts)).toEqual({ ...none, rows: 1 });
});
