import { expect, test } from 'vitest';
import { addDays, daysBetween } from '../dates/calendar-date.ts';
import { date } from '../testing/dates.ts';
import { ageText, monthsBefore, monthsBetween, nearestAugust, nextAge } from './picked-age.ts';

test.each([
  ['2026-06-15', 36, '2023-06-15'],
  ['2026-03-31', 1, '2026-02-28'],
  ['2024-03-31', 1, '2024-02-29'],
  ['2026-01-15', 1, '2025-12-15'],
  ['2026-06-15', 18, '2024-12-15'],
])('%s less %i months is %s, and so many months lie between them', (to, months, from) => {
  expect(monthsBefore(date(to), months)).toBe(from);
  expect(monthsBetween(date(from), date(to))).toBe(months);
  expect(monthsBetween(addDays(date(from), 1), date(to))).toBeLessThanOrEqual(months);
});

test('a month is over on its day', () => {
  expect(monthsBetween(date('2026-05-16'), date('2026-06-15'))).toBe(0);
  expect(monthsBetween(date('2026-05-15'), date('2026-06-15'))).toBe(1);
});

test('ages are picked by months in the first year, then by half-years, up to 25', () => {
  expect([1, 11, 12, 18, 36, 37, 300].map((months) => nextAge(months, 1))).toEqual([2, 12, 18, 24, 42, 48, 300]);
  expect([1, 2, 12, 18, 36, 37, 300].map((months) => nextAge(months, -1))).toEqual([1, 1, 11, 12, 30, 36, 294]);
});

test.each([
  [1, 'about 1 month'],
  [11, 'about 11 months'],
  [12, 'about 1 year'],
  [18, 'about 1½ years'],
  [36, 'about 3 years'],
  [42, 'about 3½ years'],
])('%i months are %s', (months, text) => {
  expect(ageText(months)).toBe(text);
});

test.each([
  ['2023-11-29', '2023-08-01'],
  ['2023-02-01', '2023-08-01'],
  ['2023-01-31', '2022-08-01'],
  ['2023-08-01', '2023-08-01'],
])('the first of August next to %s is %s', (day, august) => {
  expect(nearestAugust(date(day))).toBe(august);
});

test('the first of August is at most 183 days away', () => {
  const day = date('2023-01-01');
  const away = Array.from({ length: 3 * 365 }, (_, index) => addDays(day, index)).map((each) =>
    Math.abs(daysBetween(each, nearestAugust(each))),
  );
  expect(Math.max(...away)).toBe(183);
});
