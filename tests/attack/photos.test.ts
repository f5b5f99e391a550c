import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { pngChunk } from '../support/costly-pictures.ts';
import { newOwner } from '../support/owners.ts';
import { photoName, plainPicture } from '../support/pictures.ts';
import { startForFile } from '../support/shared-backend.ts';
import { type Answer, askSafely, type Question, talk } from './raw-requests.ts';
import { belongings, newVictim } from './world.ts';

const backend = await startForFile();
const victim = await newVictim(backend);
const attacker = await newOwner(backend);
const png = (await plainPicture('#336699')).buffer;
const jpeg = (await plainPicture('#993366', 'jpeg')).buffer;
const before = await belongings(victim, backend);
afterEach(async () => {
  expect(await belongings(victim, backend)).toEqual(before);
  // No upload remains half done once the server has noticed that the client is gone, and no file is where none should be.
  await expect.poll(() => readdir(join(backend.dataDir, 'photos', '.tmp'))).toEqual([]);
  expect((await readdir(backend.dataDir)).filter((name) => /passwd|html|svg|png|jpe?g/.test(name))).toEqual([]);
});

async function send(question: Question): Promise<Answer> {
  const headers = { authorization: `Bearer ${attacker.accessToken}`, ...question.headers };
  return askSafely(backend.url, { ...question, headers }, victim.marks);
}

const newName = (extension = 'png') => photoName(attacker.id, extension);
const upload = (body: Uint8Array | string, type = 'image/png', name = newName(), bucket = 'dog-photos') =>
  send({ method: 'POST', path: `/storage/v1/object/${bucket}/${name}`, headers: { 'content-type': type }, body });
const publicPath = (name: string, bucket = 'dog-photos') => `/storage/v1/object/public/${bucket}/${name}`;

const oddNames = [
  '../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd.png',
  '%2e%2e/%2e%2e/secrets.json',
  '....//....//secrets.json',
  '..%5c..%5csecrets.png',
  '..\\..\\secrets.png',
  'OWN/../VICTIM/1.png',
  'OWN%2f..%2fVICTIM%2f1.png',
  'OWN/%2e%2e/VICTIM/1.png',
  'OWN/..%252fVICTIM%252f1.png',
  'OWN//VICTIM/1.png',
  'OWN/VICTIM/1.png',
  'VICTIM%00/OWN/1.png',
  'OWN/1.png%00.html',
  'OWN/1.html%00.png',
  'OWN/%00.png',
  'OWN/\u00a01.png',
  'OWN/1.png ',
  'OWN/1.png%20',
  'OWN/1.png.',
  'OWN/1.png%0a',
  'OWN/1.png%0d%0aX-Injected:%20yes',
  'OWN/%c0%ae%c0%ae/1.png',
  'OWN/%ff%fe.png',
  'OWN/%zz.png',
  'OWN/%.png',
  'OWN/%EF%BC%8E%EF%BC%8E%EF%BC%8F1.png',
  'OWN/e%CC%81.png',
  'OWN/%C3%A9.png',
  'OWN/%E2%80%AEgnp.exe.png',
  'OWN/con.png%3Ahidden',
  'OWN/1.png::$DATA',
  'OWN/.htaccess',
  'OWN/.png',
  'OWN/-rf.png',
  'OWN/$(id).png',
  'OWN/`id`.png',
  'OWN/|id.png',
  'OWN/1.svg',
  'OWN/1.html',
  'OWN/1.png.html',
  'OWN/1.phtml',
  'OWN/1',
  'OWN/',
  'OWN',
  '.tmp/1.png',
  '',
  '/',
  'public/1.png',
  'list/1.png',
  `OWN/${'x'.repeat(65)}.png`,
  `OWN/${'x'.repeat(3000)}.png`,
  `${'OWN/'.repeat(50)}1.png`,
];

