import { expect, test } from 'vitest';
import { date } from '../testing/dates.ts';
import { birthWords } from './life-words.ts';

test.each([
  ['day', 'on', 'May 1, 2020'],
  ['month', 'in', 'May 2020'],
  ['year', 'in', '2020'],
  ['guess', 'about', 'May 1, 2020'],
] as const)('of a birth of which the %s is known it is said that it was %s %s @10.140', (birthPrecision, how, when) => {
  expect(birthWords({ birthDate: date('2020-05-01'), birthPrecision })).toEqual([how, when]);
});
