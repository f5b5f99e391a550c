/**
 * The session as this browser keeps it, for all its tabs. Supabase's client reads and writes it through `clientStorage`, which
 * judges a token's age in its place: the client compares the server's clock with this device's, so that on a device whose
 * clock is fast every token looks old and is refreshed over and over.
 */
import type { Session } from '@supabase/supabase-js';
import { sessionStorageKey } from './stored-session.ts';

/** What Supabase's client reads as the end of every token, in seconds since 1970: it leaves refreshing to token-refresh.ts. */
const neverExpires = 8_640_000_000_000;

/** Where the browser keeps nothing (blocked or full), the page does. */
const pageMemory = new Map<string, string>();

function readText(key: string): string | null {
  const remembered = pageMemory.get(key);
  if (remembered !== undefined) return remembered;
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeText(key: string, text: string) {
  try {
    window.localStorage.setItem(key, text);
    pageMemory.delete(key);
  } catch {
    pageMemory.set(key, text);
  }
}

function removeText(key: string) {
  pageMemory.delete(key);
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Whether a value has everything of a session that this app needs. */
export function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false;
  const { access_token, refresh_token, user } = value as Partial<Record<keyof Session, unknown>>;
  const id = (user as { id?: unknown } | null | undefined)?.id;
  return [access_token, refresh_token, id].every((text) => typeof text === 'string' && text !== '');
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

/** Whether something is kept in the session's place that is none. */
export function isStoredSessionCorrupt(): boolean {
  return readText(sessionStorageKey) !== null && storedSession() === null;
}

/** Keeps a session. The end of a token that has just come is counted on this device's clock, right or wrong. */
export function keepSession(session: Session) {
  const known = storedSession();
  const isKnown = known?.access_token === session.access_token && known.expires_at !== undefined;
  const expires_at = isKnown ? known.expires_at : Math.round(Date.now() / 1000) + session.expires_in;
  writeText(sessionStorageKey, JSON.stringify({ ...session, expires_at }));
}

/** How long the session's token is good for, in milliseconds; negative once it has expired. */
export function timeLeft({ expires_at = 0 }: Session): number {
  return expires_at * 1000 - Date.now();
}

export function removeStoredSession() {
  removeText(sessionStorageKey);
}

/** Where Supabase's client keeps what it keeps. */
export const clientStorage = {
  getItem(key: string): string | null {
    if (key !== sessionStorageKey) return readText(key);
    const session = storedSession();
    return session && JSON.stringify({ ...session, expires_at: neverExpires });
  },
  setItem(key: string, text: string) {
    if (key === sessionStorageKey) keepSession(JSON.parse(text) as Session);
    else writeText(key, text);
  },
  removeItem: removeText,
};
