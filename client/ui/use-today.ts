import { useSyncExternalStore } from 'react';
import { type CalendarDate, calendarDateOf } from '../../domain/calendar-date.ts';

/** The local calendar date of this device. */
function localToday(): CalendarDate {
  const now = new Date();
  return calendarDateOf(now.getFullYear(), now.getMonth() + 1, now.getDate());
}

function millisecondsToMidnight(): number {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime();
}

function subscribeToMidnight(onNewDay: () => void): () => void {
  let timer: number;
  const wait = () => {
    timer = window.setTimeout(() => {
      onNewDay();
      wait();
    }, millisecondsToMidnight());
  };
  wait();
  // Timers stand still while a device sleeps.
  document.addEventListener('visibilitychange', onNewDay);
  return () => {
    window.clearTimeout(timer);
    document.removeEventListener('visibilitychange', onNewDay);
  };
}

/** Today in the owner's own time zone; turns to the new day by itself. */
export function useToday(): CalendarDate {
  return useSyncExternalStore(subscribeToMidnight, localToday);
}
