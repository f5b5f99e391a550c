/**
 * Calendar dates: days, not instants. No function here reads a clock or a time zone, so a birthday is the same day in every
 * time zone.
 */

declare const calendarDateBrand: unique symbol;

/** A day of the proleptic Gregorian calendar as `YYYY-MM-DD`, years 0001 to 9999. Compares correctly as text. */
export type CalendarDate = string & { readonly [calendarDateBrand]: true };

type DateParts = { year: number; month: number; day: number };

const earliestYear = 1;
const latestYear = 9999;

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function partsOf(date: CalendarDate): DateParts {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

/**
 * The date with these parts.
 * @throws RangeError when there is no such day between the years 1 and 9999.
 */
export function calendarDateOf(year: number, month: number, day: number): CalendarDate {
  const isDay =
    [year, month, day].every(Number.isInteger) &&
    year >= earliestYear &&
    year <= latestYear &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth(year, month);
  if (!isDay) throw new RangeError(`No such day: ${year}-${month}-${day}`);
  const pad = (number: number, width: number) => String(number).padStart(width, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` as CalendarDate;
}

/** Reads `YYYY-MM-DD`; null for any other text and for days that do not exist, such as 2026-02-29. */
export function parseCalendarDate(text: string): CalendarDate | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  try {
    return calendarDateOf(Number(match[1]), Number(match[2]), Number(match[3]));
  } catch {
    return null;
  }
}

/** Days since 1970-01-01, negative before. Counts years from March, so that the leap day is the last day of a year. */
function dayNumber(date: CalendarDate): number {
  const { year, month, day } = partsOf(date);
  const marchYear = month > 2 ? year : year - 1;
  const daysBeforeMonth = Math.floor((153 * ((month + 9) % 12) + 2) / 5);
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + daysBeforeMonth + day - 1 - 719_468;
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(to) - dayNumber(from);
}

/**
 * The day `days` days later (earlier when negative).
 * @throws RangeError when it leaves the years 1 to 9999.
 */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const number = dayNumber(date) + days;
  let year = 1970 + Math.floor(number / 365.2425);
  if (year < earliestYear - 1 || year > latestYear + 1)
    throw new RangeError(`${days} days from ${date} is out of range`);
  // The estimate above is at most one year off.
  const newYear = (candidate: number) => {
    const before = candidate - 1;
    return before * 365 + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400) - 719_162;
  };
  while (newYear(year) > number) year -= 1;
  while (newYear(year + 1) <= number) year += 1;
  let rest = number - newYear(year);
  let month = 1;
  while (rest >= daysInMonth(year, month)) {
    rest -= daysInMonth(year, month);
    month += 1;
  }
  return calendarDateOf(year, month, rest + 1);
}

/** The same month and day `years` years later. February 29 falls on February 28 in common years. */
export function anniversaryOf(date: CalendarDate, years: number): CalendarDate {
  const { year, month, day } = partsOf(date);
  return calendarDateOf(year + years, month, Math.min(day, daysInMonth(year + years, month)));
}

/** How many anniversaries have been reached by `today`, including one that is today; negative before the date itself. */
export function anniversariesReached(date: CalendarDate, today: CalendarDate): number {
  const years = partsOf(today).year - partsOf(date).year;
  return anniversaryOf(date, years) <= today ? years : years - 1;
}

const longFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** US English long form, such as "June 15, 2026". */
export function formatLongDate(date: CalendarDate): string {
  return longFormat.format(dayNumber(date) * 86_400_000);
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** The texts for a leaf of a tear-off calendar: the month in three letters and the day, such as "Jun" and "15". */
export function calendarLeaf(date: CalendarDate): { month: string; day: string } {
  return { month: monthFormat.format(dayNumber(date) * 86_400_000), day: String(partsOf(date).day) };
}
