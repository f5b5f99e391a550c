import { useSyncExternalStore } from 'react';
import { type CalendarDate, calendarDateOf } from '../../domain/dates/calendar-date.ts';

/** Used as today in a prerendered page, which may be read on any day. */
export const unknownToday = calendarDateOf(1970, 1, 1);

export function localToday(): CalendarDate {
  const now = new Date();
  return calendarDateOf(now.getFullYear(), now.getMonth() + 1, now.getDate());
}

/** In milliseconds. A timer stops while the device sleeps, and does not notice a changed clock or zone, so the day is checked regularly. */
const longestWait = 60_000;

export function subscribeToMidnight(onNewDay: () => void): () => void {
  let timer: number;
  const wait = () => {
    const now = new Date();
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    timer = window.setTimeout(refresh, Math.min(midnight.getTime() - now.getTime(), longestWait));
  };
  const refresh = () => {
    window.clearTimeout(timer);
    onNewDay();
    wait();
  };
  wait();
  // Checks the day at once when the page becomes visible again, such as after a night.
  const gone = new AbortController();
  document.addEventListener('visibilitychange', refresh, { signal: gone.signal });
  for (const name of ['focus', 'pageshow']) window.addEventListener(name, refresh, { signal: gone.signal });
  return () => {
    window.clearTimeout(timer);
    gone.abort();
  };
}

/** Returns today in the device's time zone. Renders again when the day changes. */
export function useToday(): CalendarDate {
  return useSyncExternalStore(subscribeToMidnight, localToday, () => unknownToday);
}
