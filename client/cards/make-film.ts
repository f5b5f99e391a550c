/** Makes a film into a file on this device, by what the browser has for it. */

import { portraitMessages } from '../copy/portrait-messages.ts';
import type { Size } from './card.ts';
import { contextOf, emptyRaster } from './drawing/rasters.ts';
import { framesPerSecond } from './film.ts';

/** `length` is in seconds, and `draw` draws the frame of a time in seconds. */
export type FilmToMake = Size & { length: number; draw: (context: CanvasRenderingContext2D, seconds: number) => void };

/** `onProgress` is told which part is done, from 0 to 1. */
type Making = { signal: AbortSignal; onProgress: (done: number) => void };

type Encoder = Awaited<ReturnType<typeof loadEncoder>>;

/** In bits per second: sharp letters, and about 10 MB for 15 seconds. */
const bitrate = 5_500_000;

function canvasOf(size: Size) {
  const canvas = emptyRaster(size);
  return { canvas, context: contextOf(canvas) };
}

/** @throws with the reason when it does not come, which another try may mend. */
const loadEncoder = () =>
  import('mediabunny').catch((cause) => {
    const reason = portraitMessages.couldNotLoadFilm;
    throw Object.assign(new Error(reason.text, { cause }), { reason });
  });

/** Encodes frame by frame, as fast as the device can. Null where the browser encodes none of these formats. */
async function encode(encoder: Encoder, film: FilmToMake, { signal, onProgress }: Making): Promise<Blob | null> {
  const {
    BufferTarget,
    getFirstEncodableVideoCodec,
    Mp4OutputFormat,
    Output,
    Quality,
    VideoSample,
    VideoSampleSource,
  } = encoder;
  const { width, height, length, draw } = film;
  const quality = new Quality({ bitrate });
  // The first one plays everywhere.
  const codec = await getFirstEncodableVideoCodec(['avc', 'vp9', 'av1'], { width, height, quality });
  if (!codec) return null;
  const { canvas, context } = canvasOf(film);
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new VideoSampleSource({ codec, quality, keyFrameInterval: 2 });
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  givenUp.catch(() => undefined);
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  try {
    await output.start();
    const count = Math.round(length * framesPerSecond);
    for (let frame = 0; frame < count; frame += 1) {
      signal.throwIfAborted();
      draw(context, frame / framesPerSecond);
      const times = { timestamp: frame / framesPerSecond, duration: 1 / framesPerSecond };
      const sample = new VideoSample(canvas, times);
      // An encoder that hangs takes no more frames.
      await Promise.race([source.add(sample), givenUp]).finally(() => sample.close());
      onProgress((frame + 1) / count);
    }
    await output.finalize();
  } finally {
    // Ends the encoder.
    if (output.state !== 'finalized') await output.cancel();
  }
  signal.throwIfAborted();
  return target.buffer && new Blob([target.buffer], { type: 'video/mp4' });
}

const recordedTypes = ['video/mp4;codecs=avc1.640028', 'video/mp4', 'video/webm;codecs=vp9', 'video/webm'];

/** Records the film while it plays, which takes as long as it lasts. Null where the browser does not record. */
async function record(film: FilmToMake, { signal, onProgress }: Making): Promise<Blob | null> {
  signal.throwIfAborted();
  if (typeof MediaRecorder === 'undefined' || !HTMLCanvasElement.prototype.captureStream) return null;
  const mimeType = recordedTypes.find((type) => MediaRecorder.isTypeSupported(type));
  if (!mimeType) return null;
  const { canvas, context } = canvasOf(film);
  film.draw(context, 0);
  const stream = canvas.captureStream(framesPerSecond);
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: bitrate });
  const parts: Blob[] = [];
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  recorder.addEventListener('stop', () => resolve());
  recorder.addEventListener('error', () => reject(new Error('The browser stopped recording.')));
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  const gone = new AbortController();
  // Browsers draw nothing in a tab that is hidden.
  let [seconds, before] = [0, performance.now()];
  function pause() {
    if (recorder.state === 'inactive') return;
    if (document.hidden) recorder.pause();
    else recorder.resume();
    before = performance.now();
  }
  document.addEventListener('visibilitychange', pause, { signal: gone.signal });
  function step(now: number) {
    if (gone.signal.aborted) return;
    // The last frame is captured after it is drawn.
    if (seconds >= film.length) return recorder.stop();
    if (recorder.state === 'recording') seconds += (now - before) / 1000;
    before = now;
    film.draw(context, Math.min(seconds, film.length));
    onProgress(Math.min(seconds / film.length, 1));
    requestAnimationFrame(step);
  }
  try {
    recorder.start();
    pause();
    requestAnimationFrame(step);
    await ended;
    return new Blob(parts, { type: mimeType.replace(/;.*/, '') });
  } finally {
    gone.abort();
    for (const track of stream.getTracks()) track.stop();
  }
}

/** Makes a film, without sound; null where the browser cannot. @throws the reason of `signal`, or when the browser refuses or has no network */
export async function makeFilm(film: FilmToMake, making: Making): Promise<Blob | null> {
  const encoder = typeof VideoEncoder === 'undefined' ? null : await loadEncoder();
  try {
    const encoded = encoder && (await encode(encoder, film, making));
    if (encoded) return encoded;
  } catch (error) {
    // An encoder that is named may still fail.
    if (making.signal.aborted) throw error;
  }
  return record(film, making);
}
