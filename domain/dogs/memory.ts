/** What is said of a dog in memory. Ages stop on the day on which it died. */

import { isolated } from '../text/text.ts';
import { ageOn, humanYears } from './age.ts';
import { aboutText, type NamedDog, timeBetween } from './life.ts';

/** "Luna lived 14 years, 72 in human years."; null for a dog that is not in memory. */
export function lifeLivedText(dog: NamedDog): string | null {
  if (!dog.diedOn) return null;
  const human = humanYears(ageOn(dog.birthDate, dog.diedOn).years, dog.size);
  const lived = `${isolated(dog.name)} lived ${aboutText(dog, timeBetween(dog.birthDate, dog.diedOn))}`;
  return human === 0 ? `${lived}.` : `${lived}, ${aboutText(dog, human)} in human years.`;
}
