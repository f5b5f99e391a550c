/**
 * Calendar dates: days, not instants. No function here reads a clock or a time zone, so a birthday is the same day in every
 * time zone.
 */

declare const calendarDateBrand: unique symbol;

/** A day of the proleptic Gregorian calendar as `YYYY-MM-DD`, years 0001 to 9999. Compares correctly as text. */
export type CalendarDate = string & { readonly [calendarDateBrand]: true };

const earliestYear = 1;
const latestYear = 9999;

/** In common years. */
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function daysInMonth(year: number, month: number): number {
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2 && isLeapYear) return 29;
  return monthLengths[month - 1] ?? 0;
}

export function partsOf(date: CalendarDate) {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8)) };
}

/**
 * Returns the date with these parts.
 * @throws RangeError when there is no such day in the years 1 to 9999.
 */
export function calendarDateOf(year: number, month: number, day: number): CalendarDate {
  // A month outside of 1 to 12 has no days.
  const isDay =
    Number.isInteger(year) &&
    Number.isInteger(day) &&
    year >= earliestYear &&
    year <= latestYear &&
    day >= 1 &&
    day <= daysInMonth(year, month);
  if (!isDay) throw new RangeError(`No such day: ${year}-${month}-${day}`);
  const padded = (number: number, length: number) => String(number).padStart(length, '0');
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}` as CalendarDate;
}

/** Reads `YYYY-MM-DD`. Returns null for any other text and for days that do not exist, such as 2026-02-29. */
export function parseCalendarDate(text: string): CalendarDate | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  try {
    return calendarDateOf(Number(match[1]), Number(match[2]), Number(match[3]));
  } catch {
    return null;
  }
}

/** Returns the days since 1970-01-01, negative before. It counts years from March, so the leap day is the last day of a year. */
function dayNumber(date: CalendarDate): number {
  const { year, month, day } = partsOf(date);
  const marchYear = month > 2 ? year : year - 1;
  const daysBeforeMonth = Math.floor((153 * ((month + 9) % 12) + 2) / 5);
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + daysBeforeMonth + day - 1 - 719_468;
}

/** Returns the whole days from `from` to `to`, negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(to) - dayNumber(from);
}

/**
 * Returns the day `days` days later (earlier when negative).
 * @throws RangeError when the result is outside the years 1 to 9999.
 */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  // The inverse of dayNumber, also in years from March: finds the day within its 400 years, then its year, month and day.
  const number = dayNumber(date) + days + 719_468;
  const era = Math.floor(number / 146_097);
  const dayOfEra = number - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return calendarDateOf(era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day);
}

/** Returns the same month and day `years` years later. February 29 falls on February 28 in common years. */
export function anniversaryOf(date: CalendarDate, years: number): CalendarDate {
  const { year, month, day } = partsOf(date);
  return calendarDateOf(year + years, month, Math.min(day, daysInMonth(year + years, month)));
}

/** Returns how many anniversaries `today` has reached, including one today; negative before the date itself. */
export function anniversariesReached(date: CalendarDate, today: CalendarDate): number {
  const years = partsOf(today).year - partsOf(date).year;
  return anniversaryOf(date, years) <= today ? years : years - 1;
}

const longFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats a date in US English, such as "June 15, 2026". */
export function formatLongDate(date: CalendarDate): string {
  return longFormat.format(dayNumber(date) * 86_400_000);
}

let fullFormat: Intl.DateTimeFormat | undefined;

/** Formats a date in US English with its weekday, such as "Monday, June 15, 2026". */
export function formatFullDate(date: CalendarDate): string {
  // Created on first use, because most visits show no weekday, and then reused: creating it takes a server longer than the rest of a page.
  fullFormat ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
  return fullFormat.format(dayNumber(date) * 86_400_000);
}

/** Formats a date in US English with its weekday, but without its year, such as "Thursday, June 18". */
export function formatDayOfWeek(date: CalendarDate): string {
  return formatFullDate(date).replace(/, \d+$/, '');
}

/** Formats a date in US English without its year, such as "June 18". */
export function formatMonthDay(date: CalendarDate): string {
  return formatLongDate(date).replace(/, \d+$/, '');
}

/** Returns the month in US English, such as "May". */
export function formatMonth(date: CalendarDate): string {
  return new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(dayNumber(date) * 86_400_000);
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** Returns the texts for a leaf of a tear-off calendar: the short month and the day, such as "Jun" and "15". */
export function calendarLeaf(date: CalendarDate): { month: string; day: string } {
  return { month: monthFormat.format(dayNumber(date) * 86_400_000), day: String(partsOf(date).day) };
}
