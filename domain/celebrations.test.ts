import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ageOn, exactHumanYears } from './age.ts';
import { addDays, anniversaryOf } from './calendar-date.ts';
import { celebrationsOfYear, celebrationsPerYear, daysToGo, daysToGoText, nextCelebration } from './celebrations.ts';
import { type DogSize, dogSizes, sizeTraits } from './size.ts';
import { anyDate, date } from './testing/dates.ts';

test.each<[birth: string, size: DogSize, today: string, next: string, days: number]>([
  ['2026-06-15', 'medium', '2026-06-15', '2026-06-15', 0],
  ['2026-06-14', 'medium', '2026-06-15', '2027-06-14', 364],
  ['2025-06-16', 'medium', '2026-06-15', '2026-06-16', 1],
  ['2025-06-15', 'medium', '2026-06-15', '2026-06-15', 0],
  ['2025-06-14', 'medium', '2026-06-15', '2027-06-14', 364],
  ['2024-06-16', 'giant', '2026-06-15', '2026-06-16', 1],
  ['2024-06-15', 'giant', '2026-06-15', '2026-06-15', 0],
  ['2024-06-14', 'giant', '2026-06-15', '2026-08-06', 52],
  ['2019-06-14', 'small', '2026-06-15', '2026-09-14', 91],
  ['2019-06-14', 'small', '2026-09-13', '2026-09-14', 1],
  ['2019-06-14', 'small', '2026-09-14', '2026-09-14', 0],
  ['2019-06-14', 'small', '2026-09-15', '2026-12-14', 90],
  ['2019-06-14', 'small', '2027-03-15', '2027-03-15', 0],
  ['2019-06-14', 'small', '2027-03-16', '2027-06-14', 90],
  ['2020-02-29', 'large', '2026-02-27', '2026-02-28', 1],
  ['2020-02-29', 'large', '2026-02-28', '2026-02-28', 0],
  ['2020-02-29', 'large', '2026-03-01', '2026-04-30', 60],
  ['2020-02-29', 'large', '2028-02-28', '2028-02-29', 1],
  ['2025-02-28', 'small', '2026-03-01', '2027-02-28', 364],
])('a dog born %s, %s, on %s celebrates next on %s, in %d days', (birth, size, today, next, days) => {
  const celebration = nextCelebration(date(birth), size, date(today));
  expect(celebration.date).toBe(next);
  expect(daysToGo(celebration.date, date(today))).toBe(days);
});

test('each celebration of a grown-up year is known by its human years', () => {
  const birth = date('2019-06-14');
  expect(nextCelebration(birth, 'small', date('2026-06-15'))).toEqual({
    date: '2026-09-14',
    kind: 'human-year birthday',
    anniversary: 7,
    humanYears: 45,
  });
  expect(nextCelebration(birth, 'small', date('2027-04-01'))).toEqual({
    date: '2027-06-14',
    kind: 'birthday',
    anniversary: 8,
    humanYears: 48,
  });
});

test('a year holds one celebration up to the age of two, then as many as the rate of the size', () => {
  for (const size of dogSizes) {
    expect(celebrationsPerYear(0, size)).toBe(1);
    expect(celebrationsPerYear(2, size)).toBe(1);
    expect(celebrationsPerYear(2.01, size)).toBe(sizeTraits[size].yearlyRate);
  }
});

test('days to go read as the specification says', () => {
  expect([0, 1, 2, 364].map(daysToGoText)).toEqual(["It's today!", 'Tomorrow!', '2 days to go!', '364 days to go!']);
});

const anyLife = fc.record({
  birth: anyDate,
  days: fc.integer({ min: 0, max: 15_000 }),
  size: fc.constantFrom(...dogSizes),
});

test('the next birthday is never in the past and never more than a year away', () => {
  fc.assert(
    fc.property(anyLife, ({ birth, days, size }) => {
      const today = addDays(birth, days);
      const toGo = daysToGo(nextCelebration(birth, size, today).date, today);
      expect(toGo).toBeGreaterThanOrEqual(0);
      expect(toGo).toBeLessThanOrEqual(366);
    }),
  );
});

test('every anniversary is a celebration', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: 0, max: 40 }), fc.constantFrom(...dogSizes), (birth, years, size) => {
      const anniversary = anniversaryOf(birth, years);
      expect(nextCelebration(birth, size, anniversary)).toMatchObject({ date: anniversary, kind: 'birthday' });
    }),
  );
});

test('on each celebration after the second birthday the human years pass a whole number', () => {
  fc.assert(
    fc.property(anyLife, ({ birth, days, size }) => {
      const today = addDays(anniversaryOf(birth, 2), 1 + days);
      const next = nextCelebration(birth, size, today);
      const humanYearsOn = (day: typeof today) => exactHumanYears(ageOn(birth, day).years, size);
      expect(Math.floor(humanYearsOn(next.date))).toBe(next.humanYears);
      expect(humanYearsOn(addDays(next.date, -1))).toBeLessThan(next.humanYears);
    }),
  );
});

test('between two anniversaries there are as many celebrations as the rate of the size', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: 2, max: 30 }), fc.constantFrom(...dogSizes), (birth, years, size) => {
      const dates = [];
      let day = anniversaryOf(birth, years);
      while (day < anniversaryOf(birth, years + 1)) {
        const { date: next } = nextCelebration(birth, size, day);
        dates.push(next);
        day = addDays(next, 1);
      }
      expect(dates.filter((next) => next < anniversaryOf(birth, years + 1))).toHaveLength(sizeTraits[size].yearlyRate);
    }),
  );
});

test.each<[birth: string, size: DogSize, today: string, days: string[]]>([
  ['2026-06-15', 'giant', '2026-06-15', ['2026-06-15']],
  ['2026-06-14', 'giant', '2026-06-15', ['2027-06-14']],
  ['2025-06-15', 'giant', '2026-06-15', ['2026-06-15']],
  ['2024-09-01', 'small', '2026-06-15', ['2026-09-01', '2026-12-02', '2027-03-03', '2027-06-02']],
  ['2019-06-14', 'small', '2026-06-15', ['2026-09-14', '2026-12-14', '2027-03-15', '2027-06-14']],
  ['2019-06-15', 'small', '2026-06-15', ['2026-06-15', '2026-09-15', '2026-12-15', '2027-03-16']],
  ['2020-02-29', 'small', '2028-02-29', ['2028-02-29', '2028-05-31', '2028-08-30', '2028-11-29']],
])('the year ahead of a dog born %s, %s, on %s holds %j', (birth, size, today, days) => {
  expect(celebrationsOfYear(date(birth), size, date(today)).map(({ date }) => date)).toEqual(days);
});

test('the year ahead begins with the next celebration and holds as many as the rate says, give or take one', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: 0, max: 14_000 }), fc.constantFrom(...dogSizes), (birth, days, size) => {
      const today = addDays(birth, days);
      const year = celebrationsOfYear(birth, size, today);
      expect(year[0]).toEqual(nextCelebration(birth, size, today));
      if (ageOn(birth, today).years > 2)
        expect(Math.abs(year.length - sizeTraits[size].yearlyRate)).toBeLessThanOrEqual(1);
    }),
  );
});
