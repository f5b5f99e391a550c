import { afterAll, expect, test } from 'vitest';
import { startForwarder } from '../../support/forwarder.ts';
import { addDog, newOwner } from '../../support/owners.ts';
import { plainPicture } from '../../support/pictures.ts';
import { shareCluster } from '../../support/shared-cluster.ts';
import { startTestBackend } from '../../support/test-backend.ts';

const createDatabase = shareCluster();

const url = new URL(await createDatabase());
const port = Number(url.port);
const forwarder = await startForwarder(port);
url.port = String(forwarder.port);
const backend = await startTestBackend({ databaseUrl: url.href });
afterAll(async () => {
  await backend.stop();
  forwarder.stop();
});

test('requests to a database that hangs fail together, however many wait before them, and it is found again at once', async () => {
  const owner = await newOwner(backend);
  await addDog(owner);
  const ended: string[] = [];
  const list = async () => {
    const response = await fetch(`${backend.url}/rest/v1/dogs?select=*`, {
      headers: { Authorization: `Bearer ${owner.accessToken}` },
    });
    await response.text();
    ended.push('list');
    return response.status;
  };
  forwarder.freeze(true);
  // An owner may have two statements at once. A third request begins when those have timed out, and waits as long as they did.
  const first = Array.from({ length: 12 }, list);
  const second = Promise.any(first)
    .then(list)
    .finally(() => ended.push('second'));
  expect(new Set(await Promise.all(first))).toEqual(new Set([503]));
  expect(ended).not.toContain('second');
  expect(await second).toBe(503);

  const upload = await fetch(`${backend.url}/storage/v1/object/dog-photos/${owner.id}/rex.png`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.accessToken}`, 'Content-Type': 'image/png' },
    body: new Uint8Array((await plainPicture('#c0703a')).buffer),
  });
  expect(upload.status).toBe(503);

  forwarder.freeze(false);
  forwarder.point(port);
  expect(new Set(await Promise.all(Array.from({ length: 12 }, list)))).toEqual(new Set([200]));
});
