import {
  addDays,
  anniversariesReached,
  anniversaryOf,
  type CalendarDate,
  daysBetween,
} from '../dates/calendar-date.ts';
import { ageOn, daysPerYear, exactHumanYears, grownUpAge } from '../dogs/age.ts';
import { isAbout, isInMemory, type Life } from '../dogs/life.ts';
import { type DogSize, sizeTraits } from '../dogs/size.ts';

/** Days from birth to half a year of age: `ceil(365.25 / 2)`. */
const daysToPuppyGraduation = 183;

/** Returns the day on which a puppy is half a year old, or null when it has passed. */
export function comingGraduation(birthDate: CalendarDate, today: CalendarDate): CalendarDate | null {
  const graduation = addDays(birthDate, daysToPuppyGraduation);
  return graduation >= today ? graduation : null;
}

export type Birthday = {
  date: CalendarDate;
  /** The birthday itself, or one of the human-year birthdays between two of them. */
  kind: 'birthday' | 'human-year birthday';
  /** Completed years of life: 3 on the third birthday and on the human-year birthdays after it. */
  anniversary: number;
  humanYears: number;
  isAbout?: true;
};

/** An anniversary, at least the first, of the day the dog came home. */
export type GotchaDay = { date: CalendarDate; kind: 'gotcha day'; anniversary: number };

/** The day on which a puppy is half a year old. It has no number of years. */
export type Graduation = { date: CalendarDate; kind: 'puppy graduation'; isAbout?: true };

export type Celebration = Birthday | Graduation | GotchaDay;

/** In the order of celebrations on the same day. */
export const celebrationKinds = [
  'birthday',
  'human-year birthday',
  'puppy graduation',
  'gotcha day',
] as const satisfies readonly Celebration['kind'][];

export function byDay(one: Celebration, other: Celebration): number {
  if (one.date !== other.date) return one.date < other.date ? -1 : 1;
  return celebrationKinds.indexOf(one.kind) - celebrationKinds.indexOf(other.kind);
}

/** Returns how many celebrations a year of life has: one before the second birthday, then the yearly rate of the size. */
export function celebrationsPerYear(years: number, size: DogSize): number {
  return years <= grownUpAge ? 1 : sizeTraits[size].yearlyRate;
}

/**
 * Returns the birthdays of the year of life that begins with this anniversary, in order. From the second birthday on, they fall
 * `ceil(k × 365.25 / rate)` days after the birthday: the first days on which the human years have reached a whole number.
 */
function birthdaysInYearOfLife({ birthDate, size, ...life }: Life, anniversary: number): Birthday[] {
  const birthday = anniversaryOf(birthDate, anniversary);
  const humanYearsOnBirthday = exactHumanYears(anniversary, size);
  const count = anniversary < grownUpAge ? 1 : sizeTraits[size].yearlyRate;
  return Array.from({ length: count }, (_, k): Birthday => {
    const celebrated: Birthday = {
      date: k === 0 ? birthday : addDays(birthday, Math.ceil((k * daysPerYear) / count)),
      kind: k === 0 ? 'birthday' : 'human-year birthday',
      anniversary,
      humanYears: humanYearsOnBirthday + k,
    };
    return isAbout(life) ? { ...celebrated, isAbout: true } : celebrated;
  });
}

/** Returns the next birthday or human-year birthday, perhaps today. @throws RangeError for a dog not born yet, or in memory */
export function nextCelebration(dog: Life, today: CalendarDate): Birthday {
  if (isInMemory(dog)) throw new RangeError('A dog in memory has no next celebration');
  const { anniversaries } = ageOn(dog.birthDate, today);
  const coming = [anniversaries, anniversaries + 1]
    .flatMap((anniversary) => birthdaysInYearOfLife(dog, anniversary))
    .find(({ date }) => date >= today);
  if (!coming) throw new RangeError(`No celebration after ${today}`);
  return coming;
}

export function nextGotchaDay(dog: Life, today: CalendarDate): GotchaDay | null {
  return gotchaDays(dog, today, addDays(anniversaryOf(today, 1), 1))[0] ?? null;
}

/** Numbers the anniversaries of `date` from the last one reached at `from` to the last one reached at `end`, starting at `least`. */
function anniversariesWithin(date: CalendarDate, from: CalendarDate, end: CalendarDate, least: number): number[] {
  const first = Math.max(least, anniversariesReached(date, from));
  const count = anniversariesReached(date, end) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => first + index);
}

function gotchaDays(dog: Life, from: CalendarDate, end: CalendarDate): GotchaDay[] {
  const { gotchaDate } = dog;
  if (!gotchaDate) return [];
  return anniversariesWithin(gotchaDate, from, end, 1)
    .map((anniversary) => ({ date: anniversaryOf(gotchaDate, anniversary), kind: 'gotcha day' as const, anniversary }))
    .filter(isWithin(dog, from, end));
}

function graduations(dog: Life, from: CalendarDate, end: CalendarDate): Graduation[] {
  const date = addDays(dog.birthDate, daysToPuppyGraduation);
  const graduation = { date, kind: 'puppy graduation' } as const;
  return [isAbout(dog) ? { ...graduation, isAbout: true as const } : graduation].filter(isWithin(dog, from, end));
}

/** Also excludes the day of the dog's death and the days after it. */
function isWithin({ diedOn = null }: Life, from: CalendarDate, end: CalendarDate) {
  return ({ date }: Celebration) => date >= from && date < end && (diedOn === null || date < diedOn);
}

/**
 * Returns a dog's celebrations from `from` to the day before `end`, in order: birthdays, human-year birthdays, puppy graduation and
 * gotcha days. There are none before its birth, and none from the day of its death on.
 */
export function celebrationsBetween(dog: Life, from: CalendarDate, end: CalendarDate): Celebration[] {
  // The first year of life in question may have begun before `from`.
  const birthdays = anniversariesWithin(dog.birthDate, from, end, 0)
    .flatMap((anniversary) => birthdaysInYearOfLife(dog, anniversary))
    .filter(isWithin(dog, from, end));
  return [...birthdays, ...graduations(dog, from, end), ...gotchaDays(dog, from, end)].sort(byDay);
}

/** Returns the celebrations of the coming year in order, from today to the day before the same day next year. */
export function celebrationsOfYear(dog: Life, today: CalendarDate): Celebration[] {
  return celebrationsBetween(dog, today, anniversaryOf(today, 1));
}

/** Returns the celebration of this day, or null. A birthday wins over a gotcha day. */
export function celebrationOn(dog: Life, day: CalendarDate): Celebration | null {
  return celebrationsBetween(dog, day, addDays(day, 1))[0] ?? null;
}

export function celebratesOn(dog: Life, day: CalendarDate): boolean {
  return celebrationOn(dog, day) !== null;
}

/** Returns the calendar days from today to a date, negative when it has passed. */
export function daysToGo(date: CalendarDate, today: CalendarDate): number {
  return daysBetween(today, date);
}

export function daysToGoText(days: number): string {
  if (days === 0) return "It's today!";
  if (days === 1) return 'Tomorrow!';
  return `${days} days to go!`;
}
