import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Claims, Requester, Requests } from '../database/requests.ts';
import { openInbox } from '../photos/photos.ts';
import type { PreparedPhoto } from '../photos/prepare-photo.ts';
import { createUploads, receiveFile, type StorageDependencies } from './uploads.ts';

test('however many owners of one network wait for their photos, one elsewhere has a turn', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-uploads-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const drawing = Promise.withResolvers<PreparedPhoto>();
  const upload = createUploads({
    requests: {
      ask: async () => ({ id: 'photos', maxBytes: null, types: null }),
      runAs: async () => ({ body: '', length: 1, total: null }),
    } as unknown as Requests,
    photos: {
      inbox: await openInbox(folder),
      decoder: { draw: () => drawing.promise },
      store: { put: async () => undefined },
      space: null,
    } as unknown as StorageDependencies['photos'],
    now: () => new Date(),
  } as StorageDependencies);
  const send = (sub: string, client: string) =>
    upload({ req: { raw: new Request('http://localhost/', { method: 'POST', body: 'picture' }) } } as Context, {
      requester: { claims: { sub } as Claims, client } satisfies Requester,
      bucket: 'photos',
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

async function newPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-receive-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'file');
}

const boundary = 'limb';
const formStart = `--${boundary}\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\n`;
const forms = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };

/** Creates a request whose body sends `start` and then `end`, or hangs when that is null. */
function upload(start: string, end: string | null, headers: Record<string, string> = {}): Request {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(start));
      if (end === null) return;
      controller.enqueue(new TextEncoder().encode(end));
      controller.close();
    },
  });
  return new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
}

test.each([
  ['as it is', 'pic', 'ture', {}],
  ['as a form', `${formStart}pic`, `ture\r\n--${boundary}--\r\n`, forms],
])('a file that is sent %s is received', async (_, start, end, headers) => {
  const path = await newPath();
  await receiveFile(upload(start, end, headers), path, 1000);
  expect(await readFile(path, 'utf8')).toBe('picture');
});

test.each([
  ['as it is', 'pic', {}],
  ['as a form', `${formStart}pic`, forms],
])('a file that is sent %s and does not go on is given up', async (_, start, headers) => {
  const receiving = receiveFile(upload(start, null, headers), await newPath(), 1000, 50);
  await expect(receiving).rejects.toMatchObject({ status: 408, code: 'RequestTimeout' });
});

test('a form that cannot be read leaves no clock behind, which would end the server later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const form = upload('no boundary here', '', { 'Content-Type': 'multipart/form-data' });
  await expect(receiveFile(form, await newPath(), 1000)).rejects.toMatchObject({ status: 400 });
  // A stream reports that it is closed a moment later.
  await new Promise((done) => setImmediate(done));
  expect(vi.getTimerCount()).toBe(0);
});
