/** An age that is picked in place of an unknown birthday. */
import { type CalendarDate, calendarDateOf, daysInMonth, partsOf } from '../dates/calendar-date.ts';

/** Returns the day this many months earlier, or the last of its month where that has no such day. */
export function monthsBefore(date: CalendarDate, months: number): CalendarDate {
  const { year, month, day } = partsOf(date);
  const index = year * 12 + month - 1 - months;
  const [earlierYear, earlierMonth] = [Math.floor(index / 12), (index % 12) + 1];
  return calendarDateOf(earlierYear, earlierMonth, Math.min(day, daysInMonth(earlierYear, earlierMonth)));
}

/** Returns the whole months from `from` to `to`. */
export function monthsBetween(from: CalendarDate, to: CalendarDate): number {
  const [start, end] = [partsOf(from), partsOf(to)];
  const months = (end.year - start.year) * 12 + end.month - start.month;
  return monthsBefore(to, months) < from ? months - 1 : months;
}

/** Returns the first of August next to a day, at most 183 days away. */
export function nearestAugust(date: CalendarDate): CalendarDate {
  const { year, month } = partsOf(date);
  return calendarDateOf(month === 1 ? year - 1 : year, 8, 1);
}

/** The ages to pick from where nobody knows the birthday, in months: each of the first year, then half-years. */
const ages = Array.from({ length: 60 }, (_, index) => (index < 12 ? index + 1 : (index - 9) * 6));

/** Returns the next age to pick, in months; the same where there is none. */
export function nextAge(months: number, direction: 1 | -1): number {
  return ages[ages.findIndex((age) => age >= months) + direction] ?? months;
}

/** Returns an age in months in words, such as "about 3½ years". */
export function ageText(months: number): string {
  const [number, unit] = months < 12 ? [String(months), 'month'] : [`${Math.floor(months / 12)}`, 'year'];
  const half = months > 12 && months % 12 >= 6 ? '½' : '';
  return `about ${number}${half} ${unit}${number === '1' && !half ? '' : 's'}`;
}
