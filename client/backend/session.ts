import type { AuthChangeEvent, Session, SupabaseClient } from '@supabase/supabase-js';
import { type Arrival, failedArrival, readArrival } from './arrival.ts';
import { supabase } from './client.ts';
import { isStoredSessionCorrupt, removeStoredSession, storedSession, timeLeft } from './session-store.ts';
import { sessionStorageKey } from './stored-session.ts';
import { forgetSeenPack } from './sync/forget.ts';
import { keepTokenGood, refreshWithin, subscribeToRefreshes } from './token-refresh.ts';

/** The signed-in owner. */
export type Owner = {
  id: string;
  email: string;
  /** How the owner wants to be called, if they said so. */
  name: string | null;
  /** The address that the account moves to once the link that was mailed there is followed. */
  newEmail: string | null;
};

export type SessionState =
  | { status: 'loading' }
  /** `hasExpired`: the session ended by itself, not because somebody signed out. It was that of `ownerId`. */
  | { status: 'signed-out'; hasExpired: boolean; ownerId: string | null }
  /** `needsNewPassword`: signed in through a recovery link, to choose a new password before anything else. */
  | { status: 'signed-in'; owner: Owner; needsNewPassword: boolean };

const signedOut: SessionState = { status: 'signed-out', hasExpired: false, ownerId: null };

/** Whose password is to be chosen anew; kept, because the link's event comes once and a page may be loaded again. */
const newPasswordKey = 'wagday-new-password';

/** Stands while a sign-out was wished for, so that every tab can tell it from a session that expired. */
const goodbyeKey = 'wagday-goodbye';

function readKept(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string | null) {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    // Without local storage there is one tab and one page, and nothing to keep.
  }
}

function ownerOf({ user }: Session): Owner {
  const name: unknown = user.user_metadata?.name;
  return {
    id: user.id,
    email: user.email ?? '',
    name: typeof name === 'string' && name.trim() !== '' ? name : null,
    newEmail: user.new_email || null,
  };
}

/** How this page was reached, until somebody was told. */
let arrival: Arrival = readArrival();

let state: SessionState =
  storedSession() || isStoredSessionCorrupt() || arrival.kind === 'code' ? { status: 'loading' } : signedOut;
const listeners = new Set<() => void>();

function setState(next: SessionState) {
  // A refreshed token changes nothing that anyone sees.
  if (JSON.stringify(next) === JSON.stringify(state)) return;
  state = next;
  for (const listener of listeners) listener();
}

function showSession(session: Session) {
  keep(goodbyeKey, null);
  const owner = ownerOf(session);
  setState({ status: 'signed-in', owner, needsNewPassword: readKept(newPasswordKey) === owner.id });
}

function showEnd(ownerId: string | null) {
  keep(newPasswordKey, null);
  if (state.status === 'signed-out') return;
  setState({ status: 'signed-out', hasExpired: readKept(goodbyeKey) === null, ownerId });
}

function shownOwnerId(): string | null {
  return state.status === 'signed-in' ? state.owner.id : null;
}

subscribeToRefreshes((event, session) => {
  if (event === 'ended') showEnd(session.user.id);
  else if (state.status === 'signed-in') showSession(session);
});

/** How long a session that has to be refreshed first is waited for before the pack is shown as it was last seen, in milliseconds. */
const startPatience = 1_500;

/**
 * Shows the session that is stored. Only the server can say that it has ended: one that cannot be refreshed now is shown all the
 * same, so that its owner sees what this device keeps of the pack.
 */
async function showStoredSession() {
  if (isStoredSessionCorrupt()) {
    // biome-ignore lint/suspicious/noConsole: the specification has a failed session check logged.
    console.error('The session could not be checked: what is stored in its place cannot be read.');
    await forgetSeenPack();
    removeStoredSession();
    showEnd(null);
    return;
  }
  const stored = storedSession();
  if (stored && timeLeft(stored) <= 0) await refreshWithin(startPatience);
  const session = storedSession();
  if (!session) return;
  // Whoever is signed in stays who they are: the link may be anybody's.
  if (arrival.kind === 'code') arrival = { kind: 'failed', problem: 'signed in already' };
  showSession(session);
}

let connected: Promise<void> | undefined;

/** Opens the session of the link that led here, where nobody is signed in. */
async function followCode(auth: SupabaseClient['auth']) {
  if (arrival.kind !== 'code') return;
  const { data, error } = await auth.exchangeCodeForSession(arrival.code);
  if ('redirectType' in data && data.redirectType === 'recovery' && data.session)
    keep(newPasswordKey, data.session.user.id);
  arrival = error ? failedArrival(error.code) : { kind: 'plain' };
}

async function connectOnce() {
  keepTokenGood();
  const client = supabase();
  client.catch(() => undefined);
  await showStoredSession();
  const { auth } = await client;
  // First, so that whoever is told of the session is also told what became of the link.
  await followCode(auth);
  auth.onAuthStateChange((event: AuthChangeEvent, session) => {
    // The first session is read below.
    if (event === 'INITIAL_SESSION') return;
    if (event === 'PASSWORD_RECOVERY' && session) keep(newPasswordKey, session.user.id);
    if (session) showSession(session);
    else showEnd(shownOwnerId());
  });
  const { data } = await auth.getSession();
  if (data.session) showSession(data.session);
  else if (state.status === 'loading') setState(signedOut);
}

/** Loads the client and follows its session from now on. Safe to call again. */
export function connectSession(): Promise<void> {
  connected ??= connectOnce().catch((error: unknown) => {
    connected = undefined;
    // biome-ignore lint/suspicious/noConsole: the specification has a failed session check logged.
    console.error('The session could not be checked.', error);
    if (state.status === 'loading') setState(signedOut);
  });
  return connected;
}

/** Says to all tabs that the end of the session that comes now is wished for. */
export function announceSignOut() {
  keep(goodbyeKey, 'wished');
}

/** Ends the session on this device only, whatever the server says: nobody else can open the pack here afterwards. */
export function forgetSession() {
  removeStoredSession();
  keep(newPasswordKey, null);
  setState(signedOut);
}

/** The new password was chosen: the pack opens. */
export function endPasswordRecovery() {
  keep(newPasswordKey, null);
  if (state.status === 'signed-in') setState({ ...state, needsNewPassword: false });
}

/** The failure of the link that led here, once. */
export function takeFailedArrival(): Extract<Arrival, { kind: 'failed' }> | null {
  if (arrival.kind !== 'failed') return null;
  const failed = arrival;
  arrival = { kind: 'plain' };
  return failed;
}

function followOtherTabs(event: StorageEvent) {
  if (event.key === newPasswordKey && event.newValue === null) endPasswordRecovery();
  if (event.key !== sessionStorageKey && event.key !== null) return;
  if (storedSession()) void connectSession();
  else showEnd(shownOwnerId());
}

export function subscribeToSession(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', followOtherTabs);
    if (state.status === 'loading') void connectSession();
    // A tab that was closed while its owner signed out may have left something.
    if (state.status === 'signed-out') void forgetSeenPack();
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
