import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { sessionStorageKey, supabase } from './client.ts';

/** The signed-in owner. */
export type Owner = {
  id: string;
  email: string;
  /** How the owner wants to be called, if they said so. */
  name: string | null;
};

export type SessionState = { status: 'loading' } | { status: 'signed-out' } | { status: 'signed-in'; owner: Owner };

const signedOut: SessionState = { status: 'signed-out' };

function ownerOf({ user }: Session): Owner {
  const name: unknown = user.user_metadata.name;
  return { id: user.id, email: user.email ?? '', name: typeof name === 'string' && name.trim() !== '' ? name : null };
}

function hasStoredSession(): boolean {
  try {
    return window.localStorage.getItem(sessionStorageKey) !== null;
  } catch {
    return false;
  }
}

let state: SessionState = hasStoredSession() ? { status: 'loading' } : signedOut;
const listeners = new Set<() => void>();

function setState(next: SessionState) {
  // A refreshed token changes nothing that anyone sees.
  if (JSON.stringify(next) === JSON.stringify(state)) return;
  state = next;
  for (const listener of listeners) listener();
}

function showSession(session: Session | null) {
  setState(session ? { status: 'signed-in', owner: ownerOf(session) } : signedOut);
}

function reportFailedCheck(error: unknown) {
  // biome-ignore lint/suspicious/noConsole: the specification has a failed session check logged.
  console.error('The session could not be checked.', error);
  setState(signedOut);
}

let connected: Promise<void> | undefined;

async function connectOnce() {
  const { auth } = await supabase();
  auth.onAuthStateChange((event: AuthChangeEvent, session) => {
    // The first session is read below, where a failure can be told from "none".
    if (event !== 'INITIAL_SESSION') showSession(session);
  });
  const { data, error } = await auth.getSession();
  if (error) reportFailedCheck(error);
  else showSession(data.session);
}

/** Loads the client and follows its session from now on. Safe to call again. */
export function connectSession(): Promise<void> {
  connected ??= connectOnce().catch((error: unknown) => {
    connected = undefined;
    reportFailedCheck(error);
  });
  return connected;
}

/** Ends the session on this device only, whatever the server says: nobody else can open the pack here afterwards. */
export function forgetSession() {
  try {
    window.localStorage.removeItem(sessionStorageKey);
  } finally {
    setState(signedOut);
  }
}

function followOtherTabs(event: StorageEvent) {
  if (event.key !== sessionStorageKey) return;
  if (event.newValue === null) setState(signedOut);
  else void connectSession();
}

export function subscribeToSession(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', followOtherTabs);
    if (state.status === 'loading') void connectSession();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs);
  };
}

export function currentSession(): SessionState {
  return state;
}
