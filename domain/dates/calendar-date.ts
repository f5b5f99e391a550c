/** Calendar dates: days, not instants. Nothing here reads a clock or a time zone: a birthday is the same day in every zone. */

declare const calendarDateBrand: unique symbol;

/** A day of the proleptic Gregorian calendar as `YYYY-MM-DD`, years 0001 to 9999. Compares correctly as text. */
export type CalendarDate = string & { readonly [calendarDateBrand]: true };

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

/** Whether there is such a day in the years 1 to 9999. A month outside of 1 to 12 has no days. */
function isDay(year: number, month: number, day: number): boolean {
  const areWhole = Number.isInteger(year) && Number.isInteger(day);
  return areWhole && year >= 1 && year <= 9999 && day >= 1 && day <= daysInMonth(year, month);
}

/** Returns the date with these parts. @throws RangeError when there is no such day in the years 1 to 9999 */
export function calendarDateOf(year: number, month: number, day: number): CalendarDate {
  if (!isDay(year, month, day)) throw new RangeError(`No such day: ${year}-${month}-${day}`);
  const padded = (number: number, length: number) => String(number).padStart(length, '0');
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}` as CalendarDate;
}

/** Reads `YYYY-MM-DD`. Returns null for any other text and for days that do not exist, such as 2026-02-29. */
export function parseCalendarDate(text: string): CalendarDate | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const date = text as CalendarDate;
  const { year, month, day } = partsOf(date);
  return isDay(year, month, day) ? date : null;
}

// `Date` reads a day without a time in UTC, whatever the time zone.
const dayLength = 86_400_000;

/** Returns the whole days from `from` to `to`, negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return (Date.parse(to) - Date.parse(from)) / dayLength;
}

/** Returns the day `days` days later (earlier when negative). @throws RangeError outside the years 1 to 9999 */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const found = new Date(Date.parse(date) + days * dayLength);
  return calendarDateOf(found.getUTCFullYear(), found.getUTCMonth() + 1, found.getUTCDate());
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
  return longFormat.format(Date.parse(date));
}

let fullFormat: Intl.DateTimeFormat | undefined;

/** Formats a date in US English with its weekday, such as "Monday, June 15, 2026". */
export function formatFullDate(date: CalendarDate): string {
  // Created on first use, because most visits show no weekday, and then reused: creating it takes a server longer than the rest of a page.
  fullFormat ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
  return fullFormat.format(Date.parse(date));
}

/** Formats a date in US English with its weekday, but without its year, such as "Thursday, June 18". */
export function formatDayOfWeek(date: CalendarDate): string {
  return formatFullDate(date).replace(/, \d+$/, '');
}

/** Formats a date in US English without its year, such as "June 18". */
export function formatMonthDay(date: CalendarDate): string {
  return formatLongDate(date).replace(/, \d+$/, '');
}

export function formatMonth(date: CalendarDate): string {
  return new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(Date.parse(date));
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** Returns the texts for a leaf of a tear-off calendar: the short month and the day, such as "Jun" and "15". */
export function calendarLeaf(date: CalendarDate): { month: string; day: string } {
  return { month: monthFormat.format(Date.parse(date)), day: String(partsOf(date).day) };
}

/** Formats a date in US English with its month in short, such as "Jun 15, 2026". */
export function formatShortDate(date: CalendarDate): string {
  const { month, day } = calendarLeaf(date);
  return `${month} ${day}, ${date.slice(0, 4)}`;
}
