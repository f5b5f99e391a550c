import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, anniversaryOf } from '../dates/calendar-date.ts';
import { ageOn, exactHumanYears } from '../dogs/age.ts';
import { birthPrecisions } from '../dogs/life.ts';
import { type DogSize, dogSizes, sizeTraits } from '../dogs/size.ts';
import { anyDate, date } from '../testing/dates.ts';
import {
  celebratesOn,
  celebrationsBetween,
  celebrationsOfYear,
  celebrationsPerYear,
  comingGraduation,
  daysToGo,
  daysToGoText,
  nextCelebration,
  nextGotchaDay,
} from './celebrations.ts';

test.each<[birth: string, size: DogSize, today: string, next: string, days: number]>([
  ['2026-06-15', 'medium', '2026-06-15', '2026-06-15', 0],
  ['2025-06-16', 'medium', '2026-06-15', '2026-06-16', 1],
  ['2024-06-14', 'giant', '2026-06-15', '2026-08-06', 52],
  ['2019-06-14', 'small', '2026-09-13', '2026-09-14', 1],
  ['2019-06-14', 'small', '2026-09-14', '2026-09-14', 0],
  ['2019-06-14', 'small', '2026-09-15', '2026-12-14', 90],
  ['2019-06-14', 'small', '2027-03-16', '2027-06-14', 90],
  ['2020-02-29', 'large', '2026-02-27', '2026-02-28', 1],
  ['2020-02-29', 'large', '2026-03-01', '2026-04-30', 60],
  ['2020-02-29', 'large', '2028-02-28', '2028-02-29', 1],
])('a dog born %s, %s, on %s celebrates next on %s, in %d days @9.9', (birth, size, today, next, days) => {
  const celebration = nextCelebration({ birthDate: date(birth), size }, date(today));
  expect(celebration.date).toBe(next);
  expect(daysToGo(celebration.date, date(today))).toBe(days);
});

test('each celebration of a grown-up year is known by its human years', () => {
  const birth = date('2019-06-14');
  expect(nextCelebration({ birthDate: birth, size: 'small' }, date('2026-06-15'))).toEqual({
    date: '2026-09-14',
    kind: 'human-year birthday',
    anniversary: 7,
    humanYears: 45,
  });
  expect(nextCelebration({ birthDate: birth, size: 'small' }, date('2027-04-01'))).toEqual({
    date: '2027-06-14',
    kind: 'birthday',
    anniversary: 8,
    humanYears: 48,
  });
});

test('a year holds one celebration up to the age of two, then as many as the rate of the size @9.8', () => {
  for (const size of dogSizes) {
    expect(celebrationsPerYear(0, size)).toBe(1);
    expect(celebrationsPerYear(2, size)).toBe(1);
    expect(celebrationsPerYear(2.01, size)).toBe(sizeTraits[size].yearlyRate);
  }
});

test('days to go read as the specification says @2.41 @2.42 @2.43', () => {
  expect([0, 1, 2, 364].map(daysToGoText)).toEqual(["It's today!", 'Tomorrow!', '2 days to go!', '364 days to go!']);
});

const anyLife = fc.record({
  birth: anyDate,
  days: fc.integer({ min: 0, max: 15_000 }),
  size: fc.constantFrom(...dogSizes),
});

test('on each celebration after the second birthday the human years pass a whole number @9.10', () => {
  fc.assert(
    fc.property(anyLife, ({ birth, days, size }) => {
      const today = addDays(anniversaryOf(birth, 2), 1 + days);
      const next = nextCelebration({ birthDate: birth, size }, today);
      const humanYearsOn = (day: typeof today) => exactHumanYears(ageOn(birth, day).years, size);
      expect(Math.floor(humanYearsOn(next.date))).toBe(next.humanYears);
      expect(humanYearsOn(addDays(next.date, -1))).toBeLessThan(next.humanYears);
    }),
  );
});

test('between two anniversaries there are as many celebrations as the rate of the size @9.10', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: 2, max: 30 }), fc.constantFrom(...dogSizes), (birth, years, size) => {
      const dates = [];
      let day = anniversaryOf(birth, years);
      while (day < anniversaryOf(birth, years + 1)) {
        const { date: next } = nextCelebration({ birthDate: birth, size }, day);
        dates.push(next);
        day = addDays(next, 1);
      }
      expect(dates.filter((next) => next < anniversaryOf(birth, years + 1))).toHaveLength(sizeTraits[size].yearlyRate);
    }),
  );
});

