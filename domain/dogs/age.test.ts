import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, anniversaryOf } from '../dates/calendar-date.ts';
import { anyDate, date } from '../testing/dates.ts';
import { ageOn, daysPerYear, dogYears, exactHumanYears, humanYears, isRoundedUp, lifeStage } from './age.ts';
import { type DogSize, dogSizes, sizeTraits } from './size.ts';

test.each([
  ['2026-06-15', '2026-06-15', 0],
  ['2026-06-14', '2026-06-15', 1 / daysPerYear],
  ['2025-06-16', '2026-06-15', 364 / daysPerYear],
  ['2025-06-15', '2026-06-15', 1],
  ['2025-06-14', '2026-06-15', 1 + 1 / daysPerYear],
  ['2024-06-16', '2026-06-15', 1 + 364 / daysPerYear],
  ['2024-06-15', '2026-06-15', 2],
  ['2024-06-14', '2026-06-15', 2 + 1 / daysPerYear],
  ['2019-06-14', '2026-06-15', 7 + 1 / daysPerYear],
  ['2020-02-29', '2026-02-28', 6],
  ['2020-02-29', '2026-02-27', 5 + 364 / daysPerYear],
  ['2023-06-15', '2024-06-14', 365 / daysPerYear],
])('a dog born %s is, on %s, %d years old', (birth, today, years) => {
  expect(ageOn(date(birth), date(today)).years).toBe(years);
});

test('a dog that is not born yet has no age', () => {
  expect(() => ageOn(date('2026-06-16'), date('2026-06-15'))).toThrow(
    new RangeError('Not born yet on 2026-06-15: 2026-06-16'),
  );
});

test.each<[number, DogSize, number]>([
  [0, 'small', 0],
  [0.5, 'giant', 7.5],
  [1, 'small', 15],
  [1, 'giant', 15],
  [1.5, 'medium', 19.5],
  [2, 'small', 24],
  [2, 'giant', 24],
  [3, 'small', 28],
  [3, 'medium', 29],
  [3, 'large', 30],
  [3, 'giant', 31],
  [7, 'small', 44],
  [16, 'small', 80],
  [16, 'medium', 94],
  [16, 'large', 108],
  [16, 'giant', 122],
])('at %d years a %s dog is exactly %d in human years @9.1 @9.2 @9.3', (years, size, human) => {
  expect(exactHumanYears(years, size)).toBe(human);
});

test('human years are shown rounded to the nearest whole number @9.6', () => {
  expect(humanYears(7 + 1 / daysPerYear, 'small')).toBe(44);
  expect(humanYears(2.12, 'small')).toBe(24);
  expect(humanYears(2.13, 'small')).toBe(25);
});

test.each([
  ['the day after the seventh birthday', 7 + 1 / daysPerYear, 7],
  ['the day before the first birthday', 364 / daysPerYear, 1],
  ['the day before the fourth birthday', 3 + 364 / daysPerYear, 4],
  ['eighteen days before it', 3 + 347 / daysPerYear, 4],
  ['nineteen days before it', 3 + 346 / daysPerYear, 3.9],
  ['half a year', 3.5, 3.5],
  ['two weeks', 0.04, 0],
])('dog years are rounded to one decimal: %s @9.7', (_, years, shown) => {
  expect(dogYears(years)).toBe(shown);
});

test('dog years are the nearest tenth of the age, and never fall @9.7', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: 0, max: 15_000 }), (birth, days) => {
      const { years } = ageOn(birth, addDays(birth, days));
      expect(Math.abs(dogYears(years) - years)).toBeLessThanOrEqual(0.05 + 1e-9);
      expect(dogYears(ageOn(birth, addDays(birth, days + 1)).years)).toBeGreaterThanOrEqual(dogYears(years));
    }),
  );
});

test.each<[number, Record<DogSize, string>]>([
  [0, { small: 'Newborn Puppy', medium: 'Newborn Puppy', large: 'Newborn Puppy', giant: 'Newborn Puppy' }],
  [0.499, { small: 'Newborn Puppy', medium: 'Newborn Puppy', large: 'Newborn Puppy', giant: 'Newborn Puppy' }],
  [0.5, { small: 'Growing Puppy', medium: 'Growing Puppy', large: 'Growing Puppy', giant: 'Growing Puppy' }],
  [0.999, { small: 'Growing Puppy', medium: 'Growing Puppy', large: 'Growing Puppy', giant: 'Growing Puppy' }],
  [1, { small: 'Adolescent Dog', medium: 'Adolescent Dog', large: 'Adolescent Dog', giant: 'Adolescent Dog' }],
  [1.999, { small: 'Adolescent Dog', medium: 'Adolescent Dog', large: 'Adolescent Dog', giant: 'Adolescent Dog' }],
  [2, { small: 'Adult Dog', medium: 'Adult Dog', large: 'Adult Dog', giant: 'Adult Dog' }],
  [6.999, { small: 'Adult Dog', medium: 'Adult Dog', large: 'Adult Dog', giant: 'Adult Dog' }],
  [7, { small: 'Mature Adult', medium: 'Senior Dog', large: 'Senior Dog', giant: 'Senior Dog' }],
  [7.999, { small: 'Mature Adult', medium: 'Senior Dog', large: 'Senior Dog', giant: 'Senior Dog' }],
  [8, { small: 'Senior Dog', medium: 'Senior Dog', large: 'Senior Dog', giant: 'Senior Dog' }],
])('at %d years the life stages are right for every size @4.20 @4.21 @4.22 @4.23 @4.24 @4.25', (years, stages) => {
  for (const size of dogSizes) expect(lifeStage(years, size)).toBe(stages[size]);
});

test('the table of sizes holds the constants of the product @9.4 @9.5 @9.11', () => {
  const constants = dogSizes.map((size) => [size, sizeTraits[size].yearlyRate, sizeTraits[size].seniorFrom]);
  expect(constants).toEqual([
    ['small', 4, 8],
    ['medium', 5, 7],
    ['large', 6, 6],
    ['giant', 7, 5],
  ]);
});

test('age is a whole number on anniversaries and on no other day', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: 0, max: 15_000 }), (birth, days) => {
      const today = addDays(birth, days);
      const { anniversaries, years } = ageOn(birth, today);
      expect(Number.isInteger(years)).toBe(anniversaryOf(birth, anniversaries) === today);
    }),
  );
});

test('human years never fall from one day to the next', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: 0, max: 15_000 }), fc.constantFrom(...dogSizes), (birth, days, size) => {
      const onDay = (day: number) => exactHumanYears(ageOn(birth, addDays(birth, day)).years, size);
      expect(onDay(days + 1)).toBeGreaterThan(onDay(days));
      expect(Math.round(onDay(days + 1))).toBeGreaterThanOrEqual(Math.round(onDay(days)));
    }),
  );
});

test.each([
  [0.5, 7.5, true],
  [0.48, 7.2, false],
  [1, 15, false],
  [2, 24, false],
])('at %d years the %d human years are rounded up: %s', (years, exact, expected) => {
  expect(exactHumanYears(years, 'small')).toBeCloseTo(exact);
  expect(isRoundedUp(years, 'small')).toBe(expected);
});
