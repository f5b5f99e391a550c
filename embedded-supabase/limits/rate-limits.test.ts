import { expect, test } from 'vitest';
import { createLocalCounts } from './rate-limits.ts';

test('each key has its places, until the time is over or it is forgotten', () => {
  let time = 0;
  const counts = createLocalCounts({ times: 2, seconds: 10 }, () => new Date(time));
  expect([counts.take('a'), counts.take('a'), counts.take('b')]).toEqual([null, null, null]);
  time = 4_500;
  expect([counts.take('a'), counts.take('b')]).toEqual([6, null]);
  counts.forget('b');
  expect([counts.take('b'), counts.take('b'), counts.take('b')]).toEqual([null, null, 10]);
  time = 10_000;
  expect([counts.take('a'), counts.take('a'), counts.take('a')]).toEqual([null, null, 10]);
  time = -60_000;
  expect(counts.take('a')).toBeNull();
});

test('work may take many places at once, and more than are left', () => {
  const counts = createLocalCounts({ times: 10, seconds: 10 }, () => new Date(0));
  expect([counts.take('a', 0), counts.take('a', 9), counts.take('a', 5), counts.take('a', 0)]).toEqual([
    null,
    null,
    null,
    10,
  ]);
});

test('the oldest of too many keys is forgotten', () => {
  const counts = createLocalCounts({ times: 1, seconds: 10 }, () => new Date(0));
  for (let key = 0; key < 10_001; key += 1) counts.take(String(key));
  expect([counts.take('10000'), counts.take('0')]).toEqual([10, null]);
});