test.each<[birth: string, size: DogSize, today: string, days: string[]]>([
  ['2026-06-15', 'giant', '2026-06-15', ['2026-06-15', '2026-12-15']],
  ['2025-12-14', 'giant', '2026-06-15', ['2026-06-15', '2026-12-14']],
  ['2024-09-01', 'small', '2026-06-15', ['2026-09-01', '2026-12-02', '2027-03-03', '2027-06-02']],
  ['2019-06-15', 'small', '2026-06-15', ['2026-06-15', '2026-09-15', '2026-12-15', '2027-03-16']],
  ['2020-02-29', 'small', '2028-02-29', ['2028-02-29', '2028-05-31', '2028-08-30', '2028-11-29']],
])('the year ahead of a dog born %s, %s, on %s holds %j', (birth, size, today, days) => {
  expect(celebrationsOfYear({ birthDate: date(birth), size }, date(today)).map(({ date }) => date)).toEqual(days);
});

test('the year ahead begins with the next celebration and holds as many as the rate says, give or take one', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: 0, max: 14_000 }), fc.constantFrom(...dogSizes), (birth, days, size) => {
      const today = addDays(birth, days);
      const year = celebrationsOfYear({ birthDate: birth, size }, today);
      expect(year.find(({ kind }) => kind !== 'puppy graduation')).toEqual(
        nextCelebration({ birthDate: birth, size }, today),
      );
      if (ageOn(birth, today).years > 2)
        expect(Math.abs(year.length - sizeTraits[size].yearlyRate)).toBeLessThanOrEqual(1);
    }),
  );
});

const biscuit = { birthDate: date('2019-06-14'), size: 'small' } as const;

function daysOf(life: Parameters<typeof celebrationsBetween>[0], from: string, end: string) {
  return celebrationsBetween(life, date(from), date(end)).map((celebration) => [
    celebration.date,
    celebration.kind,
    'anniversary' in celebration ? celebration.anniversary : null,
  ]);
}

test('the anniversaries of the day on which a dog came home are among its birthdays', () => {
  expect(daysOf({ ...biscuit, gotchaDate: date('2019-11-02') }, '2026-06-15', '2027-06-15')).toEqual([
    ['2026-09-14', 'human-year birthday', 7],
    ['2026-11-02', 'gotcha day', 7],
    ['2026-12-14', 'human-year birthday', 7],
    ['2027-03-15', 'human-year birthday', 7],
    ['2027-06-14', 'birthday', 8],
  ]);
});

test('a birthday and a gotcha day on the same day are two celebrations, the birthday first @10.137', () => {
  expect(daysOf({ ...biscuit, gotchaDate: date('2020-06-14') }, '2026-06-14', '2026-06-15')).toEqual([
    ['2026-06-14', 'birthday', 7],
    ['2026-06-14', 'gotcha day', 6],
  ]);
  expect(daysOf({ ...biscuit, gotchaDate: date('2020-09-14') }, '2026-09-14', '2026-09-15')).toEqual([
    ['2026-09-14', 'human-year birthday', 7],
    ['2026-09-14', 'gotcha day', 6],
  ]);
});

test('a puppy graduates once, on the day on which it is half a year old, and a guess says so @10.137', () => {
  const puppy = { birthDate: date('2026-06-15'), size: 'small' } as const;
  expect(daysOf(puppy, '2026-06-16', '2028-06-15')).toEqual([
    ['2026-12-15', 'puppy graduation', null],
    ['2027-06-15', 'birthday', 1],
  ]);
  expect(celebratesOn(puppy, date('2026-12-15'))).toBe(true);
  expect(celebrationsOfYear({ ...puppy, birthPrecision: 'month' }, date('2026-12-01'))[0]).toEqual({
    date: '2026-12-15',
    kind: 'puppy graduation',
    isAbout: true,
  });
  expect(daysOf({ ...puppy, diedOn: date('2026-12-15') }, '2026-06-16', '2028-06-15')).toEqual([]);
});

test.each([
  ['2026-02-27', '2026-02-28', 2],
  ['2026-03-01', '2027-02-28', 3],
  ['2028-02-29', '2028-02-29', 4],
])(
  'on %s the next gotcha day of a dog that came home on February 29, 2024 is %s, number %d @10.137',
  (today, day, years) => {
    const dog = { ...biscuit, gotchaDate: date('2024-02-29') };
    expect(nextGotchaDay(dog, date(today))).toEqual({ date: day, kind: 'gotcha day', anniversary: years });
  },
);

