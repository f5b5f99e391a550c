import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { preparePhoto } from '../../../embedded-supabase/photos/prepare-photo.ts';
import { talk } from '../../attack/raw-requests.ts';
import { newOwner } from '../../support/owners.ts';
import { photoName } from '../../support/pictures.ts';
import { startForFile } from '../../support/shared-backend.ts';

const megabyte = 1024 * 1024;

let filesBefore: string[];
const backend = await startForFile();
const owner = await newOwner(backend);
const jpeg = await twoHalves(400, 200).jpeg().toBuffer();
beforeEach(async () => {
  filesBefore = await storedFiles();
});

/** Red on the left, blue on the right, to show whether a picture lies on its side. */
function twoHalves(width: number, height: number): Sharp {
  const blue = { create: { width: width / 2, height, channels: 3, background: '#0000ff' } } as const;
  const red = { create: { width, height, channels: 3, background: '#ff0000' } } as const;
  return sharp(red).composite([{ input: blue, left: width / 2, top: 0 }]);
}

const drawnAnew = async (original: Buffer) =>
  (await preparePhoto(original, { types: null, maxBytes: 5 * megabyte })).bytes;

async function noise(width: number, height: number): Promise<Sharp> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
}

const storedFiles = async () => (await readdir(join(backend.dataDir, 'photos'))).sort();
const arrivingFiles = () => readdir(join(backend.dataDir, 'photos', '.tmp'));
const rowCount = async () => Number((await backend.sql`select count(*) from storage.objects`)[0]?.count);

const newName = (extension = 'jpg') => photoName(owner.id, extension);

type Answer = { status: number; body: Record<string, unknown> };

