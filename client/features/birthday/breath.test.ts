import { expect, test, vi } from 'vitest';
import { listenForBreath } from './breath.ts';

/** A microphone that hears a tone of this loudness. */
function hear(gain: number) {
  const context = new AudioContext();
  const tone = new OscillatorNode(context, { frequency: 200 });
  const volume = new GainNode(context, { gain });
  const microphone = context.createMediaStreamDestination();
  tone.connect(volume).connect(microphone);
  tone.start();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(microphone.stream);
  return { volume, tracks: microphone.stream.getTracks(), close: () => context.close() };
}

test('A blow that lasts is a breath, again and again, and nothing is heard once it is over. @10.68', async () => {
  const { tracks, close } = hear(0.8);
  const over = new AbortController();
  const onBreath = vi.fn();
  await listenForBreath(onBreath, over.signal);
  await expect.poll(() => onBreath.mock.calls.length).toBeGreaterThan(1);
  over.abort();
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended']);
  await close();
});

test('A quiet room is no breath. @10.68', async () => {
  const { volume, close } = hear(0.02);
  const over = new AbortController();
  const onBreath = vi.fn();
  await listenForBreath(onBreath, over.signal);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(onBreath).not.toHaveBeenCalled();
  // The same room triggers once it grows loud.
  volume.gain.value = 0.8;
  await expect.poll(() => onBreath.mock.calls.length).toBeGreaterThan(0);
  over.abort();
  await close();
});

test('A microphone that comes after the candles are out is released at once.', async () => {
  const { tracks, close } = hear(0.8);
  const over = new AbortController();
  const listening = listenForBreath(vi.fn(), over.signal);
  over.abort();
  await listening;
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended']);
  await close();
});

test('Once the candles are out, nobody is asked for a microphone.', async () => {
  const { close } = hear(0.8);
  await listenForBreath(vi.fn(), AbortSignal.abort());
  expect(navigator.mediaDevices.getUserMedia).not.toHaveBeenCalled();
  await close();
});

test('A microphone that cannot be measured is released.', async () => {
  const { tracks, close } = hear(0.8);
  vi.spyOn(AudioContext.prototype, 'createMediaStreamSource').mockImplementationOnce(() => {
    throw new DOMException('another sample rate', 'NotSupportedError');
  });
  await expect(listenForBreath(vi.fn(), new AbortController().signal)).rejects.toThrow('another sample rate');
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended']);
  await close();
});
