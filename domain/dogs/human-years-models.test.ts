import fc from 'fast-check';
import { expect, test } from 'vitest';
import { humanYears } from './age.ts';
import { comparisonAt, epigeneticHumanYears, humanYearsSteps, publishedHumanYears } from './human-years-models.ts';
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

test('the three answers are side by side', () => {
  expect(comparisonAt(7, 'large')).toEqual({ published: 50, epigenetic: 62 });
  expect(comparisonAt(0.5, 'large')).toEqual({ published: null, epigenetic: null });
  expect(comparisonAt(20, 'small')).toEqual({ published: null, epigenetic: 79 });
});

test.each<[number, DogSize, [string, boolean, number][]]>([
  [0, 'giant', [['first year', false, 0]]],
  [0.5, 'giant', [['first year', false, 8]]],
  [1, 'giant', [['first year', true, 15]]],
  [
    1.5,
    'small',
    [
      ['first year', true, 15],
      ['second year', false, 5],
    ],
  ],
  [
    2,
    'small',
    [
      ['first year', true, 15],
      ['second year', true, 9],
    ],
  ],
  [
    7.003,
    'large',
    [
      ['first year', true, 15],
      ['second year', true, 9],
      ['years since', true, 30],
    ],
  ],
])('at %d years the human years of a %s dog come together step by step', (years, size, steps) => {
  expect(humanYearsSteps(years, size).map((step) => [step.part, step.isWhole, step.humanYears])).toEqual(steps);
});

test('the steps always add up to the human years as shown', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 40, noNaN: true }), fc.constantFrom(...dogSizes), (years, size) => {
      const sum = humanYearsSteps(years, size).reduce((total, step) => total + step.humanYears, 0);
      expect(sum).toBe(humanYears(years, size));
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
