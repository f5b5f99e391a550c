import { expect, test } from 'vitest';
import { coverCrop } from './cover-crop.ts';

const square = { width: 100, height: 100 };

test('A wide photo loses both sides alike.', () => {
  expect(coverCrop({ width: 400, height: 200 }, square)).toEqual({ x: 100, y: 0, width: 200, height: 200 });
});

test('A tall photo keeps more of its top, where faces are.', () => {
  const crop = coverCrop({ width: 200, height: 400 }, square);
  expect(crop).toMatchObject({ x: 0, width: 200, height: 200 });
  expect(crop.y).toBeGreaterThan(0);
  expect(crop.y).toBeLessThan(100);
});

test('A photo smaller than its box is shown whole where the shapes agree.', () => {
  expect(coverCrop({ width: 20, height: 20 }, square)).toEqual({ x: 0, y: 0, width: 20, height: 20 });
});
