import { addDays, anniversaryOf, type CalendarDate, daysBetween, parseCalendarDate } from '../dates/calendar-date.ts';
import { limits } from '../limits.ts';
import { ageOn, exactHumanYears } from './age.ts';
import type { DogSize } from './size.ts';

type AgingDog = { birthDate: CalendarDate; size: DogSize };

/** The highest accepted age of a person, in years. */
export const oldestPerson = 120;

/** Half of the smallest difference between two ages. It allows for rounding errors in sums of parts of a year. */
const rounding = 1e-6;

/**
 * On one day of a leap year a person ages a little more than on others, so a dog that has just caught up can fall behind for a day.
 * The day on which it first caught up is at most this many days earlier.
 */
const daysToLookBack = 7;
const halfYear = 183;

/** Whether the dog's exact human years have reached the person's age. Both must have been born by that day. */
function hasReached(dog: AgingDog, personBirth: CalendarDate, day: CalendarDate): boolean {
  const humanYears = exactHumanYears(ageOn(dog.birthDate, day).years, dog.size);
  return humanYears >= ageOn(personBirth, day).years - rounding;
}

/**
 * Returns the first day, past or future, on which the dog's exact human years reach its person's age in years. For a person born
 * after the dog it is the day of that birth. Null when the dog does not catch up within 40 years of life.
 */
export function sameAgeDay(dog: AgingDog, personBirth: CalendarDate): CalendarDate | null {
  const start = personBirth > dog.birthDate ? personBirth : dog.birthDate;
  if (hasReached(dog, personBirth, start)) return start;
  const last = daysBetween(start, anniversaryOf(dog.birthDate, limits.dogAge));
  if (last <= 0 || !hasReached(dog, personBirth, addDays(start, last))) return null;
  // Looks at one day of each half-year, and from there at every day, because a dog ages faster than its person.
  const isReachedOn = (day: number) => hasReached(dog, personBirth, addDays(start, Math.min(day, last)));
  let day = 0;
  while (!isReachedOn(day + halfYear)) day += halfYear;
  day = Math.max(1, day - daysToLookBack);
  while (!isReachedOn(day)) day += 1;
  return addDays(start, day);
}

type When = 'past' | 'today' | 'future' | 'never' | 'always older';

function whenOf(dog: AgingDog, personBirth: CalendarDate, day: CalendarDate | null, today: CalendarDate): When {
  if (day === null) return 'never';
  if (day > today) return 'future';
  if (personBirth > dog.birthDate && day === personBirth) return 'always older';
  return day === today ? 'today' : 'past';
}

export type SameAge = ReturnType<typeof sameAge>;

/** Compares a dog's human years with its person's age. @throws RangeError when one of them is not born yet */
export function sameAge(dog: AgingDog, personBirth: CalendarDate, today: CalendarDate) {
  const day = sameAgeDay(dog, personBirth);
  return {
    /** The person's age today in whole years. */
    personYears: ageOn(personBirth, today).anniversaries,
    /** The day on which both are the same age; null when it never comes. */
    day,
    /** The age of both on that day in whole years, or null. */
    yearsOnDay: day && ageOn(personBirth, day).anniversaries,
    /** `always older`: the dog already was when the person was born. */
    when: whenOf(dog, personBirth, day, today),
  };
}

/** Returns a person's age on a day in fractional years, negative before the birth. */
export function personAgeAt(personBirth: CalendarDate, day: CalendarDate): number {
  return day >= personBirth ? ageOn(personBirth, day).years : -ageOn(day, personBirth).years;
}

/** Returns why a person's birthday is refused, or undefined. It must be a real day of the last 120 years. */
export function personBirthProblem(text: string, today: CalendarDate) {
  const date = parseCalendarDate(text);
  if (!date) return text === '' ? 'missing' : 'not a date';
  if (date > today) return 'in the future';
  return anniversaryOf(date, oldestPerson) < today ? 'too long ago' : undefined;
}
