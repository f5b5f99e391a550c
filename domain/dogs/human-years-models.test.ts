import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactHumanYears } from './age.ts';
import {
  comparisonAt,
  comparisons,
  epigeneticHumanYears,
  humanYearsSteps,
  publishedDifference,
  publishedHumanYears,
} from './human-years-models.ts';
import { type DogSize, dogSizes } from './size.ts';

test.each<[DogSize, number, number | null]>([
  ['small', 1, 15],
  ['giant', 1, 12],
  ['giant', 2, 22],
  ['medium', 6, 42],
  ['large', 7, 50],
  ['large', 7.5, 52.5],
  ['small', 16, 80],
  ['giant', 16, 121],
  ['giant', 16.1, null],
  ['small', 0.99, null],
  ['small', 0, null],
])('the published chart has a %s dog of %d years at %s', (size, years, human) => {
  expect(publishedHumanYears(years, size)).toBe(human);
});

test('the epigenetic curve has its published values, and says nothing of puppies', () => {
  const published = [31, 42.1, 48.6, 53.2, 56.8, 59.7, 62.1, 64.3, 66.2, 67.8, 69.4, 70.8, 72, 73.2, 74.3, 75.4];
  for (const [index, value] of published.entries()) expect(epigeneticHumanYears(index + 1)).toBeCloseTo(value, 1);
  expect(epigeneticHumanYears(0.999)).toBeNull();
  expect(epigeneticHumanYears(0)).toBeNull();
});

test('the three answers stand side by side', () => {
  expect(comparisonAt(7, 'large')).toEqual({ years: 7, wagday: 54, published: 50, epigenetic: 62 });
  expect(comparisonAt(0.5, 'large')).toEqual({ years: 0.5, wagday: 8, published: null, epigenetic: null });
  expect(comparisonAt(20, 'small')).toEqual({ years: 20, wagday: 96, published: null, epigenetic: 79 });
  expect(comparisons('medium').map(({ years }) => years)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
  ]);
});

test('the differences from the published chart are the ones that are told', () => {
  expect(publishedDifference('small')).toEqual({ above: 0, below: 0 });
  expect(publishedDifference('medium')).toEqual({ above: 7, below: 0 });
  expect(publishedDifference('large')).toEqual({ above: 9, below: 0 });
  expect(publishedDifference('giant')).toEqual({ above: 3, below: 0 });
});

test.each<[number, DogSize, [string, number, number, number][]]>([
  [0, 'giant', [['first year', 0, 15, 0]]],
  [0.5, 'giant', [['first year', 0.5, 15, 7.5]]],
  [1, 'giant', [['first year', 1, 15, 15]]],
  [
    1.5,
    'small',
    [
      ['first year', 1, 15, 15],
      ['second year', 0.5, 9, 4.5],
    ],
  ],
  [
    2,
    'small',
    [
      ['first year', 1, 15, 15],
      ['second year', 1, 9, 9],
    ],
  ],
  [
    7,
    'large',
    [
      ['first year', 1, 15, 15],
      ['second year', 1, 9, 9],
      ['grown-up years', 5, 6, 30],
    ],
  ],
])('at %d years the human years of a %s dog come together step by step', (years, size, steps) => {
  expect(humanYearsSteps(years, size).map((step) => [step.part, step.years, step.rate, step.humanYears])).toEqual(
    steps,
  );
});

test('the steps always add up to the exact human years', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 40, noNaN: true }), fc.constantFrom(...dogSizes), (years, size) => {
      const sum = humanYearsSteps(years, size).reduce((total, { humanYears }) => total + humanYears, 0);
      expect(sum).toBeCloseTo(exactHumanYears(years, size), 9);
    }),
  );
});

test('both models grow with the age wherever they speak', () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 15.9, noNaN: true }), fc.constantFrom(...dogSizes), (years, size) => {
      expect(publishedHumanYears(years + 0.1, size) ?? 0).toBeGreaterThan(publishedHumanYears(years, size) ?? 0);
      expect(epigeneticHumanYears(years + 0.1) ?? 0).toBeGreaterThan(epigeneticHumanYears(years) ?? 0);
    }),
  );
});
