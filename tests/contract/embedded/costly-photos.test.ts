import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { interlacedPng, jpegOfScans } from '../../support/costly-pictures.ts';
import { newOwner, type Owner } from '../../support/owners.ts';
import { plainPicture } from '../../support/pictures.ts';
import { startForFile } from '../../support/shared-backend.ts';

const backend = await startForFile();
const attacker = await newOwner(backend);
const bystander = await newOwner(backend);
const plain = (await plainPicture('#336699')).buffer;

let names = 0;
function upload({ client, id }: Owner, picture: Buffer) {
  names += 1;
  return client.storage.from('dog-photos').upload(`${id}/${names}.png`, new Uint8Array(picture), {
    contentType: 'image/png',
  });
}

async function seen({ client, id }: Owner): Promise<Buffer> {
  const { data } = client.storage.from('dog-photos').getPublicUrl(`${id}/${names}.png`);
  return Buffer.from(await (await fetch(data.publicUrl)).arrayBuffer());
}

function decoders(): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'decoder-process'], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

test('while one picture keeps its decoder busy, the photos of others are answered', async () => {
  const answered: string[] = [];
  const slow = upload(attacker, jpegOfScans(7000, 30)).then(({ error }) => {
    answered.push('slow');
    return error;
  });
  await expect.poll(decoders).toHaveLength(1);
  // It is stopped until the others have their answers, so the outcome does not depend on a clock.
  const [busy = 0] = decoders();
  process.kill(busy, 'SIGSTOP');
  for (let count = 0; count < 3; count += 1) expect((await upload(bystander, plain)).error).toBeNull();
  answered.push('bystander');
  process.kill(busy, 'SIGCONT');
  expect(await slow).toBeNull();
  expect(answered).toEqual(['bystander', 'slow']);
});

test('a picture that would be decoded over and over, or unpack to too much, is refused with its reason', async () => {
  for (const [picture, statusCode, message] of [
    [jpegOfScans(2560, 20_000), '400', 'The picture has more than 100 scans'],
    [interlacedPng(7000), '413', 'The picture takes more than 200 MB once it is unpacked'],
    [jpegOfScans(7100, 2), '413', 'The picture has more than 50 megapixels'],
  ] as const) {
    expect(await upload(attacker, picture)).toMatchObject({ data: null, error: { statusCode, message } });
  }
  // Exactly as many scans as are allowed.
  expect((await upload(attacker, jpegOfScans(1024, 100))).error).toBeNull();
  expect((await upload(bystander, plain)).error).toBeNull();
});

test('of thousands of pictures that move only the first is drawn', async () => {
  const frames = 3000;
  const moving = await sharp(randomBytes(16 * 16 * frames * 3), {
    raw: { width: 16, height: 16 * frames, channels: 3, pageHeight: 16 },
  })
    .webp({ effort: 0 })
    .toBuffer();
  expect((await sharp(moving).metadata()).pages).toBe(frames);
  expect((await upload(attacker, moving)).error).toBeNull();
  const { format, width, height, pages } = await sharp(await seen(attacker)).metadata();
  expect({ format, width, height, pages }).toEqual({ format: 'webp', width: 16, height: 16, pages: undefined });

  const header = Buffer.from('GIF89a\x10\0\x10\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  const frame = Buffer.from(
    '\x21\xf9\x04\0\x01\0\0\0,\0\0\0\0\x10\0\x10\0\0\x02\x0e\x84\x8f\xa9\xcb\xed\x0f\xa3\x9c\xb4\xda\x8b\xb3>\x05\0',
    'latin1',
  );
  const gif = Buffer.concat([header, ...Array<Buffer>(5000).fill(frame), Buffer.from(';')]);
  expect(await upload(attacker, gif)).toMatchObject({ error: { statusCode: '415' } });
});
