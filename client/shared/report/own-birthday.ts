import { useSyncExternalStore } from 'react';
import { type CalendarDate, parseCalendarDate } from '../../../domain/dates/calendar-date.ts';

/** The key of the owner's own birthday, which stays in this browser: it is never sent. */
const ownBirthdayKey = 'wagday-own-birthday';

/** A birthday that the browser cannot store, because its storage is blocked or full. It lives as long as the page. */
let onPage: CalendarDate | null = null;
const listeners = new Set<() => void>();

function read(): CalendarDate | null {
  if (onPage) return onPage;
  try {
    return parseCalendarDate(window.localStorage.getItem(ownBirthdayKey) ?? '');
  } catch {
    return null;
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
  onPage = null;
  try {
    if (birthday) window.localStorage.setItem(ownBirthdayKey, birthday);
    else window.localStorage.removeItem(ownBirthdayKey);
  } catch {
    onPage = birthday;
  }
  tellListeners();
}

/** The owner's birthday as kept on this device, or null. */
export function useOwnBirthday(): CalendarDate | null {
  return useSyncExternalStore(subscribe, read, () => null);
}
