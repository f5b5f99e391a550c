import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { plainPicture } from '../support/pictures.ts';
import { runScript } from '../support/run-script.ts';
import { makeDataDir, startServer, type TestServer } from '../support/start-server.ts';
import { dogRow, newClient, partyRow } from '../support/test-backend.ts';
import { makeOldBackup, makeOldDataDirectory, type OldOwner } from '../support/version-0-1.ts';

// Several servers run one after another, on a small machine that does other things too.
vi.setConfig({ testTimeout: 400_000 });

let place: string;
let old: string;
let server: TestServer | null;

beforeEach(async () => {
  place = await makeDataDir();
  old = join(place, 'old');
  await mkdir(old, { mode: 0o711 });
  server = null;
});
afterEach(async () => {
  await server?.stop();
  await rm(place, { recursive: true, force: true });
});

/** What owners of version 0.1 do with today's Wagday, starting from the session that they left open. */
async function expectToWork({ url }: TestServer, owner: OldOwner): Promise<void> {
  const backend = { url, key: 'wagday' };
  const signedIn = newClient(backend);
  const refreshed = await signedIn.auth.refreshSession({ refresh_token: owner.refreshToken });
  expect(refreshed.error).toBeNull();
  expect(refreshed.data.user?.id).toBe(owner.id);

  const client = newClient(backend);
  const { error } = await client.auth.signInWithPassword(owner);
  expect(error).toBeNull();
  for (const { data } of [
    await client.from('dogs').select('id, name, notes').throwOnError(),
    await signedIn.from('dogs').select('id, name, notes').throwOnError(),
  ]) {
    expect(data).toEqual([owner.dog]);
  }
  const { data: parties } = await client.from('birthday_celebrations').select('id, title').throwOnError();
  expect(parties).toEqual([owner.party]);
  const photo = await fetch(`${url}/storage/v1/object/public/dog-photos/${owner.photo.path}`);
  expect(Buffer.from(await photo.arrayBuffer())).toEqual(owner.photo.bytes);
  expect(photo.headers.get('content-type')).toBe('image/png');

  const added = await client
    .from('dogs')
    .insert(dogRow(owner.id, { name: 'New' }))
    .select('id')
    .single()
    .throwOnError();
  await client.from('birthday_celebrations').insert(partyRow(owner.id, added.data.id)).throwOnError();
  const picture = await plainPicture('#112233');
  const bucket = client.storage.from('dog-photos');
  expect((await bucket.upload(`${owner.id}/2.png`, picture.buffer, { contentType: 'image/png' })).error).toBeNull();
  expect((await bucket.remove([owner.photo.path])).data).toHaveLength(1);
  expect((await client.auth.signOut()).error).toBeNull();
}

test('a data directory of version 0.1 starts, keeps its owners signed in, and serves and takes what they have', async () => {
  const owners = await makeOldDataDirectory(old);
  server = await startServer({ dataDir: old });
  for (const owner of owners) await expectToWork(server, owner);
});

test('a backup of version 0.1 restores, starts, and serves and takes what its owners have', async () => {
  const owners = await makeOldDataDirectory(old);
  const file = join(place, 'old.tar');
  await writeFile(file, await makeOldBackup(old, owners));
  const dataDir = join(place, 'new');
  const restored = await runScript('restore', [file, '--keep-sessions'], { WAGDAY_DATA: dataDir });
  expect(restored).toMatchObject({
    code: 0,
    output: expect.stringContaining('Restored 2 owners, 2 dogs, 2 parties, and 2 photos, as they were at 2026-11-21'),
  });
  server = await startServer({ dataDir });
  for (const owner of owners) await expectToWork(server, owner);
});
