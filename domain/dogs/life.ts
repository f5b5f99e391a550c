/** What is known of a dog's life: how sure its birthday is, when it came home, and whether it is still with its people. */

import { anniversariesReached, type CalendarDate, daysBetween } from '../dates/calendar-date.ts';
import { daysPerYear } from './age.ts';
import type { DogSize } from './size.ts';

/** How sure a birthday is. The birthday itself is always a full date. The first is the default. */
export const birthPrecisions = ['day', 'month', 'year', 'guess'] as const;

export type BirthPrecision = (typeof birthPrecisions)[number];

export function isBirthPrecision(value: unknown): value is BirthPrecision {
  return birthPrecisions.some((precision) => precision === value);
}

/** What the rules of age and celebration ask of a dog. The calculator knows its birthday and size alone. */
export type Life = {
  birthDate: CalendarDate;
  size: DogSize;
  birthPrecision?: BirthPrecision;
  /** The day on which the dog came home. */
  gotchaDate?: CalendarDate | null;
  diedOn?: CalendarDate | null;
};

export type NamedDog = Life & { name: string };

/** Whether the dog's ages rest on a guess. The product then says "about". */
export function isAbout({ birthPrecision = 'day' }: Pick<Life, 'birthPrecision'>): boolean {
  return birthPrecision !== 'day';
}

export function isInMemory({ diedOn = null }: Pick<Life, 'diedOn'>): boolean {
  return diedOn !== null;
}

/** Whether the dog is born by this day and not in memory. Only then it has a report and something to look forward to. */
export function isLiving(dog: Pick<Life, 'birthDate' | 'diedOn'>, today: CalendarDate): boolean {
  return dog.birthDate <= today && !isInMemory(dog);
}

/** "about 42" where the number rests on a guess, otherwise "42". Every text with such a number asks here. */
export function aboutText(dog: Pick<Life, 'birthPrecision'>, number: number | string): string {
  return isAbout(dog) ? `about ${number}` : String(number);
}

/** The years of a life, "2011–2026"; null while it goes on. */
export function yearsOfLife({ birthDate, diedOn }: Pick<Life, 'birthDate' | 'diedOn'>): string | null {
  if (!diedOn) return null;
  const [from, to] = [birthDate, diedOn].map((date) => String(Number(date.slice(0, 4))));
  return from === to ? `${from}` : `${from}–${to}`;
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** How long it is from one day to a later one, in whole years, or in months or days where that says more: "14 years", "1 day". */
export function timeBetween(from: CalendarDate, to: CalendarDate): string {
  const years = anniversariesReached(from, to);
  if (years >= 1) return counted(years, 'year');
  const months = Math.floor(daysBetween(from, to) / (daysPerYear / 12));
  return months >= 1 ? counted(months, 'month') : counted(Math.max(1, daysBetween(from, to)), 'day');
}
