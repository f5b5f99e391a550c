import { formatLongDate, formatMonth } from '../dates/calendar-date.ts';
import { isolated } from '../text/text.ts';
import { ageOn, humanYears } from './age.ts';
import { aboutText, type Life, type NamedDog, timeBetween } from './life.ts';

/**
 * Returns the birth as exactly as it is known, such as "on" and "June 15, 2020", for "Born on June 15, 2020". If only the month or
 * the year is known, the full date was chosen for celebrating and is not shown.
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

/** "Luna lived 14 years, 72 in human years.", or "Lived 14 years, ..." below a name; null for a dog that is not in memory. */
export function lifeLivedText(dog: NamedDog, subject = `${isolated(dog.name)} lived`): string | null {
  if (!dog.diedOn) return null;
  const human = humanYears(ageOn(dog.birthDate, dog.diedOn).years, dog.size);
  const lived = `${subject} ${aboutText(dog, timeBetween(dog.birthDate, dog.diedOn))}`;
  return human === 0 ? `${lived}.` : `${lived}, ${aboutText(dog, human)} in human years.`;
}