test.each(oddNames)('a photo named %j is not taken, shown or removed, and no other in its place', async (pattern) => {
  const name = pattern.replaceAll('OWN', attacker.id).replaceAll('VICTIM', victim.id);
  // As bytes, because a client's library would refuse to send some of them.
  const path = Buffer.from(name).toString('latin1').replaceAll(' ', '%20');
  for (const question of [
    { method: 'POST', path: `/storage/v1/object/dog-photos/${path}`, body: png },
    { method: 'GET', path: publicPath(path) },
    { method: 'DELETE', path: `/storage/v1/object/dog-photos/${path}` },
  ]) {
    const { status, headers } = await send({ ...question, headers: { 'content-type': 'image/png' } });
    expect([question.method, status]).toEqual([question.method, expect.toBeOneOf([400, 403, 404, 405])]);
    expect(headers).not.toHaveProperty('x-injected');
  }
});

test('names that Windows keeps for itself are names like any other: no file is called by them', async () => {
  for (const name of ['CON', 'NUL', 'AUX', 'COM1', 'constructor', 'prototype']) {
    expect((await upload(png, 'image/png', `${attacker.id}/${name}.png`)).status).toBe(200);
  }
  const stored = await readdir(join(backend.dataDir, 'photos'));
  expect(stored.filter((name) => !/^[0-9a-f-]{36}$|^\.tmp$/.test(name))).toEqual([]);
});

const html = Buffer.from('<!doctype html><script>alert(document.domain)</script>');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');

test('what is no picture, and for a preview what is no JPEG, is refused, whatever it is called and declared to be', async () => {
  const lies: [string, Buffer][] = [
    ['HTML', html],
    ['SVG', svg],
    ['SVG with a prologue', Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), svg])],
    ['GIF', Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x01D\0;', 'latin1')],
    ['BMP', Buffer.from(`BM${'\0'.repeat(60)}`)],
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
    ['zip', Buffer.from('504b0304140000000800', 'hex')],
    ['gzip', gzipSync(png)],
    ['script', Buffer.from('#!/bin/sh\nid')],
    ['ELF', Buffer.from('7f454c46020101', 'hex')],
    ['TIFF', Buffer.from('49492a0008000000', 'hex')],
    ['AVIF', Buffer.from('0000001c667479706176696600000000', 'hex')],
    ['MVG', Buffer.from('push graphic-context\nfill url(https://elsewhere.example/)')],
    ['noise', randomBytes(4000)],
    ['only the signature', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['HTML behind a PNG signature', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), html])],
    ['HTML behind a JPEG signature', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), html])],
    ['HTML in a WebP', Buffer.concat([Buffer.from('RIFF\x40\0\0\0WEBPVP8 ', 'latin1'), html])],
    ['a PNG behind HTML', Buffer.concat([html, png])],
    ['a cut PNG', png.subarray(0, png.length - 20)],
    ['nothing', Buffer.alloc(0)],
  ];
  const others: typeof lies = [
    ['PNG', png],
    ['WebP', await sharp(png).webp().toBuffer()],
    ['a cut JPEG', jpeg.subarray(0, jpeg.length - 200)],
  ];
  for (const [send, refused] of [
    [upload, lies],
    [preview, [...lies, ...others]],
  ] as const) {
    for (const [what, bytes] of refused) {
      for (const type of ['image/png', 'image/jpeg', 'image/svg+xml', 'text/html', '']) {
        const { status } = await send(bytes, type);
        expect([what, type, status]).toEqual([what, type, expect.toBeOneOf([400, 415])]);
      }
    }
  }
});

