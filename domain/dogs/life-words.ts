/** What is said of a dog's life where it is told in full. */

import { formatLongDate, formatMonth } from '../dates/calendar-date.ts';
import { isolated } from '../text/text.ts';
import { ageOn, humanYears } from './age.ts';
import { aboutText, type Life, type NamedDog, timeBetween } from './life.ts';

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

/** "Luna lived 14 years, 72 in human years."; null for a dog that is not in memory. Ages stop on the day on which it died. */
export function lifeLivedText(dog: NamedDog): string | null {
  if (!dog.diedOn) return null;
  const human = humanYears(ageOn(dog.birthDate, dog.diedOn).years, dog.size);
  const lived = `${isolated(dog.name)} lived ${aboutText(dog, timeBetween(dog.birthDate, dog.diedOn))}`;
  return human === 0 ? `${lived}.` : `${lived}, ${aboutText(dog, human)} in human years.`;
}
