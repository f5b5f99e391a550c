import { ALL_FORMATS, BlobSource, Input, VideoSampleSink } from 'mediabunny';
import { beforeEach, expect, test, vi } from 'vitest';
import { portraitMessages } from '../copy/portrait-messages.ts';
import { emulateSteadyFrames } from '../testing/media.ts';
import { framesPerSecond } from './film.ts';
import { type FilmToMake, makeFilm } from './make-film.ts';

beforeEach(emulateSteadyFrames);

/** Green for half of its time, then red. */
const film: FilmToMake = {
  width: 128,
  height: 224,
  length: 0.6,
  draw: (context, seconds) => {
    context.fillStyle = seconds < 0.3 ? '#00ff00' : '#ff0000';
    context.fillRect(0, 0, 128, 224);
  },
};

function making() {
  const [parts, controller] = [[] as number[], new AbortController()];
  return { parts, controller, signal: controller.signal, onProgress: (done: number) => void parts.push(done) };
}

/** Reads a film back, frame by frame. */
async function read(file: Blob) {
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
  const track = (await input.getPrimaryVideoTrack())!;
  const frames: { at: number; color: number[] }[] = [];
  const canvas = new OffscreenCanvas(128, 224);
  const context = canvas.getContext('2d')!;
  for await (const sample of new VideoSampleSink(track).samples()) {
    sample.draw(context, 0, 0);
    frames.push({ at: sample.timestamp, color: [...context.getImageData(64, 112, 1, 1).data] });
    sample.close();
  }
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  return { width, height, length: await input.computeDuration(), sounds: await input.getAudioTracks(), frames };
}

const isGreen = ([red = 0, green = 0]: number[]) => green > red;

test('A film is encoded frame by frame into a file that plays, without sound. @10.366', async () => {
  const { parts, ...rest } = making();
  const file = await makeFilm(film, rest);
  expect(file?.type).toBe('video/mp4');
  const { frames, length, sounds, ...size } = await read(file!);
  expect(size).toEqual({ width: 128, height: 224 });
  expect(length).toBeCloseTo(0.6, 2);
  expect(sounds).toEqual([]);
  const count = 0.6 * framesPerSecond;
  expect(frames.map(({ color }) => isGreen(color))).toEqual(Array.from({ length: count }, (_, at) => at < count / 2));
  expect(parts).toEqual(Array.from({ length: count }, (_, at) => (at + 1) / count));
});

test.for([false, true])(
  'A film that is given up ends its encoder, frees its frames and is nothing; that the encoder hangs is %s. @10.366',
  async (hangs) => {
    const { controller, parts, ...rest } = making();
    const [encoders, open] = [new Set<VideoEncoder>(), new Set<VideoFrame>()];
    class CountedFrame extends VideoFrame {
      constructor(...made: [HTMLCanvasElement, VideoFrameInit]) {
        super(...made);
        open.add(this);
      }
      override close() {
        open.delete(this);
        super.close();
      }
    }
    class CountedEncoder extends VideoEncoder {
      override get encodeQueueSize() {
        return hangs ? 99 : super.encodeQueueSize;
      }
      override encode(...given: Parameters<VideoEncoder['encode']>) {
        encoders.add(this);
        if (hangs) setTimeout(() => controller.abort());
        else super.encode(...given);
      }
    }
    vi.stubGlobal('VideoFrame', CountedFrame);
    vi.stubGlobal('VideoEncoder', CountedEncoder);
    const onProgress = (done: number) => void (parts.push(done) === 5 && controller.abort());
    await expect(makeFilm(film, { ...rest, onProgress })).rejects.toThrow('abort');
    expect(parts).toHaveLength(hangs ? 0 : 5);
    expect([...encoders].map(({ state }) => state)).toEqual(['closed']);
    expect(open.size).toBe(0);
  },
);

test('Without an encoder the film is recorded while it plays, and its track is ended. @10.366', async () => {
  vi.stubGlobal('VideoEncoder', undefined);
  const streams = vi.spyOn(HTMLCanvasElement.prototype, 'captureStream');
  const { parts, ...rest } = making();
  const file = await makeFilm(film, rest);
  expect(file?.type).toMatch(/^video\/(mp4|webm)$/);
  const { frames, width, height } = await read(file!);
  expect([width, height]).toEqual([128, 224]);
  const greens = frames.map(({ color }) => isGreen(color));
  expect([greens[0], greens.at(-1)]).toEqual([true, false]);
  expect(parts.at(-1)).toBe(1);
  const [{ value: stream } = { value: null }] = streams.mock.results;
  expect(stream.getTracks().map(({ readyState }: MediaStreamTrack) => readyState)).toEqual(['ended']);
});

test('A recording that is given up is nothing. @10.366', async () => {
  vi.stubGlobal('VideoEncoder', undefined);
  const { controller, ...rest } = making();
  const made = makeFilm(film, { ...rest, onProgress: () => controller.abort() });
  await expect(made).rejects.toThrow('abort');
});

test('An encoder that fails leaves the film to the recorder. @10.366', async () => {
  vi.spyOn(VideoEncoder.prototype, 'encode').mockImplementation(() => {
    throw new DOMException('', 'EncodingError');
  });
  expect((await makeFilm(film, making()))?.size).toBeGreaterThan(0);
});

test('What is given up before it begins is not recorded. @10.366', async () => {
  const { controller, parts, ...rest } = making();
  vi.spyOn(VideoEncoder, 'isConfigSupported').mockImplementation(async () => {
    controller.abort();
    return { supported: false };
  });
  await expect(makeFilm(film, rest)).rejects.toThrow('abort');
  expect(parts).toEqual([]);
});

test('An encoder that does not load is neither recorded nor missing. @10.366', async () => {
  const runner = Reflect.get(globalThis, '__vitest_browser_runner__') as { wrapDynamicImport: () => Promise<unknown> };
  vi.spyOn(runner, 'wrapDynamicImport').mockRejectedValue(new TypeError());
  await expect(makeFilm(film, making())).rejects.toMatchObject({ reason: portraitMessages.couldNotLoadFilm });
});

test('A recording waits while its tab is hidden, from its beginning, and not after its end. @10.366', async () => {
  vi.stubGlobal('VideoEncoder', undefined);
  const hidden = vi.spyOn(Document.prototype, 'hidden', 'get').mockReturnValue(true);
  function turn(isHidden: boolean) {
    hidden.mockReturnValue(isHidden);
    document.dispatchEvent(new Event('visibilitychange'));
  }
  const { pause, stop } = MediaRecorder.prototype;
  const calls: string[] = [];
  vi.spyOn(MediaRecorder.prototype, 'pause').mockImplementation(function (this: MediaRecorder) {
    calls.push('pause');
    pause.call(this);
    setTimeout(turn, 0, false);
  });
  vi.spyOn(MediaRecorder.prototype, 'stop').mockImplementation(function (this: MediaRecorder) {
    calls.push('stop');
    stop.call(this);
    turn(true);
  });
  expect((await makeFilm(film, making()))?.size).toBeGreaterThan(0);
  expect(calls).toEqual(['pause', 'stop']);
});

test('A browser that neither encodes nor records makes no film. @10.366', async () => {
  for (const name of ['VideoEncoder', 'MediaRecorder']) vi.stubGlobal(name, undefined);
  expect(await makeFilm(film, making())).toBeNull();
});
