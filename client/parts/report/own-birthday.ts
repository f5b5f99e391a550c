import { useSyncExternalStore } from 'react';
import { type CalendarDate, parseCalendarDate } from '../../../domain/calendar-date.ts';

/** The key of the owner's own birthday, which stays in this browser: it is never sent. */
const ownBirthdayKey = 'wagday-own-birthday';

/** Where storage is blocked, the birthday lives as long as the page. */
let kept: CalendarDate | null = null;
const listeners = new Set<() => void>();

function read(): CalendarDate | null {
  try {
    return parseCalendarDate(window.localStorage.getItem(ownBirthdayKey) ?? '');
  } catch {
    return kept;
  }
}

function tellListeners() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Keeps the owner's birthday on this device; null forgets it. */
export function keepOwnBirthday(birthday: CalendarDate | null) {
  kept = birthday;
  try {
    if (birthday) window.localStorage.setItem(ownBirthdayKey, birthday);
    else window.localStorage.removeItem(ownBirthdayKey);
  } catch {
    // Storage is blocked or full.
  }
  tellListeners();
}

/** The owner's birthday as kept on this device, or null. */
export function useOwnBirthday(): CalendarDate | null {
  return useSyncExternalStore(subscribe, read, () => null);
}