test('below an exact day, birthdays rest on a guess and gotcha days do not; the days stay the same @10.138', () => {
  const exact = celebrationsOfYear({ ...biscuit, gotchaDate: date('2019-11-02') }, date('2026-06-15'));
  expect(exact.some((celebration) => 'isAbout' in celebration)).toBe(false);
  for (const birthPrecision of birthPrecisions.filter((precision) => precision !== 'day')) {
    const guessed = celebrationsOfYear(
      { ...biscuit, gotchaDate: date('2019-11-02'), birthPrecision },
      date('2026-06-15'),
    );
    expect(guessed).toEqual(
      exact.map((celebration) => (celebration.kind === 'gotcha day' ? celebration : { ...celebration, isAbout: true })),
    );
  }
});

test('a dog in memory has what it celebrated until the day before it died, and nothing is next @10.146', () => {
  const dog = { ...biscuit, gotchaDate: date('2019-11-02'), diedOn: date('2026-11-02') };
  expect(daysOf(dog, '2026-06-01', '2028-01-01')).toEqual([
    ['2026-06-14', 'birthday', 7],
    ['2026-09-14', 'human-year birthday', 7],
  ]);
  expect(celebratesOn(dog, date('2026-11-02'))).toBe(false);
  expect(nextGotchaDay(dog, date('2026-11-02'))).toBeNull();
  expect(() => nextCelebration(dog, date('2026-06-01'))).toThrow(RangeError);
});

const anyTale = fc.record({
  birthDate: anyDate,
  size: fc.constantFrom(...dogSizes),
  home: fc.option(fc.integer({ min: 0, max: 9_000 })),
  lived: fc.option(fc.integer({ min: 0, max: 9_000 })),
  start: fc.integer({ min: -800, max: 12_000 }),
  split: fc.integer({ min: 0, max: 1_500 }),
  rest: fc.integer({ min: 0, max: 1_500 }),
});

test('whatever is known of a dog, its celebrations are in order, each once, and the same when asked for in two parts @10.137', () => {
  fc.assert(
    fc.property(anyTale, ({ birthDate, size, home, lived, start, split, rest }) => {
      const dog = {
        birthDate,
        size,
        gotchaDate: home === null ? null : addDays(birthDate, home),
        diedOn: lived === null ? null : addDays(birthDate, lived),
      };
      const from = addDays(birthDate, start);
      const middle = addDays(from, split);
      const end = addDays(middle, rest);
      const all = celebrationsBetween(dog, from, end);
      expect([...celebrationsBetween(dog, from, middle), ...celebrationsBetween(dog, middle, end)]).toEqual(all);
      const keys = all.map(({ date: day, kind }) => `${day} ${kind}`);
      expect(keys).toEqual([...new Set(keys)].sort((one, other) => one.slice(0, 10).localeCompare(other.slice(0, 10))));
      for (const celebration of all) {
        expect(celebration.date >= from && celebration.date < end).toBe(true);
        expect(dog.diedOn === null || celebration.date < dog.diedOn).toBe(true);
        if (celebration.kind === 'gotcha day') {
          expect(anniversaryOf(dog.gotchaDate ?? birthDate, celebration.anniversary)).toBe(celebration.date);
          expect(celebration.anniversary).toBeGreaterThan(0);
        }
      }
      expect(all.filter(({ kind }) => kind === 'gotcha day')).toHaveLength(
        dog.gotchaDate === null
          ? 0
          : Array.from({ length: 80 }, (_, index) => anniversaryOf(dog.gotchaDate ?? birthDate, index + 1)).filter(
              (day) => day >= from && day < end && (dog.diedOn === null || day < dog.diedOn),
            ).length,
      );
    }),
  );
});

test('a puppy graduates on the first day on which it is half a year old @10.19', () => {
  fc.assert(
    fc.property(anyDate, (birthDate) => {
      const graduation = comingGraduation(birthDate, birthDate);
      if (!graduation) throw new Error('A newborn has its graduation ahead.');
      expect(ageOn(birthDate, graduation).years).toBeGreaterThanOrEqual(0.5);
      expect(ageOn(birthDate, addDays(graduation, -1)).years).toBeLessThan(0.5);
      expect(comingGraduation(birthDate, graduation)).toBe(graduation);
      expect(comingGraduation(birthDate, addDays(graduation, 1))).toBeNull();
    }),
  );
});
