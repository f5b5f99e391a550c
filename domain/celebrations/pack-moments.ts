import type { CalendarDate } from '../dates/calendar-date.ts';
import { packCelebrations } from '../dogs/pack-order.ts';
import type { Celebration } from './celebrations.ts';
import { occasionOf } from './occasion.ts';

export type PackMoment<Dog> = {
  dog: Dog;
  date: CalendarDate;
  /** What is celebrated, without the dog's name: "Puppy graduation", "3rd birthday". */
  occasion: string;
  /** The number of years as a short mark: "½", "3", "~3"; empty on the day of the birth. */
  mark: string;
};

/** Returns the years of a birthday, graduation or gotcha day, or the human years of a human-year birthday; "~3" for a guess. */
function markOf(celebration: Celebration): string {
  if (celebration.kind === 'puppy graduation') return '½';
  if (celebration.anniversary === 0) return '';
  if (celebration.kind === 'gotcha day') return String(celebration.anniversary);
  const years = celebration.kind === 'birthday' ? celebration.anniversary : celebration.humanYears;
  return `${celebration.isAbout ? '~' : ''}${years}`;
}

/** Returns the celebrations of all living dogs in the coming year, in order. */
export function packMoments<Dog extends Parameters<typeof packCelebrations>[0][number]>(
  dogs: readonly Dog[],
  today: CalendarDate,
): PackMoment<Dog>[] {
  return packCelebrations(dogs, today).map((celebration) => ({
    dog: celebration.dog,
    date: celebration.date,
    occasion: occasionOf(celebration),
    mark: markOf(celebration),
  }));
}
