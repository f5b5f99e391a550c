/** Days on which to celebrate a dog of whose birth only the month or the year is known, or not even that. */
import { anniversaryOf, type CalendarDate, calendarDateOf, parseCalendarDate } from '../dates/calendar-date.ts';
import type { BirthPrecision } from '../dogs/life.ts';
import { limits } from '../limits.ts';

export type BirthdayOffer = {
  date: CalendarDate;
  which: 'first of the month' | 'middle of the month' | 'first of May' | 'came home';
};

/** What is typed so far; empty where it is not known. */
type Typed = { birthDate: string; gotchaDate: string };

function yearOf(date: CalendarDate): number {
  return Number(date.slice(0, 4));
}

/** The same day of another year; February 29 falls on February 28 in common years. */
function inYear(date: CalendarDate, year: number): CalendarDate {
  return anniversaryOf(date, year - yearOf(date));
}

/** The last day on which a dog can be born that is here today, and came home on a day that may be known. */
function latestBirth({ gotchaDate }: Typed, today: CalendarDate): CalendarDate {
  const home = parseCalendarDate(gotchaDate);
  return home && home < today ? home : today;
}

/** The years in which a dog can be born that is here today, the latest first. */
export function birthYears(today: CalendarDate): number[] {
  return Array.from({ length: limits.dogAge + 1 }, (_, age) => yearOf(today) - age);
}

/** A birthday in this year: the day and month that are typed already, or the first of May, or the nearest day that can be one. */
export function birthdayInYear(year: number, typed: Typed, today: CalendarDate): CalendarDate {
  const known = parseCalendarDate(typed.birthDate);
  const wished = known ? inYear(known, year) : calendarDateOf(year, 5, 1);
  const earliest = anniversaryOf(today, -limits.dogAge);
  const latest = latestBirth(typed, today);
  if (wished < earliest) return earliest;
  return wished > latest && yearOf(latest) === year ? latest : wished;
}

/** The days to offer. None as long as no year is typed, and none on which the dog cannot be born. */
export function birthdayOffers(precision: BirthPrecision, typed: Typed, today: CalendarDate): BirthdayOffer[] {
  const known = parseCalendarDate(typed.birthDate);
  if (!known || precision === 'day') return [];
  const [year, month] = [yearOf(known), Number(known.slice(5, 7))];
  const home = parseCalendarDate(typed.gotchaDate);
  const offers: BirthdayOffer[] =
    precision === 'month'
      ? [
          { which: 'first of the month', date: calendarDateOf(year, month, 1) },
          { which: 'middle of the month', date: calendarDateOf(year, month, 15) },
        ]
      : [
          { which: 'first of May', date: calendarDateOf(year, 5, 1) },
          ...(home ? [{ which: 'came home' as const, date: inYear(home, year) }] : []),
        ];
  return offers.filter(({ date }) => date >= anniversaryOf(today, -limits.dogAge) && date <= latestBirth(typed, today));
}
