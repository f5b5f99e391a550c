import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Claims, Requester, Requests } from '../database/requests.ts';
import { openInbox } from '../photos/photos.ts';
import type { PreparedPhoto } from '../photos/prepare-photo.ts';
import { createUploads, type StorageParts } from './uploads.ts';

test('however many owners of one network wait for their photos, one elsewhere has a turn', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wagday-uploads-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const drawing = Promise.withResolvers<PreparedPhoto>();
  const upload = createUploads({
    requests: {
      ask: async () => ({ id: 'dog-photos', maxBytes: null, types: null }),
      runAs: async () => ({ body: '', length: 1, total: null }),
    } as unknown as Requests,
    photos: {
      inbox: await openInbox(folder),
      decoder: { draw: () => drawing.promise },
      store: { put: async () => undefined },
      space: null,
    } as unknown as StorageParts['photos'],
    now: () => new Date(),
  } as StorageParts);
  const send = (sub: string, client: string) =>
    upload(new Request('http://localhost/', { method: 'POST', body: 'picture' }), {
      requester: { claims: { sub } as Claims, client } satisfies Requester,
      bucket: 'dog-photos',
      name: 'name',
    });

  // Two are drawn, and fifty may wait.
  const refused: string[] = [];
  const crowd = Array.from({ length: 53 }, (_, index) =>
    send(`owner ${index}`, '192.0.2.1').catch(() => refused.push('crowd')),
  );
  await expect.poll(() => refused).toEqual(['crowd']);
  const elsewhere = send('bystander', '198.51.100.1').catch(() => refused.push('bystander'));
  await expect.poll(() => refused).toEqual(['crowd', 'crowd']);
  drawing.resolve({ type: 'image/png', bytes: Buffer.from('photo') });
  expect(await elsewhere).toMatchObject({ id: expect.any(String) });
  await Promise.all(crowd);
});
