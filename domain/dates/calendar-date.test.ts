import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyDate, date } from '../testing/dates.ts';
import {
  addDays,
  anniversariesReached,
  anniversaryOf,
  type CalendarDate,
  calendarDateOf,
  calendarLeaf,
  daysBetween,
  formatFullDate,
  formatLongDate,
  formatShortDate,
  parseCalendarDate,
} from './calendar-date.ts';

test.each([
  '2026-02-29',
  '1900-02-29',
  '2026-13-01',
  '2026-04-31',
  '2026-01-00',
  '0000-01-01',
  '2026-1-1',
  '2026-06-15T00:00:00Z',
  ' 2026-06-15',
  '+02026-06-15',
  '',
])('%j is not a calendar date', (text) => {
  expect(parseCalendarDate(text)).toBeNull();
});

test.each(['2026-06-15', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is a calendar date', (text) => {
  expect(parseCalendarDate(text)).toBe(text);
});

test('a day that does not exist cannot be made', () => {
  expect(() => calendarDateOf(2026, 2, 29)).toThrow(RangeError);
  expect(() => calendarDateOf(2026, 6, 1.5)).toThrow(RangeError);
  expect(() => calendarDateOf(10_000, 1, 1)).toThrow(RangeError);
});

test('days are counted on the calendar, over leap days and turns of the year', () => {
  expect(daysBetween(date('2024-02-28'), date('2024-03-01'))).toBe(2);
  expect(daysBetween(date('2026-02-28'), date('2026-03-01'))).toBe(1);
  expect(daysBetween(date('2025-12-31'), date('2026-01-01'))).toBe(1);
  expect(daysBetween(date('1970-01-01'), date('2000-03-01'))).toBe(11_017);
  expect(daysBetween(date('2026-06-15'), date('2026-06-14'))).toBe(-1);
});

test('days added stay within the calendar', () => {
  expect(addDays(date('0001-01-01'), 0)).toBe('0001-01-01');
  expect(() => addDays(date('0001-01-01'), -1)).toThrow(RangeError);
  expect(() => addDays(date('9999-12-31'), 1)).toThrow(RangeError);
});

test('February 29 falls on February 28 in common years', () => {
  expect(anniversaryOf(date('2020-02-29'), 1)).toBe('2021-02-28');
  expect(anniversaryOf(date('2020-02-29'), 4)).toBe('2024-02-29');
  expect(anniversaryOf(date('1996-02-29'), 104)).toBe('2100-02-28');
});

test.each([
  ['2020-06-15', '2026-06-14', 5],
  ['2020-06-15', '2026-06-15', 6],
  ['2020-02-29', '2026-02-27', 5],
  ['2020-02-29', '2026-02-28', 6],
  ['2020-02-29', '2028-02-29', 8],
  ['2026-06-15', '2026-06-14', -1],
])('of %s, by %s, %d anniversaries are reached', (birth, today, reached) => {
  expect(anniversariesReached(date(birth), date(today))).toBe(reached);
});

test('dates are shown in US English long form, without slipping @2.49', () => {
  expect(formatLongDate(date('2026-06-15'))).toBe('June 15, 2026');
  expect(formatLongDate(date('2024-02-29'))).toBe('February 29, 2024');
  expect(formatLongDate(date('1999-12-31'))).toBe('December 31, 1999');
});

test('a card says the day of the week, in every time zone the right one', () => {
  expect(formatFullDate(date('2026-09-14'))).toBe('Monday, September 14, 2026');
  expect(formatFullDate(date('2024-02-29'))).toBe('Thursday, February 29, 2024');
  expect(formatFullDate(date('1999-12-31'))).toBe('Friday, December 31, 1999');
});

test('adding days and counting them are inverse, and dates compare as text', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: -40_000, max: 40_000 }), (start, days) => {
      const end: CalendarDate = addDays(start, days);
      expect(daysBetween(start, end)).toBe(days);
      expect(parseCalendarDate(end)).toBe(end);
      expect(start < end).toBe(days > 0);
    }),
  );
});

test('the calendar agrees with the platform on every day of four centuries', () => {
  const epoch = date('1970-01-01');
  const first = daysBetween(epoch, date('1800-01-01'));
  const differing: number[] = [];
  // Collects the differences, because one expectation per day would take most of the test's time.
  for (let day = first; day < first + 146_097; day += 1) {
    if (addDays(epoch, day) !== new Date(day * 86_400_000).toISOString().slice(0, 10)) differing.push(day);
  }
  expect(differing).toEqual([]);
});

test.each([
  ['2026-06-15', 'Jun', '15'],
  ['2026-01-01', 'Jan', '1'],
  ['2025-12-31', 'Dec', '31'],
])('the calendar leaf of %s reads %s %s, and so begins its short date', (text, month, day) => {
  expect(calendarLeaf(date(text))).toEqual({ month, day });
  expect(formatShortDate(date(text))).toBe(`${month} ${day}, ${text.slice(0, 4)}`);
});
