/** What is known of a dog's life: how sure its birthday is, when it came home, and whether it is alive. */

import { addDays, anniversariesReached, type CalendarDate, daysBetween } from '../dates/calendar-date.ts';
import { daysPerYear } from './age.ts';
import type { DogSize } from './size.ts';

/** How much of a birthday is known. The birthday itself is always a full date. The first entry is the default. */
export const birthPrecisions = ['day', 'month', 'year', 'guess'] as const;

export type BirthPrecision = (typeof birthPrecisions)[number];

export function isBirthPrecision(value: unknown): value is BirthPrecision {
  return birthPrecisions.some((precision) => precision === value);
}

/** What the rules of age and celebration need of a dog. The calculator knows only its birthday and size. */
export type Life = {
  birthDate: CalendarDate;
  size: DogSize;
  birthPrecision?: BirthPrecision;
  /** The day on which the dog came home. */
  gotchaDate?: CalendarDate | null;
  diedOn?: CalendarDate | null;
};

export type NamedDog = Life & { name: string };

/** Whether the dog's ages are based on a guess. The product then says "about". */
export function isAbout({ birthPrecision = 'day' }: Pick<Life, 'birthPrecision'>): boolean {
  return birthPrecision !== 'day';
}

export function isInMemory({ diedOn = null }: Pick<Life, 'diedOn'>): boolean {
  return diedOn !== null;
}

/** Whether the dog is born by this day and not in memory. Only such a dog has a report and coming celebrations. */
export function isLiving(dog: Pick<Life, 'birthDate' | 'diedOn'>, today: CalendarDate): boolean {
  return dog.birthDate <= today && !isInMemory(dog);
}

/** Returns "about 42" if the number is based on a guess, otherwise "42". Every text with such a number uses it. */
export function aboutText(dog: Pick<Life, 'birthPrecision'>, number: number | string): string {
  return isAbout(dog) ? `about ${number}` : String(number);
}

/** Returns the years of a life, "2011–2026", or null for a living dog. */
export function yearsOfLife({ birthDate, diedOn }: Pick<Life, 'birthDate' | 'diedOn'>): string | null {
  if (!diedOn) return null;
  const [from, to] = [birthDate, diedOn].map((date) => String(Number(date.slice(0, 4))));
  return from === to ? `${from}` : `${from}–${to}`;
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Returns the time from one day to a later one in whole years, or under a year in months or days: "14 years", "1 day". */
export function timeBetween(from: CalendarDate, to: CalendarDate): string {
  const years = anniversariesReached(from, to);
  if (years >= 1) return counted(years, 'year');
  const months = Math.floor(daysBetween(from, to) / (daysPerYear / 12));
  return months >= 1 ? counted(months, 'month') : counted(Math.max(1, daysBetween(from, to)), 'day');
}

/** As `timeBetween`, but with the year that is soon full: "Almost 2 years" from its last two months on. */
export function roundTimeBetween(from: CalendarDate, to: CalendarDate): string {
  const [time, soon] = [timeBetween(from, to), timeBetween(from, addDays(to, 61))];
  return time.includes('year') && soon !== time ? `Almost ${soon}` : time;
}
