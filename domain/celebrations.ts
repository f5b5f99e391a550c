import { ageOn, daysPerYear, exactHumanYears, grownUpAge } from './age.ts';
import { addDays, anniversaryOf, type CalendarDate, daysBetween } from './calendar-date.ts';
import { type DogSize, sizeTraits } from './size.ts';

export type Celebration = {
  date: CalendarDate;
  /** The birthday itself, or one of the human-year birthdays between two of them. */
  kind: 'birthday' | 'human-year birthday';
  /** Completed years of life: 3 on the third birthday and on the human-year birthdays after it. */
  anniversary: number;
  /** The human years reached on this day, a whole number. */
  humanYears: number;
};

/** Celebrations in one year of life: one before the second birthday, then the yearly rate of the size. */
export function celebrationsPerYear(years: number, size: DogSize): number {
  return years <= grownUpAge ? 1 : sizeTraits[size].yearlyRate;
}

/**
 * The celebrations of the year of life that begins with this anniversary, in order. From the second birthday on they
 * are `ceil(k × 365.25 / rate)` days after the birthday: the first days on which the human years have reached a whole number.
 */
function celebrationsInYearOfLife(birthDate: CalendarDate, size: DogSize, anniversary: number): Celebration[] {
  const birthday = anniversaryOf(birthDate, anniversary);
  const humanYearsOnBirthday = exactHumanYears(anniversary, size);
  const count = anniversary < grownUpAge ? 1 : sizeTraits[size].yearlyRate;
  return Array.from({ length: count }, (_, k) => ({
    date: addDays(birthday, Math.ceil((k * daysPerYear) / count)),
    kind: k === 0 ? 'birthday' : 'human-year birthday',
    anniversary,
    humanYears: humanYearsOnBirthday + k,
  }));
}

/**
 * The next celebration, which may be today.
 * @throws RangeError when the dog is not born yet.
 */
export function nextCelebration(birthDate: CalendarDate, size: DogSize, today: CalendarDate): Celebration {
  const { anniversaries } = ageOn(birthDate, today);
  const coming = [anniversaries, anniversaries + 1]
    .flatMap((anniversary) => celebrationsInYearOfLife(birthDate, size, anniversary))
    .find(({ date }) => date >= today);
  if (!coming) throw new RangeError(`No celebration after ${today}`);
  return coming;
}

/**
 * The celebrations of the coming year in order, from today to the day before the same day of the next year.
 * @throws RangeError when the dog is not born yet.
 */
export function celebrationsOfYear(birthDate: CalendarDate, size: DogSize, today: CalendarDate): Celebration[] {
  const { anniversaries } = ageOn(birthDate, today);
  const end = anniversaryOf(today, 1);
  return [anniversaries, anniversaries + 1, anniversaries + 2]
    .flatMap((anniversary) => celebrationsInYearOfLife(birthDate, size, anniversary))
    .filter(({ date }) => date >= today && date < end);
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
