import { spawnSync } from 'node:child_process';
import sharp from 'sharp';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { interlacedPng, jpegOfScans } from '../../tests/support/costly-pictures.ts';
import { createPhotoDecoder, type DecoderSettings } from './photo-decoder.ts';

const maxBytes = 5 * 1024 * 1024;
const small = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c0703a' } })
  .png()
  .toBuffer();

afterEach(() => void vi.useRealTimers());

function open(settings?: Partial<DecoderSettings>) {
  const logged: unknown[] = [];
  const record = (...line: unknown[]) => void logged.push(line);
  const decoder = createPhotoDecoder({ info: record, error: record }, settings);
  onTestFinished(() => decoder[Symbol.dispose]());
  return { decoder, logged, draw: (picture: Buffer) => decoder.draw(picture, { types: null, maxBytes }) };
}

/** Returns the running decoders that this process started. */
function processes(): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'decoder-process'], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

test('one process draws picture after picture, and ends when there are none any more', async () => {
  const { draw } = open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await draw(small);
  const [first] = processes();
  const { type, bytes } = await draw(small);
  expect(type).toBe('image/png');
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 30, height: 20 });
  expect(processes()).toEqual([first]);
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await expect.poll(processes).toEqual([]);
});

test('a picture that takes too long is refused, its process killed, and the next one is drawn by another', async () => {
  const { draw, logged } = open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await draw(small);
  const [first] = processes();
  const slow = draw(jpegOfScans(7000, 100));
  vi.advanceTimersByTime(29_999);
  expect(processes()).toEqual([first]);
  vi.advanceTimersByTime(1);
  await expect(slow).rejects.toMatchObject({ status: 400, message: 'The picture takes too long to decode' });
  expect(logged).toEqual([['photo_decoder_ended', { reason: 'took too long' }]]);
  vi.useRealTimers();
  await expect.poll(processes).toEqual([]);
  expect((await draw(small)).type).toBe('image/png');
});

test('a process that dies in the middle of a picture takes nobody along', async () => {
  const { draw } = open();
  await draw(small);
  const dying = draw(jpegOfScans(7000, 100));
  for (const id of processes()) process.kill(id, 'SIGKILL');
  await expect(dying).rejects.toMatchObject({ status: 400, message: 'The picture cannot be decoded' });
  expect((await draw(small)).type).toBe('image/png');
});

test('a JPEG with thousands of scans is refused before it is decoded', async () => {
  const { draw, logged } = open();
  await expect(draw(jpegOfScans(2560, 20_000))).rejects.toMatchObject({
    status: 400,
    code: 'InvalidRequest',
    message: 'The picture has more than 100 scans',
  });
  expect(logged).toEqual([]);
});

test('what a picture takes once it is unpacked is counted, not only its pixels', async () => {
  const { draw } = open();
  for (const picture of [
    interlacedPng(5001),
    await sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#333' } })
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer(),
  ]) {
    await expect(draw(picture)).rejects.toMatchObject({
      status: 413,
      message: 'The picture takes more than 200 MB once it is unpacked',
    });
  }
});

test.runIf(process.platform === 'linux')('on Linux no process takes more memory than it may', async () => {
  const { draw } = open({ memoryLimit: 780_000_000 });
  expect((await draw(small)).type).toBe('image/png');
  await expect(draw(interlacedPng(4900))).rejects.toMatchObject({ status: 400 });
  expect((await draw(small)).type).toBe('image/png');
});

test('a machine on which no process can start says that it is busy', async () => {
  const { draw, logged } = open({ memoryLimit: 1_000_000 });
  await expect(draw(small)).rejects.toMatchObject({ status: 503 });
  expect(logged).toEqual([['photo_decoder_not_started', expect.anything()]]);
});
