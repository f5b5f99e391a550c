import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newOwner } from '../../support/owners.ts';
import { startForFile } from '../../support/shared-backend.ts';

const large = Buffer.alloc(12 * 1024 * 1024, 'x');

const backend = await startForFile();
const owner = await newOwner(backend);
const stranger = await newOwner(backend);

/** Sends the whole request before it reads a byte of the answer, as browsers do, and then sends another request. */
function sendThenRead(path: string, headers: readonly string[], body: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(backend.url);
    const socket = connect(Number(port), hostname).pause();
    let text = '';
    socket.on('error', reject).on('close', () => resolve(text));
    socket.setEncoding('latin1').on('data', (part) => {
      text += part;
      if (text.includes('"keys"')) socket.destroy();
    });
    const start = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${owner.accessToken}`,
      ...headers,
    ];
    socket.write(`${start.join('\r\n')}\r\n\r\n`);
    socket.write(body);
    socket.write('GET /auth/v1/.well-known/jwks.json HTTP/1.1\r\nHost: localhost\r\n\r\n', () => socket.resume());
  });
}

const withLength = `Content-Length: ${large.length}`;
const chunked = (body: Buffer) =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
const form = Buffer.from('--b\r\nContent-Disposition: form-data; name=""; filename="a.jpg"\r\n\r\n');
const largeForm = Buffer.concat([form, large]);
const ofForm = 'Content-Type: multipart/form-data; boundary=b';

test.each([
  ['a photo', '/storage/v1/object/dog-photos/OWN/1.jpg', [withLength], large, 413],
  ['a photo in chunks', '/storage/v1/object/dog-photos/OWN/1.jpg', ['Transfer-Encoding: chunked'], chunked(large), 413],
  [
    'a photo in a form',
    '/storage/v1/object/dog-photos/OWN/1.jpg',
    [ofForm, `Content-Length: ${largeForm.length}`],
    largeForm,
    413,
  ],
  [
    'a photo in a form in chunks',
    '/storage/v1/object/dog-photos/OWN/1.jpg',
    [ofForm, 'Transfer-Encoding: chunked'],
    chunked(largeForm),
    413,
  ],
  ["a photo in a stranger's folder", '/storage/v1/object/dog-photos/STRANGER/1.jpg', [withLength], large, 403],
  ['rows', '/rest/v1/dogs', [withLength, 'Content-Type: application/json'], large, 413],
  ['rows in chunks', '/rest/v1/dogs', ['Transfer-Encoding: chunked'], chunked(large), 413],
  ['an account', '/auth/v1/signup', [withLength, 'Content-Type: application/json'], large, 413],
  ['what is not here', '/functions/v1/anything', [withLength], large, 404],
] as const)(
  '%s: a client that sends all of a large body first still gets its refusal, and its next answer',
  async (_, path, headers, body, status) => {
    const address = path.replace('OWN', owner.id).replace('STRANGER', stranger.id);
    const answers = await sendThenRead(address, headers, body);
    expect([...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code))).toEqual([status, 200]);
    await expect.poll(() => readdir(join(backend.dataDir, 'photos', '.tmp'))).toEqual([]);
  },
);

test('supabase-js is told that a photo is too large @5.12 @9.24', async () => {
  const { error } = await owner.client.storage.from('dog-photos').upload(`${owner.id}/2.jpg`, new Uint8Array(large), {
    contentType: 'image/jpeg',
  });
  expect(error).toMatchObject({ statusCode: '413', message: 'The object exceeded the maximum allowed size' });
});
