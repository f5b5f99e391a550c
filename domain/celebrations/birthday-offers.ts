/** Suggests birthdays for a dog whose exact day of birth is unknown. */
import {
  anniversaryOf,
  type CalendarDate,
  calendarDateOf,
  parseCalendarDate,
  partsOf,
} from '../dates/calendar-date.ts';
import type { BirthPrecision } from '../dogs/life.ts';
import { limits } from '../limits.ts';

export type BirthdayOffer = {
  date: CalendarDate;
  which: 'first of the month' | 'middle of the month' | 'first of May' | 'first of August' | 'came home';
};

/** What has been typed so far; empty where unknown. */
type Typed = { birthDate: string; gotchaDate: string };

function inYear(date: CalendarDate, year: number): CalendarDate {
  return anniversaryOf(date, year - partsOf(date).year);
}

function latestBirth({ gotchaDate }: Typed, today: CalendarDate): CalendarDate {
  const home = parseCalendarDate(gotchaDate);
  return home && home < today ? home : today;
}

export function birthYears(today: CalendarDate): number[] {
  return Array.from({ length: limits.dogAge + 1 }, (_, age) => partsOf(today).year - age);
}

/** Returns a birthday in this year: the typed day and month, or else May 1, moved to the nearest possible day of birth. */
export function birthdayInYear(year: number, typed: Typed, today: CalendarDate): CalendarDate {
  const known = parseCalendarDate(typed.birthDate);
  const wished = known ? inYear(known, year) : calendarDateOf(year, 5, 1);
  const earliest = anniversaryOf(today, -limits.dogAge);
  const latest = latestBirth(typed, today);
  if (wished < earliest) return earliest;
  return wished > latest && partsOf(latest).year === year ? latest : wished;
}

/** Returns the days to offer: none before a year is typed, and no impossible day of birth. */
export function birthdayOffers(precision: BirthPrecision, typed: Typed, today: CalendarDate): BirthdayOffer[] {
  const known = parseCalendarDate(typed.birthDate);
  if (!known || precision === 'day') return [];
  const { year, month } = partsOf(known);
  const home = parseCalendarDate(typed.gotchaDate);
  const offers: BirthdayOffer[] =
    precision === 'month'
      ? [
          { which: 'first of the month', date: calendarDateOf(year, month, 1) },
          { which: 'middle of the month', date: calendarDateOf(year, month, 15) },
        ]
      : [
          { which: 'first of May', date: calendarDateOf(year, 5, 1) },
          { which: 'first of August', date: calendarDateOf(year, 8, 1) },
          ...(home ? [{ which: 'came home' as const, date: inYear(home, year) }] : []),
        ];
  return offers.filter(({ date }) => date >= anniversaryOf(today, -limits.dogAge) && date <= latestBirth(typed, today));
}
