import { addDays, type CalendarDate } from '../dates/calendar-date.ts';

/** Days from birth until the age has reached half a year: `ceil(365.25 / 2)`. */
const daysToPuppyGraduation = 183;

/** The day on which a puppy is half a year old. */
export function graduationDay(birthDate: CalendarDate): CalendarDate {
  return addDays(birthDate, daysToPuppyGraduation);
}

/** The day on which a puppy is half a year old; null when it has passed. */
export function comingGraduation(birthDate: CalendarDate, today: CalendarDate): CalendarDate | null {
  const graduation = graduationDay(birthDate);
  return graduation >= today ? graduation : null;
}
