import fc from 'fast-check';
import { expect, test } from 'vitest';
import { humanYears } from './age.ts';
import {
  comparisonAt,
  epigeneticHumanYears,
  humanYearsSteps,
  publishedHumanYears,
  survivalHumanYears,
} from './human-years-models.ts';
import { type DogSize, dogSizes } from './size.ts';

test.each<[DogSize, number, number | null]>([
  ['small', 1, 15],
  ['giant', 2, 22],
  ['large', 7.5, 52.5],
  ['small', 16, 80],
  ['giant', 16, 121],
  ['giant', 16.1, null],
  ['small', 0.99, null],
])('the published chart has a %s dog of %d years at %s', (size, years, human) => {
  expect(publishedHumanYears(years, size)).toBe(human);
});

test('the epigenetic curve has its published values, and says nothing of puppies', () => {
  const published = [31, 42.1, 48.6, 53.2, 56.8, 59.7, 62.1, 64.3, 66.2, 67.8, 69.4, 70.8, 72, 73.2, 74.3, 75.4];
  for (const [index, value] of published.entries()) expect(epigeneticHumanYears(index + 1)).toBeCloseTo(value, 1);
  expect(epigeneticHumanYears(0.999)).toBeNull();
  expect(epigeneticHumanYears(0)).toBeNull();
});

/** Dogs alive at each full year of age: Teng and others, 2022 (Scientific Reports), table 2, of all breeds in the United Kingdom. */
const dogsAlive = [
  30_563, 30_049, 29_568, 29_086, 28_597, 28_038, 27_361, 26_469, 25_215, 23_485, 21_220, 18_368, 14_919, 11_274, 7489,
  4363, 2114, 861, 319, 101, 23,
];

/** People alive at each full year of age: period life table of the United States of about 2009, the mean of men and women. */
const peopleAlive = [
  100_000, 99_364, 99_324, 99_297, 99_276, 99_260, 99_245, 99_232, 99_219, 99_208, 99_198, 99_189, 99_179, 99_167,
  99_149, 99_124, 99_089, 99_047, 98_997, 98_938, 98_871, 98_796, 98_713, 98_624, 98_533, 98_440, 98_347, 98_252,
  98_158, 98_061, 97_962, 97_860, 97_755, 97_647, 97_535, 97_419, 97_297, 97_168, 97_031, 96_884, 96_725, 96_552,
  96_364, 96_160, 95_937, 95_694, 95_429, 95_140, 94_825, 94_483, 94_111, 93_706, 93_268, 92_796, 92_293, 91_759,
  91_190, 90_585, 89_940, 89_254, 88_524, 87_745, 86_912, 86_019, 85_064, 84_039, 82_937, 81_751, 80_478, 79_112,
  77_650, 76_080, 74_393, 72_586, 70_657, 68_602, 66_409, 64_067, 61_580, 58_953, 56_189, 53_285, 50_236, 47_051,
  43_746, 40_339, 36_854, 33_318, 29_769, 26_249, 22_809, 19_502, 16_382, 13_496, 10_887, 8585, 6614, 4977, 3659, 2631,
  1851, 1273, 853, 557, 352, 216, 128, 72, 40, 20, 10, 5, 2, 1, 1, 0, 0, 0, 0, 0,
];

test('survival is the age at which people have outlived as large a share of their generation as the dog @10.330', () => {
  const [dogsBorn = 0, peopleBorn = 0] = [dogsAlive[0], peopleAlive[0]];
  for (let years = 2; years <= 16; years++) {
    const alive = ((dogsAlive[years] ?? 0) / dogsBorn) * peopleBorn;
    const after = peopleAlive.findIndex((count, age) => age > 15 && count <= alive);
    const [before = 0, then = 0] = [peopleAlive[after - 1], peopleAlive[after]];
    const age = after - 1 + (before - alive) / (before - then);
    expect([years, survivalHumanYears(years)]).toEqual([years, Math.round(age)]);
  }
});

test('survival says nothing before two and after sixteen, and is read between the years', () => {
  expect([1.99, 2.5, 15.5, 16, 16.01].map(survivalHumanYears)).toEqual([null, 43.5, 94.5, 96, null]);
});

test('the answers are side by side, and from two to eight DNA and survival agree @10.330', () => {
  expect(comparisonAt(7, 'large')).toEqual({ published: 50, epigenetic: 62, survival: 'early sixties', agreed: 62 });
  expect(comparisonAt(0.5, 'large')).toEqual({ published: null, epigenetic: null, survival: null, agreed: null });
  expect(comparisonAt(10, 'small')).toEqual({ published: 56, epigenetic: 68, survival: 'mid-seventies', agreed: null });
  expect(comparisonAt(20, 'small')).toEqual({ published: null, epigenetic: 79, survival: null, agreed: null });
  expect([1.9, 2, 8, 8.1].map((years) => comparisonAt(years, 'small').agreed)).toEqual([null, 41, 65, null]);
  for (let years = 2; years <= 8; years += 0.125) {
    expect(Math.abs((survivalHumanYears(years) ?? 0) - (epigeneticHumanYears(years) ?? 0))).toBeLessThan(3);
  }
});

test.each([
  [2, 'early forties'],
  [3, 'late forties'],
  [10, 'mid-seventies'],
  [11, 'late seventies'],
  [16, 'mid-nineties'],
])('survival at %d years is told as the %s, because all sizes are one', (years, words) => {
  for (const size of dogSizes) expect(comparisonAt(years, size).survival).toBe(words);
});

test.each<[number, DogSize, string]>([
  [0, 'giant', 'part of first year 0'],
  [0.5, 'giant', 'part of first year 8'],
  [1, 'giant', 'first year 15'],
  [1.5, 'small', 'first year 15, part of second year 5'],
  [2, 'small', 'first year 15, second year 9'],
  [7.003, 'large', 'first year 15, second year 9, years since 30'],
])('at %d years the human years of a %s dog come together step by step: %s', (years, size, steps) => {
  const told = humanYearsSteps(years, size).map(
    (step) => `${step.isWhole ? '' : 'part of '}${step.part} ${step.humanYears}`,
  );
  expect(told.join(', ')).toBe(steps);
});

test('the steps always add up to the human years as shown', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 40, noNaN: true }), fc.constantFrom(...dogSizes), (years, size) => {
      const sum = humanYearsSteps(years, size).reduce((total, step) => total + step.humanYears, 0);
      expect(sum).toBe(humanYears(years, size));
    }),
  );
});
