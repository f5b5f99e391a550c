/**
 * The session as this browser keeps it, for all its tabs. Supabase's client reads and writes it through `clientStorage`, which
 * makes every token look as if it never expired: the client compares the server's clock with this device's, and where the
 * device's clock is fast it would refresh before every request.
 */
import type { Session } from '@supabase/supabase-js';
import { sessionStorageKey } from './stored-session.ts';
import { deviceStorage } from './web-storage.ts';

/** What Supabase's client reads as the end of every token, in seconds since 1970: it leaves refreshing to token-refresh.ts. */
const neverExpires = 8_640_000_000_000;

/** Holds what the browser does not keep, because its storage is blocked or full. */
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

/** Whether a value has everything of a session that this app needs. */
export function isSession(value: unknown): value is Session {
  const { access_token, refresh_token, user } = Object(value);
  return [access_token, refresh_token, user?.id].every((text) => typeof text === 'string' && text !== '');
}

/** The kept session, also one whose token has expired; null when there is none that can be read. */
export function storedSession(): Session | null {
  try {
    const value: unknown = JSON.parse(readText(sessionStorageKey) ?? 'null');
    return isSession(value) ? value : null;
  } catch {
    return null;
  }
}

/** The id of the owner whose session is kept on this device, also an expired one; null when nobody is signed in. */
export function storedOwnerId(): string | null {
  return storedSession()?.user.id ?? null;
}

/** Whether what is kept as the session cannot be read as one. */
export function isStoredSessionCorrupt(): boolean {
  return readText(sessionStorageKey) !== null && storedSession() === null;
}

/** Keeps a session. The end of a new token is counted on this device's clock, right or wrong. */
export function keepSession(session: Session) {
  const known = storedSession();
  const isKnown = known?.access_token === session.access_token && known.expires_at !== undefined;
  const expires_at = isKnown ? known.expires_at : Math.round(Date.now() / 1000) + session.expires_in;
  keepText(sessionStorageKey, JSON.stringify({ ...session, expires_at }));
}

/** How long the session's token is good for, in milliseconds; negative once it has expired. */
export function timeLeft({ expires_at = 0 }: Session): number {
  return expires_at * 1000 - Date.now();
}

export function removeStoredSession() {
  removeText(sessionStorageKey);
}

/** The storage that Supabase's client uses. */
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
