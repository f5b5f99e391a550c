import sharp from 'sharp';
import { expect, test } from 'vitest';
import { jpegOfScans } from '../../tests/support/costly-pictures.ts';
import { countScans, preparePhoto } from './prepare-photo.ts';

const noise = { width: 64, height: 64, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 } } as const;
const picture = () => sharp({ create: { ...noise, background: '#888' } });

test('a plain JPEG has one scan, a progressive one ten, a crafted one as many as it likes', async () => {
  expect(countScans(await picture().jpeg().toBuffer())).toBe(1);
  expect(countScans(await picture().jpeg({ progressive: true }).toBuffer())).toBe(10);
  expect(countScans(jpegOfScans(64, 3000))).toBe(3000);
});

test('what only looks like a scan is none: in a note, behind the end', async () => {
  const jpeg = await picture().jpeg().toBuffer();
  const note = Buffer.from('ffe1000affda0008ffda0008', 'hex');
  const behind = Buffer.alloc(1000, 'ffda', 'hex');
  expect(countScans(Buffer.concat([jpeg.subarray(0, 2), note, jpeg.subarray(2), behind]))).toBe(1);
});

test('no scan hides behind repeated or odd bytes', () => {
  const jpeg = jpegOfScans(64, 2);
  const last = jpeg.lastIndexOf('ffda', undefined, 'hex');
  for (const odd of ['ff', 'ffff', '00', '00ff00ff', 'ffd0', 'ffd8', 'ff01', 'ff0201']) {
    expect([
      odd,
      countScans(Buffer.concat([jpeg.subarray(0, last), Buffer.from(odd, 'hex'), jpeg.subarray(last)])),
    ]).toEqual([odd, 2]);
  }
});

test('a JPEG that breaks off anywhere is counted up to there', () => {
  const jpeg = jpegOfScans(16, 3);
  for (let length = 0; length < jpeg.length; length += 1) {
    expect(countScans(jpeg.subarray(0, length))).toBeLessThanOrEqual(3);
  }
});

test('of a panorama the shorter side keeps 800 pixels, also of one that is turned @10.60', async () => {
  const sizeOf = async (width: number, height: number, orientation = 1) => {
    const original = sharp({ create: { width, height, channels: 3, background: '#888' } }).withMetadata({
      orientation,
    });
    const limits = { types: null, maxBytes: 5 * 1024 * 1024 };
    const { bytes } = await preparePhoto(await original.jpeg().toBuffer(), limits);
    const stored = await sharp(bytes).metadata();
    return [stored.width, stored.height];
  };
  expect(await sizeOf(8000, 700)).toEqual([8000, 700]);
  expect(await sizeOf(6400, 1600, 6)).toEqual([800, 3200]);
  expect(await sizeOf(4000, 3000)).toEqual([2560, 1920]);
});