async function post(name: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${backend.url}/storage/v1/object/dog-photos/${name}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.accessToken}`, 'Content-Type': 'image/jpeg', ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function upload(body: Uint8Array, extension = 'jpg'): Promise<string> {
  const name = newName(extension);
  expect(await post(name, new Uint8Array(body))).toMatchObject({ status: 200, body: { Key: `dog-photos/${name}` } });
  return name;
}

const addressOf = (name: string) => `${backend.url}/storage/v1/object/public/dog-photos/${name}`;
const see = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(addressOf(name), { method, headers });
const bytesOf = async (name: string) => Buffer.from(await (await see(name)).arrayBuffer());

async function expectNothingLeft() {
  expect(await storedFiles()).toEqual(filesBefore);
  expect(await arrivingFiles()).toEqual([]);
}

async function expectRefused(body: Uint8Array, answer: object) {
  expect(await post(newName(), new Uint8Array(body))).toMatchObject(answer);
  await expectNothingLeft();
}

test.each(['jpeg', 'png', 'webp'] as const)(
  'a plain %s is drawn anew like any other, and served under its detected type',
  async (format) => {
    const original = await twoHalves(300, 100).toFormat(format).toBuffer();
    const drawn = await drawnAnew(original);
    const name = await upload(original);
    const response = await see(name);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': `image/${format}`,
      'content-length': String(drawn.length),
      'content-disposition': `inline; filename="dog.${format === 'jpeg' ? 'jpg' : format}"`,
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('immutable'),
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(drawn)).toBe(true);
  },
);

test('place and camera are gone and the picture is upright', async () => {
  const exif = {
    IFD0: { Make: 'Phone', Model: 'Secret' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
  };
  const original = await twoHalves(400, 200).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
  const facts = await sharp(original).metadata();
  expect(facts.orientation).toBe(6);
  expect(facts.exif?.includes('Secret')).toBe(true);

  const stored = await bytesOf(await upload(original));
  const { width, height, orientation, exif: left, xmp, iptc } = await sharp(stored).metadata();
  expect({ width, height, orientation, left, xmp, iptc }).toEqual({ width: 200, height: 400 });
  expect(stored.includes('Exif') || stored.includes('Secret')).toBe(false);
  // After a quarter turn to the right, the left side is on top.
  const { data } = await sharp(stored).raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)].map((value) => Math.round(value / 255))).toEqual([1, 0, 0]);
  expect([...data.subarray(-3)].map((value) => Math.round(value / 255))).toEqual([0, 0, 1]);
});

test('a picture of 40 megapixels is taken and made smaller', async () => {
  const stored = await bytesOf(await upload(await twoHalves(8000, 5000).jpeg().toBuffer()));
  expect(await sharp(stored).metadata()).toMatchObject({ width: 2560, height: 1600 });
});

test('a file that is no picture of an allowed type is refused, whatever it is called @5.3', async () => {
  const refusal = (type: string) => ({
    status: 415,
    body: { statusCode: '415', error: 'invalid_mime_type', message: `mime type ${type} is not supported` },
  });
  await expectRefused(Buffer.from('<!doctype html><script>alert(1)</script>'), refusal('application/octet-stream'));
  await expectRefused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), refusal('application/octet-stream'));
  const xml = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  await expectRefused(Buffer.from(xml), refusal('application/xml'));
  await expectRefused(Buffer.from('GIF89a\x01\0\x01\0\0\0\0;'), refusal('image/gif'));
  await expectRefused(randomBytes(5000), { status: 415 });
});

test.each(['jpeg', 'png', 'webp'] as const)('a truncated or damaged %s is refused', async (format) => {
  const whole = await (await noise(200, 200)).toFormat(format).toBuffer();
  const damaged = { status: 400, body: { statusCode: '400', message: 'The picture is damaged or incomplete' } };
  for (const share of [0.95, 0.5, 0.1]) await expectRefused(whole.subarray(0, whole.length * share), damaged);
  await expectRefused(Buffer.concat([whole.subarray(0, 60), Buffer.from('<script>alert(1)</script>')]), damaged);
});

test('an empty file, an empty form and a broken form are refused', async () => {
  const empty = { status: 400, body: { statusCode: '400', message: 'No content provided' } };
  await expectRefused(Buffer.alloc(0), empty);
  const form = new FormData();
  form.append('cacheControl', '3600');
  const { client } = owner;
  for (const body of [form, new File([], 'empty.jpg')])
    expect((await client.storage.from('dog-photos').upload(newName(), body)).error).toMatchObject(empty.body);
  const half = '--abc\r\nContent-Disposition: form-data; name=""; filename="a.jpg"\r\n\r\nhalf';
  for (const [body, boundary] of [
    ['x', ''],
    ['no boundary here', '; boundary=abc'],
    [half, '; boundary=abc'],
  ] as const) {
    const type = { 'Content-Type': `multipart/form-data${boundary}` };
    expect(await post(newName(), body, type)).toMatchObject({ status: 400 });
  }
  await expectNothingLeft();
});

test('a form that is cut off anywhere, or garbled, is refused and harms nothing', async () => {
  const disposition = 'Content-Disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n';
  const file = 'Content-Disposition: form-data; name=""; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
  const whole = `--abc\r\n${disposition}--abc\r\n${file}0123456789\r\n--abc--\r\n`;
  const forms = Array.from({ length: whole.length }, (_, length) => whole.slice(0, length));
  forms.push(whole.replaceAll('abc', 'abd'), whole.replaceAll('name=', 'nam='), whole.replaceAll('\r\n', '\n'));
  forms.push(`--abc\r\n${'x: y\r\n'.repeat(5000)}`, whole.replace('--abc--', `--abc\r\n${file}2\r\n--abc--`));
  for (const form of forms) {
    const { status } = await post(newName(), form, { 'Content-Type': 'multipart/form-data; boundary=abc' });
    expect([400, 415]).toContain(status);
  }
  await expectNothingLeft();
});

test('an upload that breaks off leaves nothing', async () => {
  const rows = await rowCount();
  for (const type of ['image/jpeg', 'multipart/form-data; boundary=abc']) {
    const headers = { Authorization: `Bearer ${owner.accessToken}`, 'Content-Type': type, 'Content-Length': '1000000' };
    const url = `${backend.url}/storage/v1/object/dog-photos/${newName()}`;
    const request = httpRequest(url, { method: 'POST', headers }).on('error', () => undefined);
    request.write('--abc\r\nContent-Disposition: form-data; name=""; filename="a.jpg"\r\n\r\nxxxxxxxxx');
    await waitFor(async () => (await arrivingFiles()).length === 1);
    request.destroy();
    await waitFor(async () => (await arrivingFiles()).length === 0);
  }
  await expectNothingLeft();
  expect(await rowCount()).toBe(rows);
  expect(backend.logged()).not.toContain('storage_request_failed');
});

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((done) => setImmediate(done));
}

test('a caller without the right, or with a body beyond the limit, is refused before the body is read', async () => {
  const stranger = await newOwner(backend);
  for (const [token, length, status] of [
    [stranger.accessToken, 1_000_000, 403],
    ['wagday', 1_000_000, 403],
    [owner.accessToken, 5 * megabyte + 1, 413],
  ] as const) {
    // A server that waits for the body never answers.
    const head = [
      `POST /storage/v1/object/dog-photos/${newName()} HTTP/1.1\r\nHost: localhost`,
      `Authorization: Bearer ${token}\r\nContent-Type: image/jpeg\r\nContent-Length: ${length}\r\n\r\n`,
    ];
    expect(await talk(backend.url, head.join('\r\n'))).toMatch(`HTTP/1.1 ${status} `);
  }
  const expired = await post(newName(), new Uint8Array(jpeg), { Authorization: 'Bearer eyJ.eyJ.x' });
  expect(expired).toMatchObject({ status: 403, body: { error: 'Unauthorized' } });
  await expectNothingLeft();
});

test('a photo is asked for again only when it changed', async () => {
  const name = await upload(jpeg);
  const first = await see(name);
  const etag = first.headers.get('etag') ?? '';
  await first.arrayBuffer();
  for (const value of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const again = await see(name, { 'If-None-Match': value });
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(etag);
    expect(await again.text()).toBe('');
  }
  expect((await see(name, { 'If-None-Match': '"x"' })).status).toBe(200);
});

test('HEAD answers the same without the photo', async () => {
  const name = await upload(jpeg);
  const head = await see(name, {}, 'HEAD');
  const whole = await see(name);
  const own = ['date', 'connection', 'keep-alive', 'x-request-id'];
  const headers = [...whole.headers].filter(([name]) => !own.includes(name));
  expect(Object.fromEntries(head.headers)).toMatchObject(Object.fromEntries(headers));
  expect(head.status).toBe(200);
  expect(await head.text()).toBe('');
});

test('parts of a photo can be asked for', async () => {
  const name = await upload(jpeg);
  const stored = await bytesOf(name);
  const size = stored.length;
  const etag = (await see(name, {}, 'HEAD')).headers.get('etag') ?? '';
  for (const [range, start, end] of [
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=10-', 10, size - 1],
    ['bytes=-5', size - 5, size - 1],
    [`bytes=0-${size * 2}`, 0, size - 1],
    [`bytes=-${size * 2}`, 0, size - 1],
  ] as const) {
    const part = await see(name, { Range: range });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
    expect(part.headers.get('content-length')).toBe(String(end - start + 1));
    expect(Buffer.from(await part.arrayBuffer()).equals(stored.subarray(start, end + 1))).toBe(true);
  }
  for (const range of ['bytes=0-1,4-5', 'bytes=5-2', 'bytes=x-y', 'lines=1-2', 'bytes=-', '']) {
    const whole = await see(name, { Range: range });
    expect([range, whole.status]).toEqual([range, 200]);
    expect((await whole.arrayBuffer()).byteLength).toBe(size);
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0']) {
    const beyond = await see(name, { Range: range });
    expect([range, beyond.status, beyond.headers.get('content-range')]).toEqual([range, 416, `bytes */${size}`]);
    expect(await beyond.json()).toMatchObject({ statusCode: '416', error: 'invalid_range' });
  }
  expect((await see(name, { Range: 'bytes=0-1', 'If-Range': etag })).status).toBe(206);
  expect((await see(name, { Range: 'bytes=0-1', 'If-Range': '"x"' })).status).toBe(200);
});

test('a reader who leaves leaves no file open', async () => {
  const large = await (await noise(1200, 1200)).jpeg({ quality: 90 }).toBuffer();
  const name = await upload(large);
  const openFiles = async () => (await readdir('/proc/self/fd')).length;
  const before = await openFiles();
  for (let count = 0; count < 20; count += 1) {
    const abort = new AbortController();
    const response = await fetch(addressOf(name), { signal: abort.signal });
    await response.body?.getReader().read();
    abort.abort();
  }
  await waitFor(async () => (await openFiles()) <= before + 5);
});

test('what is not there is not found, in the shape of the service', async () => {
  const missing = await see(newName());
  expect(missing.status).toBe(404);
  expect(missing.headers.get('cache-control')).toBe('no-store');
  expect(await missing.json()).toEqual({
    statusCode: '404',
    error: 'not_found',
    code: 'NoSuchKey',
    message: 'Object not found',
  });
  const elsewhere = await fetch(`${backend.url}/storage/v1/render/image/public/dog-photos/${newName()}`);
  expect(elsewhere.status).toBe(404);
  const bucket = await fetch(`${backend.url}/storage/v1/object/public/secrets/${newName()}`);
  expect(bucket.status).toBe(404);
});

test('a photo of a bucket that is not public cannot be read', async () => {
  const name = await upload(jpeg);
  const { sql } = backend;
  await sql`insert into storage.buckets (id, name, public) values ('private', 'private', false)`;
  await sql`update storage.objects set bucket_id = 'private' where name = ${name}`;
  const response = await fetch(`${backend.url}/storage/v1/object/public/private/${name}`);
  expect(response.status).toBe(404);
  await sql`update storage.objects set bucket_id = 'dog-photos' where name = ${name}`;
  expect((await see(name)).status).toBe(200);
});

test('one photo is removed by its own address, by its owner only', async () => {
  const name = await upload(jpeg);
  const stranger = await newOwner(backend);
  const remove = async (token: string) => {
    const response = await fetch(`${backend.url}/storage/v1/object/dog-photos/${name}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${token}` },
    });
    return { status: response.status, body: await response.json() };
  };
  expect(await remove(stranger.accessToken)).toMatchObject({ status: 404, body: { error: 'not_found' } });
  expect(await remove('wagday')).toMatchObject({ status: 404 });
  expect((await see(name)).status).toBe(200);
  expect(await remove(owner.accessToken)).toEqual({ status: 200, body: { message: 'Successfully deleted' } });
  expect(await remove(owner.accessToken)).toMatchObject({ status: 404 });
  expect((await see(name)).status).toBe(404);
  await expectNothingLeft();
});

test.each([
  ['POST', 'object/list/dog-photos', '{'],
  ['POST', 'object/list/dog-photos', '[]'],
  ['POST', 'object/list/dog-photos', '{"prefix":7}'],
  ['POST', 'object/list/dog-photos', '{"prefix":"\\u0000"}'],
  ['POST', 'object/list/dog-photos', '{"limit":-1}'],
  ['POST', 'object/list/dog-photos', '{"sortBy":{"column":"id; drop table dogs"}}'],
  ['DELETE', 'object/dog-photos', '{}'],
  ['DELETE', 'object/dog-photos', '{"prefixes":[]}'],
  ['DELETE', 'object/dog-photos', '{"prefixes":["a\\u0000"]}'],
  ['DELETE', 'object/dog-photos', '{"prefixes":[7]}'],
])('%s %s with %s is refused', async (method, path, body) => {
  const response = await fetch(`${backend.url}/storage/v1/${path}`, {
    method,
    headers: { Authorization: `Bearer ${owner.accessToken}`, 'Content-Type': 'application/json' },
    body,
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ statusCode: '400', error: 'InvalidRequest' });
});

test('many photos at once all arrive', async () => {
  const originals = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => (await noise(64 + index, 64)).jpeg().toBuffer()),
  );
  const drawn = await Promise.all(originals.map(drawnAnew));
  const stored = await Promise.all(originals.map((original) => upload(original)));
  const seen = await Promise.all(stored.map(bytesOf));
  expect(seen.map((bytes, index) => bytes.equals(drawn[index]!))).not.toContain(false);
  expect(await arrivingFiles()).toEqual([]);
});

test('of two photos that arrive under one name, one is kept', async () => {
  const name = newName();
  const answers = await Promise.all([post(name, new Uint8Array(jpeg)), post(name, new Uint8Array(jpeg))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await storedFiles()).toHaveLength(filesBefore.length + 1);
  expect(await arrivingFiles()).toEqual([]);
});
