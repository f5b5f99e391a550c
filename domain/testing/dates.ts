import fc from 'fast-check';
import { addDays, type CalendarDate, parseCalendarDate } from '../dates/calendar-date.ts';

/** Parses a date that a test writes as text. */
export function date(text: string): CalendarDate {
  const parsed = parseCalendarDate(text);
  if (!parsed) throw new RangeError(`Not a calendar date: ${text}`);
  return parsed;
}

/** Any day of the years 1900 to 2173, which include leap days and the common year 2100. */
export const anyDate = fc.integer({ min: 0, max: 100_000 }).map((days) => addDays(date('1900-01-01'), days));
