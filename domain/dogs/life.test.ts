import { expect, test } from 'vitest';
import { date } from '../testing/dates.ts';
import {
  aboutText,
  birthPrecisions,
  isAbout,
  isBirthPrecision,
  isLiving,
  roundTimeBetween,
  timeBetween,
  yearsOfLife,
} from './life.ts';
import { lifeLivedText } from './life-words.ts';

const luna = { name: 'Luna', size: 'small', birthDate: date('2011-05-01') } as const;

test('every age rests on a guess unless the exact day of birth is known', () => {
  expect(birthPrecisions.map((birthPrecision) => isAbout({ birthPrecision }))).toEqual([false, true, true, true]);
  expect(isAbout({})).toBe(false);
  expect(aboutText({ birthPrecision: 'month' }, 42)).toBe('about 42');
  expect(aboutText({ birthPrecision: 'day' }, 42)).toBe('42');
});

test('what is known of a birth is one of four', () => {
  expect([...birthPrecisions, 'week', '', null].filter(isBirthPrecision)).toEqual(birthPrecisions);
});

test('a dog is living from the day of its birth until it is in memory', () => {
  expect(isLiving(luna, date('2011-04-30'))).toBe(false);
  expect(isLiving(luna, date('2011-05-01'))).toBe(true);
  expect(isLiving({ ...luna, diedOn: null }, date('2026-06-15'))).toBe(true);
  expect(isLiving({ ...luna, diedOn: date('2026-06-20') }, date('2026-06-15'))).toBe(false);
});

test('the years of a life are those of its first and last day', () => {
  expect(yearsOfLife({ ...luna, diedOn: date('2026-06-15') })).toBe('2011–2026');
  expect(yearsOfLife({ ...luna, diedOn: date('2011-12-31') })).toBe('2011');
  expect(yearsOfLife(luna)).toBeNull();
});

test.each([
  ['2011-05-01', '2011-05-01', '1 day'],
  ['2011-05-01', '2011-05-03', '2 days'],
  ['2011-05-01', '2011-06-05', '1 month'],
  ['2011-05-01', '2012-04-30', '11 months'],
  ['2011-05-01', '2012-05-01', '1 year'],
  ['2012-02-29', '2014-02-28', '2 years'],
  ['2011-05-01', '2026-04-30', '14 years'],
])('from %s to %s it is %s', (from, to, text) => {
  expect(timeBetween(date(from), date(to))).toBe(text);
});

test.each([
  ['2024-12-01', '2025-10-31', '10 months'],
  ['2024-12-01', '2026-09-30', '1 year'],
  ['2024-12-01', '2026-11-22', 'Almost 2 years'],
  ['2024-12-01', '2026-12-01', '2 years'],
])('from %s to %s it is about %s', (from, to, text) => {
  expect(roundTimeBetween(date(from), date(to))).toBe(text);
});

test('the ages of a dog in memory are those of its last day @10.147', () => {
  expect(lifeLivedText({ ...luna, diedOn: date('2026-04-30') })).toBe('Luna lived 14 years, 76 in human years.');
  expect(lifeLivedText({ ...luna, diedOn: date('2026-04-30') }, 'Lived')).toBe('Lived 14 years, 76 in human years.');
  expect(lifeLivedText({ ...luna, diedOn: date('2026-04-30'), birthPrecision: 'guess' })).toBe(
    'Luna lived about 14 years, about 76 in human years.',
  );
  expect(lifeLivedText({ ...luna, diedOn: date('2011-05-03') })).toBe('Luna lived 2 days.');
  expect(lifeLivedText({ ...luna, diedOn: null })).toBeNull();
});
