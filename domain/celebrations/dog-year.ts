/** A year of a dog's life, from one birthday to the day before the next, and what its people celebrated in it. */

import { addDays, anniversariesReached, anniversaryOf, type CalendarDate } from '../dates/calendar-date.ts';
import { humanYears, type LifeStage, lifeStage } from '../dogs/age.ts';
import { isLiving, type Life } from '../dogs/life.ts';
import { type Celebration, celebrationsBetween } from './celebrations.ts';

/** As many stamps have a place in a year, for a dog of any size. A year with more parties has more. */
export const stampPlaces = 5;

/** A year of life. `end` is the next birthday, which is no longer within it. */
export type DogYear = { anniversary: number; from: CalendarDate; end: CalendarDate };

function yearAfter(birthDate: CalendarDate, anniversary: number): DogYear {
  return {
    anniversary,
    from: anniversaryOf(birthDate, anniversary),
    end: anniversaryOf(birthDate, anniversary + 1),
  };
}

/** The year of life in which a day is; null before the birth. */
export function dogYearOn(birthDate: CalendarDate, day: CalendarDate): DogYear | null {
  return day < birthDate ? null : yearAfter(birthDate, anniversariesReached(birthDate, day));
}

/** The parties of a year whose day has passed, in order. A party of today is still going on. */
export function partiesHeld<Party extends { celebrationDate: CalendarDate }>(
  { from, end }: DogYear,
  parties: readonly Party[],
  today: CalendarDate,
): Party[] {
  return parties
    .filter(({ celebrationDate: day }) => day >= from && day < end && day < today)
    .toSorted((one, other) => (one.celebrationDate < other.celebrationDate ? -1 : 1));
}

/** What a birthday looks back and forward to. */
export type YearStory = {
  /** The year that has ended. */
  year: DogYear;
  /** The birthday of today: 3 for the third. */
  birthday: number;
  /** As shown a year ago and today. */
  humanYearsBefore: number;
  humanYearsNow: number;
  stage: LifeStage;
  /** Whether the stage is another than a year ago. */
  isNewStage: boolean;
  /** What is celebrated from tomorrow up to the next birthday, which is among it. */
  coming: Celebration[];
};

/** The story of a dog on its calendar birthday, from the first one on; null on any other day, and for a dog in memory. */
export function yearStory(dog: Life, today: CalendarDate): YearStory | null {
  if (!isLiving(dog, today)) return null;
  const birthday = anniversariesReached(dog.birthDate, today);
  if (birthday < 1 || anniversaryOf(dog.birthDate, birthday) !== today) return null;
  const stage = lifeStage(birthday, dog.size);
  return {
    year: yearAfter(dog.birthDate, birthday - 1),
    birthday,
    humanYearsBefore: humanYears(birthday - 1, dog.size),
    humanYearsNow: humanYears(birthday, dog.size),
    stage,
    isNewStage: stage !== lifeStage(birthday - 1, dog.size),
    coming: celebrationsBetween(dog, addDays(today, 1), addDays(yearAfter(dog.birthDate, birthday).end, 1)),
  };
}
