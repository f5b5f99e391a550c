import {
  birthdayReport,
  humanYearsText,
  humanYearsUnit,
  qualifierOf,
} from '../../domain/celebrations/birthday-report.ts';
import type { DayPicture } from '../../domain/celebrations/celebration-photos.ts';
import { type CalendarDate, formatLongDate } from '../../domain/dates/calendar-date.ts';
import type { NamedDog } from '../../domain/dogs/life.ts';
import type { PairedDay } from './card.ts';

/** A picture with the dog's age on its day, and the same in words. Also of a dog in memory, which lived on that day. */
export function pairedDay(
  dog: NamedDog,
  { day, photoUrl, photoFocus }: DayPicture,
): PairedDay & { day: CalendarDate; humanYears: number; text: string } {
  const report = birthdayReport({ ...dog, diedOn: null }, day);
  const qualifier = qualifierOf(report);
  const date = formatLongDate(day);
  return {
    photoUrl,
    photoFocus,
    day,
    date,
    seal: { ...(qualifier && { top: qualifier }), figure: String(report.humanYears), bottom: humanYearsUnit(report) },
    humanYears: report.humanYears,
    text: `${humanYearsText(report)} in human years on ${date}`,
  };
}