test('a picture that is also something else is stored and served only as the picture', async () => {
  const withText = (text: string) =>
    sharp(png)
      .withExif({ IFD0: { ImageDescription: text, Copyright: text } })
      .png()
      .toBuffer();
  const script = '<script>alert("polyglot")</script>';
  const polyglots = [
    Buffer.concat([png, Buffer.from(script)]),
    Buffer.concat([jpeg, Buffer.from(script)]),
    Buffer.concat([jpeg, Buffer.from('504b0304', 'hex'), Buffer.from(script)]),
    await withText(script),
    Buffer.concat([jpeg.subarray(0, 2), segment(0xfe, script), jpeg.subarray(2)]),
    Buffer.concat([jpeg.subarray(0, 2), segment(0xe1, script), jpeg.subarray(2)]),
    Buffer.concat([jpeg.subarray(0, 2), segment(0xee, `Adobe${script}`), jpeg.subarray(2)]),
    Buffer.concat([png.subarray(0, 33), pngChunk('tEXt', Buffer.from(`Comment\0${script}`)), png.subarray(33)]),
    Buffer.concat([png.subarray(0, 33), pngChunk('zzZz', Buffer.from(script)), png.subarray(33)]),
  ];
  for (const bytes of polyglots) {
    const name = newName();
    expect((await upload(bytes, 'text/html', name)).status).toBe(200);
    const { headers, body } = await send({ method: 'GET', path: publicPath(name) });
    expect(body.includes('polyglot')).toBe(false);
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^image\/(png|jpeg)$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'content-disposition': expect.stringMatching(/^inline/),
    });
  }
});

function segment(marker: number, text: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([head, Buffer.from(text, 'latin1')]);
}

const preview = (body: Uint8Array, type = 'image/jpeg') => upload(body, type, newName('jpg'), 'invitation-previews');

test('a preview of an invitation is drawn anew: a JPEG of at most 1200 by 630 and 300 KB, without a word beside it', async () => {
  const script = '<script>alert("polyglot")</script>';
  const size = { width: 2400, height: 1260, channels: 3 } as const;
  const large = await sharp({ create: { ...size, background: '#336699' } })
    .withExif({ IFD0: { ImageDescription: script } })
    .jpeg()
    .toBuffer();
  // Barely within the limit as uploaded; redrawn at higher quality it would exceed it.
  const { width, height } = { width: 1200, height: 630 };
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
  const noisy = await noise.jpeg({ quality: 50 }).toBuffer();
  expect(noisy.length).toBeGreaterThan(280_000);
  const comment = Buffer.concat([large.subarray(0, 2), segment(0xfe, script), large.subarray(2), Buffer.from(script)]);
  for (const bytes of [large, comment, noisy]) {
    const { status, body: told } = await preview(bytes, 'text/html');
    expect([status, told.toString()]).toEqual([200, expect.stringContaining('invitation-previews/')]);
    const name = String(JSON.parse(told.toString()).Key).replace('invitation-previews/', '');
    const { headers, body } = await send({ method: 'GET', path: publicPath(name, 'invitation-previews') });
    expect(body.includes('polyglot')).toBe(false);
    expect(body.length).toBeLessThanOrEqual(300 * 1024);
    const drawn = await sharp(body).metadata();
    expect(drawn).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(drawn.exif).toBeUndefined();
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    });
  }
});

test('a preview of an invitation beyond the limit of its bucket is refused, though a photo may be as large', async () => {
  const large = Buffer.concat([jpeg, randomBytes(300 * 1024)]);
  expect((await preview(large)).status).toBe(413);
  expect((await upload(large, 'image/jpeg', newName('jpg'))).status).toBe(200);
});

/** Returns a PNG that claims that many pixels, over data that unpacks to `unpacked` bytes. */
function pngBomb(width: number, height: number, unpacked: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(unpacked))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

test('bombs are refused by what they say, before they are unpacked', async () => {
  const megabyte = 1024 * 1024;
  const bombs = [
    pngBomb(100_000, 100_000, megabyte),
    pngBomb(0x7fffffff, 0x7fffffff, megabyte),
    pngBomb(0x7fffffff, 1, megabyte),
    pngBomb(0, 0, 0),
    pngBomb(1, 1, 100 * megabyte),
    pngBomb(7000, 7000, 10),
  ];
  const memory = process.memoryUsage().rss;
  for (const bomb of bombs) expect([200, 400, 413]).toContain((await upload(bomb)).status);
  expect((await upload(bombs[0]!)).status).toBe(413);
  expect(process.memoryUsage().rss - memory).toBeLessThan(600 * megabyte);
});

