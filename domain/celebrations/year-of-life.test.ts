import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../dates/calendar-date.ts';
import { date } from '../testing/dates.ts';
import { dogYearOn, partiesHeld, yearStops, yearStory } from './year-of-life.ts';

const luna = { birthDate: date('2019-06-15'), size: 'small' } as const;
const leapling = { birthDate: date('2020-02-29'), size: 'giant' } as const;

function party(day: string) {
  return { celebrationDate: date(day) };
}

test.each([
  ['2019-06-14', null],
  ['2019-06-15', { anniversary: 0, from: '2019-06-15', end: '2020-06-15' }],
  ['2026-06-14', { anniversary: 6, from: '2025-06-15', end: '2026-06-15' }],
  ['2026-06-15', { anniversary: 7, from: '2026-06-15', end: '2027-06-15' }],
])('%s is in its year of life', (day, year) => {
  expect(dogYearOn(luna.birthDate, date(day))).toEqual(year);
});

test('a year that begins on Feb 28 ends on Feb 29 of a leap year', () => {
  expect(dogYearOn(leapling.birthDate, date('2028-02-28'))).toMatchObject({ from: '2027-02-28', end: '2028-02-29' });
});

test('each day after the birth is in exactly one year of life, which it is not the end of', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 14_000 }), fc.integer({ min: 0, max: 14_000 }), (born, age) => {
      const birthDate = addDays(date('1988-01-01'), born);
      const day = addDays(birthDate, age);
      const year = dogYearOn(birthDate, day)!;
      expect(year.from <= day && day < year.end).toBe(true);
      expect(dogYearOn(birthDate, year.end)).toMatchObject({ anniversary: year.anniversary + 1, from: year.end });
    }),
  );
});

test('a party counts in its year once its day has passed, on the birthday too @10.40', () => {
  const year = dogYearOn(luna.birthDate, date('2026-06-14'))!;
  const parties = ['2026-06-14', '2025-06-15', '2025-06-14', '2026-06-13', '2026-06-15', '2025-12-24'].map(party);
  const held = (today: string) => partiesHeld(year, parties, date(today)).map(({ celebrationDate }) => celebrationDate);
  expect(held('2026-06-14')).toEqual(['2025-06-15', '2025-12-24', '2026-06-13']);
  expect(held('2026-06-15')).toEqual(['2025-06-15', '2025-12-24', '2026-06-13', '2026-06-14']);
});

test('a past party is with the celebration that is nearest to it @10.40', () => {
  const year = dogYearOn(luna.birthDate, date('2026-06-14'))!;
  const parties = ['2025-09-12', '2025-12-20', '2025-06-15', '2026-06-13', '2026-06-14'].map(party);
  const stops = yearStops(luna, year, parties, date('2026-06-14'));
  expect(
    stops.map(({ celebration, parties }) => [celebration.date, parties.map((held) => held.celebrationDate)]),
  ).toEqual([
    ['2025-06-15', ['2025-06-15']],
    ['2025-09-15', ['2025-09-12']],
    ['2025-12-15', ['2025-12-20']],
    ['2026-03-16', []],
    ['2026-06-15', ['2026-06-13']],
  ]);
});

test('a party in the months between the celebrations of a puppy is with none of them @10.40', () => {
  const year = dogYearOn(luna.birthDate, date('2020-06-01'))!;
  const parties = ['2019-06-16', '2019-08-17', '2019-12-20'].map(party);
  const stops = yearStops(luna, year, parties, date('2020-06-01'));
  expect(stops.map(({ celebration, days }) => [celebration.kind, days])).toEqual([
    ['birthday', ['2019-06-15', '2019-06-16']],
    ['puppy graduation', ['2019-12-15', '2019-12-20']],
    ['birthday', ['2020-06-15']],
  ]);
});

test('a birthday has a story: the year behind, the stage and the year ahead @10.41', () => {
  expect(yearStory(luna, date('2026-06-15'))).toMatchObject({
    year: { anniversary: 6, from: '2025-06-15', end: '2026-06-15' },
    birthday: 7,
    humanYearsBefore: 40,
    humanYearsNow: 44,
    stage: 'Mature Adult',
    isNewStage: true,
  });
  const { coming } = yearStory(luna, date('2026-06-15'))!;
  expect(coming.map(({ date }) => date)).toEqual(['2026-09-15', '2026-12-15', '2027-03-16', '2027-06-15']);
  expect(yearStory({ ...luna, size: 'giant' }, date('2026-06-15'))).toMatchObject({ stage: 'Senior Dog' });
  expect(yearStory(luna, date('2025-06-15'))).toMatchObject({ stage: 'Adult Dog', isNewStage: false });
});

test.each([
  ['the day of the birth', luna, '2019-06-15'],
  ['a human-year birthday', luna, '2026-09-15'],
  ['the day before', luna, '2026-06-14'],
  ['Feb 28 of a leap year, for a dog of Feb 29', leapling, '2024-02-28'],
  ['a birthday in memory', { ...luna, diedOn: date('2026-01-10') }, '2026-06-15'],
] as const)('%s has no story', (_, dog, day) => {
  expect(yearStory(dog, date(day))).toBeNull();
});

test('a dog of Feb 29 has its story on Feb 28 in a common year', () => {
  expect(yearStory(leapling, date('2026-02-28'))).toMatchObject({ birthday: 6 });
});

test('a stamp takes the picture of its own day first, then of a portrait of a corrected birthday, then of a party @10.326', () => {
  const year = dogYearOn(luna.birthDate, date('2026-06-14'))!;
  const parties = ['2025-09-12', '2026-06-13'].map(party);
  const portraits = ['2025-06-16', '2025-09-15', '2026-06-15', '2026-06-16'].map((day) => ({ day: date(day) }));
  const stops = yearStops(luna, year, parties, date('2026-06-20'), portraits);
  expect(stops.map(({ days }) => days)).toEqual([
    ['2025-06-15', '2025-06-16'],
    ['2025-09-15', '2025-09-15', '2025-09-12'],
    ['2025-12-15'],
    ['2026-03-16'],
    ['2026-06-15', '2026-06-15', '2026-06-13'],
  ]);
});
