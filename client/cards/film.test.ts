import { expect, test } from 'vitest';
import { countedNumber, filmLength, framesPerSecond, momentAt } from './film.ts';

const counts = Array.from({ length: 40 }, (_, index) => index + 2);

test('A film lasts ten to fifteen seconds, however many days it shows. @10.363', () => {
  const lengths = counts.map(filmLength);
  expect(lengths.every((length) => length >= 10 && length <= 15)).toBe(true);
  expect([lengths[0], lengths.at(-1)]).toEqual([10, 15]);
  expect(lengths).toEqual(lengths.toSorted((one, other) => one - other));
});

test.each(counts)('Of a film of %i days each frame is in one scene, and all scenes come in order. @10.363', (count) => {
  const frames = Array.from({ length: Math.round(filmLength(count) * framesPerSecond) }, (_, frame) =>
    momentAt(count, frame / framesPerSecond),
  );
  const scenes = frames.map(({ scene }) => scene);
  expect([...new Set(scenes)]).toEqual(Array.from({ length: count + 2 }, (_, index) => index - 1));
  expect(scenes).toEqual(scenes.toSorted((one, other) => one - other));
  expect(frames.every(({ since, lasts }) => since > -1e-9 && since <= lasts)).toBe(true);
  expect(momentAt(count, filmLength(count)).scene).toBe(count);
});

test('The number counts up from that of the day before, and stays until the next comes. @10.364', () => {
  const lasts = 1.5;
  const at = (since: number) => countedNumber(15, 44, { scene: 1, since, lasts });
  const numbers = Array.from({ length: 46 }, (_, frame) => at(frame / framesPerSecond));
  expect(numbers[0]).toBe(15);
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  expect(new Set(numbers).size).toBeGreaterThan(8);
  expect([at(0.9), at(1.2), at(1.5)]).toEqual([44, 44, 44]);
});
