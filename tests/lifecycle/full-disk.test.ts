import { spawnSync } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { addDog, dogRow, newClient, newOwner } from '../support/owners.ts';
import { plainPicture } from '../support/pictures.ts';
import { makeDataDir, startServer } from '../support/start-server.ts';

// Several servers run one after another, on a small machine that does other things too.
vi.setConfig({ testTimeout: 400_000 });

let disk: string;
let isMounted = false;

beforeAll(async () => {
  disk = await makeDataDir();
  isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=0711', 'tmpfs', disk], { stdio: 'ignore' }).status === 0;
});
afterAll(async () => {
  // Lazily: processes of the server that has just ended may still hold files.
  if (isMounted) spawnSync('umount', ['--lazy', disk]);
  await rm(disk, { recursive: true, force: true });
});

/** Fills the disk to the last block. Returns how many blocks are free: the database may have freed one meanwhile. */
async function fillDisk(file: string): Promise<number> {
  const handle = await open(file, 'a');
  try {
    for (const size of [1024 * 1024, 4096]) {
      const block = Buffer.alloc(size, 1);
      while (
        await handle.write(block).then(
          ({ bytesWritten }) => bytesWritten === size,
          () => false,
        )
      );
    }
  } finally {
    await handle.close();
  }
  return (await statfs(disk)).bavail;
}

test('on a full disk writes are refused clearly and reads go on; with space again everything confirmed is there', async ({
  skip,
}) => {
  skip(!isMounted, 'this user may not mount the small disk that it needs');
  const server = { ...(await startServer({ dataDir: disk })), key: 'wagday' };
  onTestFinished(() => server.stop());
  const owner = await newOwner(server);
  const bucket = owner.client.storage.from('dog-photos');
  const picture = await plainPicture('#c0703a');
  const upload = (name: string) =>
    fetch(`${server.url}/storage/v1/object/dog-photos/${owner.id}/${name}.png`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.accessToken}`, 'Content-Type': 'image/png' },
      body: new Uint8Array(picture.buffer),
    });
  expect((await upload('before')).status).toBe(200);
  const first = await addDog(owner, { name: 'Before' });
  const filler = join(disk, 'filler');
  await expect.poll(() => fillDisk(filler)).toBe(0);

  const refused = await upload('refused');
  expect(refused.status).toBe(507);
  expect(await refused.json()).toEqual({
    statusCode: '507',
    error: 'InsufficientStorage',
    code: 'InsufficientStorage',
    message: 'There is no space left for photos',
  });
  // Rows still fit into space that the database has reserved, until it needs another page.
  const confirmed = [first.id];
  let refusal = null;
  for (let index = 0; index < 2000 && !refusal; index += 1) {
    const row = dogRow(owner.id, { name: `Dog ${index}`, notes: `${index} `.repeat(300) });
    const { data, error, status } = await owner.client.from('dogs').insert(row).select('id').single();
    if (data) confirmed.push(data.id);
    else refusal = { status, code: error?.code, message: error?.message };
  }
  expect(refusal).toMatchObject({ status: 503, code: expect.stringMatching(/^PGRST/) });
  expect(JSON.stringify(refusal)).not.toContain(disk);

  const dogs = async () => (await owner.client.from('dogs').select('id').limit(5000).throwOnError()).data;
  expect((await dogs()).map(({ id }) => id).toSorted()).toEqual(confirmed.toSorted());
  const url = bucket.getPublicUrl(`${owner.id}/before.png`).data.publicUrl;
  expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(picture.buffer);
  expect((await fetch(url.replace('before', 'refused'))).status).toBe(404);
  expect(server.process.exitCode).toBeNull();

  await rm(filler);
  expect((await upload('after')).status).toBe(200);
  confirmed.push((await addDog(owner, { name: 'After' })).id);
  await server.kill('SIGKILL');
  const again = { ...(await startServer({ dataDir: disk })), key: 'wagday' };
  const client = newClient(again);
  await client.auth.signInWithPassword(owner);
  const { data: kept } = await client.from('dogs').select('id').limit(5000).throwOnError();
  expect(kept.map(({ id }) => id).toSorted()).toEqual(confirmed.toSorted());
  for (const name of ['before', 'after']) {
    const photo = await fetch(client.storage.from('dog-photos').getPublicUrl(`${owner.id}/${name}.png`).data.publicUrl);
    expect(Buffer.from(await photo.arrayBuffer())).toEqual(picture.buffer);
  }
  await again.stop();
});
