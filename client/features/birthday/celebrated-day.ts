import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { deviceStorage } from '../../data/drafts/web-storage.ts';

function keyOf(ownerId: string): string {
  return `wagday-celebrated-${ownerId}`;
}

/** Whether the owner has celebrated, or put off, the birthdays of this day on this device. */
export function isCelebrated(ownerId: string, today: CalendarDate): boolean {
  return deviceStorage.read(keyOf(ownerId)) === today;
}

/** Remembers that. Only the latest day is kept. */
export function keepCelebrated(ownerId: string, today: CalendarDate) {
  deviceStorage.keep(keyOf(ownerId), today);
}
