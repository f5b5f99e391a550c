import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../dates/calendar-date.ts';
import { birthPrecisions } from '../dogs/life.ts';
import { date } from '../testing/dates.ts';
import { birthDateProblem } from '../text/checks.ts';
import { birthdayInYear, birthdayOffers, birthYears } from './birthday-offers.ts';

const today = date('2026-06-15');
const nothing = { birthDate: '', gotchaDate: '' };

test('the years reach from this one to 40 years ago', () => {
  const years = birthYears(today);
  expect([years[0], years.at(-1), years.length]).toEqual([2026, 1986, 41]);
});

test.each([
  [2020, '', '', '2020-05-01'],
  [2020, '2021-09-30', '', '2020-09-30'],
  [2021, '2020-02-29', '', '2021-02-28'],
  [2026, '2021-09-30', '', '2026-06-15'],
  [1986, '', '', '1986-06-15'],
  [2022, '2021-09-30', '2022-03-04', '2022-03-04'],
  [2024, '2021-03-30', '2022-03-04', '2024-03-30'],
  // A gotcha day in the future does not allow a birth after today.
  [2026, '2021-09-30', '2026-12-24', '2026-06-15'],
])('the year %d after the birthday %j and the gotcha day %j gives %s', (year, birthDate, gotchaDate, day) => {
  expect(birthdayInYear(year, { birthDate, gotchaDate }, today)).toBe(day);
});

test('of a month its first and its middle are offered', () => {
  expect(birthdayOffers('month', { ...nothing, birthDate: '2020-02-29' }, today)).toEqual([
    { which: 'first of the month', date: '2020-02-01' },
    { which: 'middle of the month', date: '2020-02-15' },
  ]);
});

test('of a year, or a guess, the first of May and of August and the day on which the dog came home are offered', () => {
  const typed = { birthDate: '2020-01-01', gotchaDate: '2024-08-20' };
  const offers = [
    { which: 'first of May', date: '2020-05-01' },
    { which: 'first of August', date: '2020-08-01' },
    { which: 'came home', date: '2020-08-20' },
  ];
  expect(birthdayOffers('year', typed, today)).toEqual(offers);
  expect(birthdayOffers('guess', typed, today)).toEqual(offers);
  expect(birthdayOffers('guess', { ...typed, gotchaDate: '' }, today)).toEqual(offers.slice(0, 2));
});

test('an exact day, and a birthday of which nothing is known, need no offer', () => {
  expect(birthdayOffers('day', { ...nothing, birthDate: '2020-01-01' }, today)).toEqual([]);
  expect(birthdayOffers('guess', { ...nothing, gotchaDate: '2024-08-20' }, today)).toEqual([]);
});

test('every day that is offered can be the birthday of that dog @10.143', () => {
  const days = fc.integer({ min: 0, max: 14_000 }).map((ago) => addDays(today, -ago));
  fc.assert(
    fc.property(days, fc.option(days), fc.constantFrom(...birthPrecisions), (birthDate, home, precision) => {
      const typed = { birthDate, gotchaDate: home ?? '' };
      for (const { date: day } of birthdayOffers(precision, typed, today)) {
        expect(birthDateProblem(day, today)).toBeUndefined();
        expect(home === null || day <= home).toBe(true);
      }
    }),
  );
});
