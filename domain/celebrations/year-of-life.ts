/** A year of a dog's life, from one birthday to the day before the next, and the parties in it. */

import {
  addDays,
  anniversariesReached,
  anniversaryOf,
  type CalendarDate,
  daysBetween,
} from '../dates/calendar-date.ts';
import { humanYears, lifeStage } from '../dogs/age.ts';
import { isLiving, type Life } from '../dogs/life.ts';
import { type Celebration, celebrationsBetween } from './celebrations.ts';

/** A year of life. `end` is the next birthday and is not part of it. */
export type DogYear = { anniversary: number; from: CalendarDate; end: CalendarDate };

export function yearAfter(birthDate: CalendarDate, anniversary: number): DogYear {
  return {
    anniversary,
    from: anniversaryOf(birthDate, anniversary),
    end: anniversaryOf(birthDate, anniversary + 1),
  };
}

export function dogYearOn(birthDate: CalendarDate, day: CalendarDate): DogYear | null {
  return day < birthDate ? null : yearAfter(birthDate, anniversariesReached(birthDate, day));
}

/** Returns the past parties of a year, in order. A party today does not count as past. */
export function partiesHeld<Party extends { celebrationDate: CalendarDate }>(
  { from, end }: DogYear,
  parties: readonly Party[],
  today: CalendarDate,
): Party[] {
  return parties
    .filter(({ celebrationDate: day }) => day >= from && day < end && day < today)
    .toSorted((one, other) => (one.celebrationDate < other.celebrationDate ? -1 : 1));
}

/** A celebration of a year, the parties that were held for it, and the days of which a picture may fill its stamp, its own first. */
export type YearStop<Party> = { celebration: Celebration; parties: Party[]; days: CalendarDate[] };

/** Half of the time between two human-year birthdays. Between the few celebrations of a puppy a party may be held for none of them. */
const mostDaysFromParty = 46;

/**
 * Returns the celebrations of a year, in order, from the birthday that begins it to the one that ends it. Each past party is with the
 * nearest of them, because parties are held on the weekend before or after, and so is each portrait, because a birthday may be corrected.
 */
export function yearStops<Party extends { celebrationDate: CalendarDate }>(
  dog: Life,
  year: DogYear,
  parties: readonly Party[],
  today: CalendarDate,
  portraits: readonly { day: CalendarDate }[] = [],
): YearStop<Party>[] {
  const stops = celebrationsBetween(dog, year.from, addDays(year.end, 1)).map(
    (celebration): YearStop<Party> => ({ celebration, parties: [], days: [celebration.date] }),
  );
  function stopNear(day: CalendarDate) {
    const distances = stops.map(({ celebration: { date } }) => Math.abs(daysBetween(date, day)));
    return stops[distances.indexOf(Math.min(...distances))];
  }
  for (const { day } of portraits) if (day >= year.from && day <= year.end) stopNear(day)?.days.push(day);
  for (const party of partiesHeld(year, parties, today)) {
    const stop = stopNear(party.celebrationDate);
    if (!stop || Math.abs(daysBetween(stop.celebration.date, party.celebrationDate)) > mostDaysFromParty) continue;
    stop.parties.push(party);
    stop.days.push(party.celebrationDate);
  }
  return stops;
}

export type YearStory = NonNullable<ReturnType<typeof yearStory>>;

/** Returns a dog's story on each calendar birthday from the first; null on other days and for a dog in memory. */
export function yearStory(dog: Life, today: CalendarDate) {
  if (!isLiving(dog, today)) return null;
  const birthday = anniversariesReached(dog.birthDate, today);
  if (birthday < 1 || anniversaryOf(dog.birthDate, birthday) !== today) return null;
  const stage = lifeStage(birthday, dog.size);
  return {
    /** The year that has ended. */
    year: yearAfter(dog.birthDate, birthday - 1),
    /** The number of today's birthday: 3 for the third. */
    birthday,
    /** Rounded, as shown a year ago and today. */
    humanYearsBefore: humanYears(birthday - 1, dog.size),
    humanYearsNow: humanYears(birthday, dog.size),
    stage,
    isNewStage: stage !== lifeStage(birthday - 1, dog.size),
    /** The celebrations from tomorrow up to and including the next birthday. */
    coming: celebrationsBetween(dog, addDays(today, 1), addDays(yearAfter(dog.birthDate, birthday).end, 1)),
  };
}