const part = (head: string, content: string | Buffer) =>
  Buffer.concat([Buffer.from(`--b\r\n${head}\r\n\r\n`), Buffer.from(content as string), Buffer.from('\r\n')]);
const end = Buffer.from('--b--\r\n');

test('odd forms are refused or read as the one picture in them', async () => {
  const named = (name: string, content = png) =>
    part(`Content-Disposition: form-data; name=""; filename="${name}`, content);
  const field = (name: string, value = 'x') => part(`Content-Disposition: form-data; name="${name}"`, value);
  const file = named('a.png"');
  const form = (...parts: Buffer[]) => Buffer.concat([...parts, end]);
  const forms: [what: string, body: Buffer, type?: string][] = [
    ['two files', form(file, file)],
    ['no end', file],
    ['no parts', end],
    ['nothing', Buffer.alloc(0)],
    ['another boundary', form(file), 'multipart/form-data; boundary=c'],
    ['no boundary', form(file), 'multipart/form-data'],
    ['an empty boundary', form(file), 'multipart/form-data; boundary='],
    ['a long boundary', form(file), `multipart/form-data; boundary=${'b'.repeat(5000)}`],
    ['a quoted boundary', form(file), 'multipart/form-data; boundary="b"'],
    ['a path as a name', form(named('../../x.png"'))],
    ['a NUL in a name', form(named('a\0.png"'))],
    ['a prototype key', form(field('__proto__'), file)],
    ['a nested form', form(named('a.png"\r\nContent-Type: multipart/mixed; boundary=c'))],
    ['an encoding', form(named('a.png"\r\nContent-Transfer-Encoding: base64'))],
    ['many fields', form(...Array.from({ length: 50 }, () => field('a')), file)],
    ['a large field', form(field('a', 'x'.repeat(20_000)), file)],
    ['large part headers', form(named(`a.png"\r\n${'X: y\r\n'.repeat(3000)}Z: z`))],
    ['a form in a form', form(named('a.png"', form(file)))],
  ];
  for (const [what, body, type = 'multipart/form-data; boundary=b'] of forms) {
    const { status } = await upload(body, type);
    expect([what, status]).toEqual([what, expect.toBeOneOf([200, 400, 413, 415])]);
  }
});

test('a length that is a lie takes nothing in: too short, too long, negative, none or two', async () => {
  const head = (length: string, more = '') =>
    `POST /storage/v1/object/dog-photos/${newName()} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${attacker.accessToken}\r\n` +
    `Content-Type: image/png\r\n${length}${more}\r\n`;
  const list = async () => (await attacker.client.storage.from('dog-photos').list(attacker.id)).data?.length;
  const count = await list();
  const whole = png.toString('latin1');
  for (const [text, endsAfter] of [
    [head('Content-Length: 10\r\n') + whole, false],
    [head(`Content-Length: ${png.length + 50}\r\n`) + whole, true],
    [head('Content-Length: -1\r\n') + whole, false],
    [head('Content-Length: 99999999999999\r\n') + whole, false],
    [head('Content-Length: 1e3\r\n') + whole, false],
    [head('Content-Length: 0x10\r\n') + whole, false],
    [head(`Content-Length: ${png.length}\r\nContent-Length: 5\r\n`) + whole, false],
    [`${head('Transfer-Encoding: chunked\r\n')}5\r\nhello\r\n`, true],
    [`${head('Transfer-Encoding: chunked\r\n')}FFFFFFFF\r\nhello`, true],
    [`${head('Transfer-Encoding: chunked\r\n')}zz\r\nhello\r\n0\r\n\r\n`, false],
    [`${head('Transfer-Encoding: chunked\r\n', 'Expect: 100-continue\r\n')}0\r\n\r\n`, false],
  ] as const) {
    const answer = await talk(backend.url, Buffer.from(text, 'latin1'), { endsAfter });
    expect(answer).toMatch(/^$|^HTTP\/1\.1 (100 Continue\r\n\r\n|4\d\d )/);
    expect(answer).not.toContain('200 OK');
  }
  expect(await list()).toBe(count);
});
