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

/** Days from birth until the age has reached half a year: `ceil(365.25 / 2)`. */
const daysToPuppyGraduation = 183;

/** The day on which a puppy is half a year old. */
function graduationDay(birthDate: CalendarDate): CalendarDate {
  return addDays(birthDate, daysToPuppyGraduation);
}

/** The day on which a puppy is half a year old; null when it has passed. */
export function comingGraduation(birthDate: CalendarDate, today: CalendarDate): CalendarDate | null {
  const graduation = graduationDay(birthDate);
  return graduation >= today ? graduation : null;
}

export type Birthday = {
  date: CalendarDate;
  /** The birthday itself, or one of the human-year birthdays between two of them. */
  kind: 'birthday' | 'human-year birthday';
  /** Completed years of life: 3 on the third birthday and on the human-year birthdays after it. */
  anniversary: number;
  /** The human years reached on this day, a whole number. */
  humanYears: number;
  /** The numbers rest on a guess. */
  isAbout?: true;
};

/** The day on which the dog came home, a whole number of years ago, at least one. */
export type GotchaDay = { date: CalendarDate; kind: 'gotcha day'; anniversary: number };

/** The day on which a puppy is half a year old. It counts no years. */
export type Graduation = { date: CalendarDate; kind: 'puppy graduation'; isAbout?: true };

export type Celebration = Birthday | Graduation | GotchaDay;

/** Of two on the same day the first of these comes first. */
const kinds = [
  'birthday',
  'human-year birthday',
  'puppy graduation',
  'gotcha day',
] as const satisfies readonly Celebration['kind'][];

/** Sorts celebrations by day, and those of the same day by kind. */
export function byDay(one: Celebration, other: Celebration): number {
  if (one.date !== other.date) return one.date < other.date ? -1 : 1;
  return kinds.indexOf(one.kind) - kinds.indexOf(other.kind);
}

/** Celebrations in one year of life: one before the second birthday, then the yearly rate of the size. */
export function celebrationsPerYear(years: number, size: DogSize): number {
  return years <= grownUpAge ? 1 : sizeTraits[size].yearlyRate;
}

/**
 * The celebrations of the year of life that begins with this anniversary, in order. From the second birthday on they
 * are `ceil(k × 365.25 / rate)` days after the birthday: the first days on which the human years have reached a whole number.
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

/**
 * The next birthday or human-year birthday, which may be today. The gotcha day is celebrated beside it (`nextGotchaDay`).
 * @throws RangeError when the dog is not born yet, or is in memory.
 */
export function nextCelebration(dog: Life, today: CalendarDate): Birthday {
  if (isInMemory(dog)) throw new RangeError('A dog in memory has no next celebration');
  const { anniversaries } = ageOn(dog.birthDate, today);
  const coming = [anniversaries, anniversaries + 1]
    .flatMap((anniversary) => birthdaysInYearOfLife(dog, anniversary))
    .find(({ date }) => date >= today);
  if (!coming) throw new RangeError(`No celebration after ${today}`);
  return coming;
}

/** The next anniversary of the day on which the dog came home, which may be today; null when there is none. */
export function nextGotchaDay(dog: Life, today: CalendarDate): GotchaDay | null {
  return gotchaDays(dog, today, addDays(anniversaryOf(today, 1), 1))[0] ?? null;
}

/** The numbers of the anniversaries of a day, `least` or more, from the last one reached at `from` to the last one reached at `end`. */
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
  const graduation = { date: graduationDay(dog.birthDate), kind: 'puppy graduation' } as const;
  return [isAbout(dog) ? { ...graduation, isAbout: true as const } : graduation].filter(isWithin(dog, from, end));
}

/** On the day on which a dog dies, and after it, nothing is celebrated. */
function isWithin({ diedOn = null }: Life, from: CalendarDate, end: CalendarDate) {
  return ({ date }: Celebration) => date >= from && date < end && (diedOn === null || date < diedOn);
}

/**
 * The celebrations of a dog from one day to the day before another, in order: its birthdays, its human-year birthdays, its graduation
 * as a puppy and its gotcha days. Before its birth a dog has none, and none from the day on which it dies.
 */
export function celebrationsBetween(dog: Life, from: CalendarDate, end: CalendarDate): Celebration[] {
  // A year of life reaches to the day before the next anniversary, so the first may have begun before `from`.
  const birthdays = anniversariesWithin(dog.birthDate, from, end, 0)
    .flatMap((anniversary) => birthdaysInYearOfLife(dog, anniversary))
    .filter(isWithin(dog, from, end));
  return [...birthdays, ...graduations(dog, from, end), ...gotchaDays(dog, from, end)].sort(byDay);
}

/** The celebrations of the coming year in order, from today to the day before the same day of the next year. */
export function celebrationsOfYear(dog: Life, today: CalendarDate): Celebration[] {
  return celebrationsBetween(dog, today, anniversaryOf(today, 1));
}

/** What the dog celebrates on this day; of a birthday and a gotcha day on the same day the birthday. Null when there is nothing. */
export function celebrationOn(dog: Life, day: CalendarDate): Celebration | null {
  return celebrationsBetween(dog, day, addDays(day, 1))[0] ?? null;
}

/** Whether anything is celebrated on this day. */
export function celebratesOn(dog: Life, day: CalendarDate): boolean {
  return celebrationOn(dog, day) !== null;
}

/** Calendar days from today to a date; negative when it has passed. */
export function daysToGo(date: CalendarDate, today: CalendarDate): number {
  return daysBetween(today, date);
}

/** "It's today!", "Tomorrow!" or "N days to go!". */
export function daysToGoText(days: number): string {
  if (days === 0) return "It's today!";
  if (days === 1) return 'Tomorrow!';
  return `${days} days to go!`;
}
