import { useSyncExternalStore } from 'react';
import { type CalendarDate, calendarDateOf } from '../../domain/calendar-date.ts';

/** Stands for today while a page is rendered at build time, when nobody knows the day on which it will be read. */
export const unknownToday = calendarDateOf(1970, 1, 1);

/** The local calendar date of this device. */
function localToday(): CalendarDate {
  const now = new Date();
  return calendarDateOf(now.getFullYear(), now.getMonth() + 1, now.getDate());
}

function millisecondsToMidnight(): number {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime();
}

/**
 * The longest wait, in milliseconds. A timer stands still while the device sleeps, knows nothing of a clock that is set and of
 * a journey to another time zone: so the day is asked for again and again.
 */
const longestWait = 60_000;

function subscribeToMidnight(onNewDay: () => void): () => void {
  let timer: number;
  const wait = () => {
    timer = window.setTimeout(look, Math.min(millisecondsToMidnight(), longestWait));
  };
  const look = () => {
    window.clearTimeout(timer);
    onNewDay();
    wait();
  };
  wait();
  // Seen again after a night: at once.
  const moments = [
    [document, 'visibilitychange'],
    [window, 'focus'],
    [window, 'pageshow'],
  ] as const;
  for (const [target, name] of moments) target.addEventListener(name, look);
  return () => {
    window.clearTimeout(timer);
    for (const [target, name] of moments) target.removeEventListener(name, look);
  };
}

/** Today in the owner's own time zone; turns to the new day by itself. */
export function useToday(): CalendarDate {
  return useSyncExternalStore(subscribeToMidnight, localToday, () => unknownToday);
}
