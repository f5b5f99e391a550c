/**
 * Stores the session for all tabs of this browser. Supabase's client reads and writes it through `clientStorage`, which makes
 * every token look as if it never expired. Otherwise, the client would refresh before every request on a device whose clock is
 * fast, because it compares that clock with the server's.
 */
import type { Session } from '@supabase/supabase-js';
import { deviceStorage } from '../drafts/web-storage.ts';
import { noSession, sessionStorageKey } from './stored-session.ts';

/** The expiry that Supabase's client sees for every token, in seconds since 1970. token-refresh.ts does the refreshing. */
const neverExpires = 8_640_000_000_000;

/** Values that the browser could not store, because storage is blocked or full. */
const pageMemory = new Map<string, string>();

function readText(key: string): string | null {
  return pageMemory.get(key) ?? deviceStorage.readText(key);
}

function keepText(key: string, text: string) {
  if (deviceStorage.keepText(key, text)) pageMemory.delete(key);
  else pageMemory.set(key, text);
}

function removeText(key: string) {
  pageMemory.delete(key);
  deviceStorage.forget(key);
}

export function isSession(value: unknown): value is Session {
  const { access_token, refresh_token, user } = Object(value);
  return [access_token, refresh_token, user?.id].every((text) => typeof text === 'string' && text !== '');
}

/** Returns the stored session, even with an expired token; null when there is none or it cannot be read. */
export function storedSession(): Session | null {
  try {
    const value: unknown = JSON.parse(readText(sessionStorageKey) ?? 'null');
    return isSession(value) ? value : null;
  } catch {
    return null;
  }
}

export function storedOwnerId(): string | null {
  return storedSession()?.user.id ?? null;
}

export function isStoredSessionCorrupt(): boolean {
  return (readText(sessionStorageKey) ?? noSession) !== noSession && storedSession() === null;
}

/** Stores a session. A new token's expiry is computed with this device's clock, because it is compared with the same clock. */
export function keepSession(session: Session) {
  const known = storedSession();
  const isKnown = known?.access_token === session.access_token && known.expires_at !== undefined;
  const expires_at = isKnown ? known.expires_at : Math.round(Date.now() / 1000) + session.expires_in;
  keepText(sessionStorageKey, JSON.stringify({ ...session, expires_at }));
}

/** Returns how long the session's token is still valid, in milliseconds; negative once it has expired. */
export function timeLeft({ expires_at = 0 }: Session): number {
  return expires_at * 1000 - Date.now();
}

/** Removes the session, but not its key: see `noSession`. */
export function blankStoredSession() {
  keepText(sessionStorageKey, noSession);
}

export function removeStoredSession() {
  removeText(sessionStorageKey);
}

export const clientStorage = {
  getItem(key: string): string | null {
    if (key !== sessionStorageKey) return readText(key);
    const session = storedSession();
    return session && JSON.stringify({ ...session, expires_at: neverExpires });
  },
  setItem(key: string, text: string) {
    if (key === sessionStorageKey) keepSession(JSON.parse(text));
    else keepText(key, text);
  },
  removeItem: removeText,
};
