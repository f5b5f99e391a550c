import { formatLongDate, formatMonth } from '../dates/calendar-date.ts';
import type { Life } from './life.ts';

/**
 * A birth as exactly as it is known, such as "on" and "June 15, 2020", for "Born on June 15, 2020". Where a month or a year is all
 * that is sure, the full date is a day that was chosen to celebrate on.
 */
export function birthWords({
  birthDate,
  birthPrecision,
}: Pick<Life, 'birthDate' | 'birthPrecision'>): [how: string, when: string] {
  const year = String(Number(birthDate.slice(0, 4)));
  if (birthPrecision === 'month') return ['in', `${formatMonth(birthDate)} ${year}`];
  if (birthPrecision === 'year') return ['in', year];
  return [birthPrecision === 'guess' ? 'about' : 'on', formatLongDate(birthDate)];
}
