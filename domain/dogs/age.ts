import { anniversariesReached, anniversaryOf, type CalendarDate, daysBetween } from '../dates/calendar-date.ts';
import { type DogSize, sizeTraits } from './size.ts';

/** The mean length of a year in the Julian calendar, in days. It converts days to parts of a year. */
export const daysPerYear = 365.25;

/** The age in years from which a dog ages at the yearly rate of its size, and has that many celebrations a year. */
export const grownUpAge = 2;

const humanYearsAtOne = 15;
export const humanYearsAtTwo = 24;

export type Age = ReturnType<typeof ageOn>;

/** Returns a dog's age on a day. @throws RangeError when the dog is not born yet */
export function ageOn(birthDate: CalendarDate, today: CalendarDate) {
  if (today < birthDate) throw new RangeError(`Not born yet on ${today}: ${birthDate}`);
  const anniversaries = anniversariesReached(birthDate, today);
  const daysSinceAnniversary = daysBetween(anniversaryOf(birthDate, anniversaries), today);
  return {
    /** Birthdays reached, including one that is today. */
    anniversaries,
    daysSinceAnniversary,
    /** The age `p` in years: exactly 1 on the first birthday, exactly 2 on the second. */
    years: anniversaries + daysSinceAnniversary / daysPerYear,
  };
}

export function exactHumanYears(years: number, size: DogSize): number {
  if (years <= 1) return humanYearsAtOne * years;
  if (years <= grownUpAge) return humanYearsAtOne + (humanYearsAtTwo - humanYearsAtOne) * (years - 1);
  return humanYearsAtTwo + sizeTraits[size].yearlyRate * (years - grownUpAge);
}

/** Whether the shown human years are rounded up to a number that the dog has not reached yet. */
export function isRoundedUp(years: number, size: DogSize): boolean {
  return humanYears(years, size) > exactHumanYears(years, size);
}

export function humanYears(years: number, size: DogSize): number {
  return Math.round(exactHumanYears(years, size));
}

/** Returns the dog's own age in years as shown: to one decimal, also where that rounds it up to a birthday to come. */
export function dogYears(years: number): number {
  return Math.round(years * 10) / 10;
}

export type LifeStage =
  | 'Newborn Puppy'
  | 'Growing Puppy'
  | 'Adolescent Dog'
  | 'Adult Dog'
  | 'Mature Adult'
  | 'Senior Dog';

const matureFrom = 7;

const stagesByUpperAge: readonly (readonly [under: number, stage: LifeStage])[] = [
  [0.5, 'Newborn Puppy'],
  [1, 'Growing Puppy'],
  [2, 'Adolescent Dog'],
  [matureFrom, 'Adult Dog'],
];

/** Returns the age in years from which a dog of this size is a Senior Dog, at least 7. */
export function seniorStageFrom(size: DogSize): number {
  return Math.max(matureFrom, sizeTraits[size].seniorFrom);
}

/** Returns the life stage at an age in years. From 7 on it depends on the size: only small dogs between 7 and 8 are Mature Adults. */
export function lifeStage(years: number, size: DogSize): LifeStage {
  const early = stagesByUpperAge.find(([under]) => years < under);
  if (early) return early[1];
  return years >= seniorStageFrom(size) ? 'Senior Dog' : 'Mature Adult';
}
