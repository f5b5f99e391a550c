import type { AuthChangeEvent, Session, SupabaseClient } from '@supabase/supabase-js';
import { afterFirstLists, supabase } from '../client.ts';
import { forgetAllDrafts } from '../drafts/kept-drafts.ts';
import { deviceStorage } from '../drafts/web-storage.ts';
import { forgetPackOnDevice, forgetSeenPack } from '../offline/forget.ts';
import { forgetPushOnDevice, pushOwnerOfDevice } from '../push/push-device.ts';
import { createStore } from '../store.ts';
import { type Arrival, failedArrival, readArrival } from './arrival.ts';
import {
  blankStoredSession,
  isStoredSessionCorrupt,
  removeStoredSession,
  storedOwnerId,
  storedSession,
  timeLeft,
} from './session-store.ts';
import { hasStoredSession, leavingKey, sessionStorageKey } from './stored-session.ts';
import { keepTokenGood, refreshNow, refreshWithin, subscribeToRefreshes } from './token-refresh.ts';

/** The session state that the page shows. session-store.ts stores the session; token-refresh.ts renews its token. */

export type Owner = {
  id: string;
  email: string;
  name: string | null;
  /** The new e-mail address, until the owner follows the link that was mailed there. */
  newEmail: string | null;
};

export type SessionState =
  | { status: 'loading' }
  /** `hasExpired`: the session of `ownerId` ended without a sign-out. */
  | { status: 'signed-out'; hasExpired: boolean; ownerId: string | null }
  /** `needsNewPassword`: signed in through a recovery link. The owner has to choose a new password first. */
  | { status: 'signed-in'; owner: Owner; needsNewPassword: boolean };

const signedOut: SessionState = { status: 'signed-out', hasExpired: false, ownerId: null };

/** The key for the id of an owner who has to choose a new password. It is stored, so that a reload does not skip that step. */
const newPasswordKey = 'wagday-new-password';

/** Set when an owner signs out, so that every tab can tell a sign-out from an expired session. */
const signOutKey = 'wagday-goodbye';

function ownerOf({ user }: Session): Owner {
  const name: unknown = user.user_metadata?.name;
  return {
    id: user.id,
    email: user.email ?? '',
    name: typeof name === 'string' && name.trim() !== '' ? name : null,
    newEmail: user.new_email || null,
  };
}

/** The owner whose sign-out was interrupted, for example by closing the tab; null when there is none. */
const leaver = deviceStorage.readText(leavingKey);

if (leaver !== null && leaver === (storedOwnerId() ?? '')) blankStoredSession();

/** How the visitor reached this page, until the page has shown it. */
let arrival: Arrival = readArrival();

const shown = createStore<SessionState>(
  hasStoredSession() || arrival.kind === 'code' ? { status: 'loading' } : signedOut,
);

export const currentSession = shown.read;

function setState(next: SessionState) {
  // A refreshed token changes nothing that the page shows.
  if (JSON.stringify(next) !== JSON.stringify(shown.read())) shown.set(next);
}

function showSession(session: Session) {
  deviceStorage.forget(signOutKey);
  const owner = ownerOf(session);
  setState({ status: 'signed-in', owner, needsNewPassword: deviceStorage.readText(newPasswordKey) === owner.id });
}

function showEnd(ownerId: string | null) {
  deviceStorage.forget(newPasswordKey);
  void forgetPushOnDevice();
  if (shown.read().status === 'signed-out') return;
  const hasExpired = deviceStorage.readText(signOutKey) === null;
  // The tab in which the owner has signed out does not reach the drafts of this one.
  if (!hasExpired) forgetAllDrafts();
  setState({ status: 'signed-out', hasExpired, ownerId });
}

function shownOwnerId(): string | null {
  const state = shown.read();
  return state.status === 'signed-in' ? state.owner.id : null;
}

subscribeToRefreshes((event, session) => {
  if (event === 'ended') showEnd(session.user.id);
  else if (shownOwnerId() === session.user.id) showSession(session);
});

/** How long the first screen waits for a refresh, in milliseconds. Then it shows the pack as last seen. */
const firstScreenWait = 1_500;

/** Shows the stored session, even when it cannot be refreshed now, because only the server can end it. */
async function showStoredSession() {
  if (isStoredSessionCorrupt()) {
    // biome-ignore lint/suspicious/noConsole: the specification asks to log a failed session check.
    console.error('The session could not be checked: what is stored in its place cannot be read.');
    await forgetSeenPack();
    removeStoredSession();
    showEnd(null);
    return;
  }
  const stored = storedSession();
  if (stored && timeLeft(stored) <= 0) await refreshWithin(firstScreenWait);
  const session = storedSession();
  if (!session) return;
  // Somebody else may have sent the link, so it does not replace the session.
  if (arrival.kind === 'code') arrival = { kind: 'failed', problem: 'signed in already' };
  showSession(session);
}

let connected: Promise<void> | undefined;

/** Opens the session of a mailed link, if nobody is signed in. */
async function followCode(auth: SupabaseClient['auth']) {
  if (arrival.kind !== 'code') return;
  const { data, error } = await auth.exchangeCodeForSession(arrival.code);
  if ('redirectType' in data && data.redirectType === 'recovery' && data.session)
    deviceStorage.keepText(newPasswordKey, data.session.user.id);
  arrival = error ? failedArrival(error.code) : { kind: 'plain' };
}

async function connectOnce() {
  keepTokenGood();
  await showStoredSession();
  if (shown.read().status === 'signed-in') await afterFirstLists;
  const { auth } = await supabase();
  // First, so that the page knows the outcome of the link when it shows the session.
  await followCode(auth);
  auth.onAuthStateChange((event: AuthChangeEvent, session) => {
    // The code below reads the first session.
    if (event === 'INITIAL_SESSION') return;
    if (event === 'PASSWORD_RECOVERY' && session) deviceStorage.keepText(newPasswordKey, session.user.id);
    if (session) {
      // Otherwise, the next page would finish the interrupted sign-out and end this session.
      deviceStorage.forget(leavingKey);
      showSession(session);
    } else showEnd(shownOwnerId());
  });
  const { data } = await auth.getSession();
  if (data.session) showSession(data.session);
  else if (shown.read().status === 'loading') setState(signedOut);
  // The link to a new address is often followed on another device.
  if (data.session?.user.new_email) void refreshNow();
}

/** Loads the client and follows its session. Safe to call again. */
export function connectSession(): Promise<void> {
  connected ??= connectOnce().catch((error: unknown) => {
    connected = undefined;
    // biome-ignore lint/suspicious/noConsole: the specification asks to log a failed session check.
    console.error('The session could not be checked.', error);
    if (shown.read().status === 'loading') setState(signedOut);
  });
  return connected;
}

/**
 * Marks the sign-out for all tabs, so that they do not report an expired session, and for the next page, which finishes it if this
 * one is closed too early.
 */
export function announceSignOut(ownerId: string | null) {
  deviceStorage.keepText(signOutKey, 'wished');
  deviceStorage.keepText(leavingKey, ownerId ?? '');
}

/** Removes the pack of an owner who has signed out, and ends their push messages to this device. */
async function removePack(ownerId: string | null) {
  const push = pushOwnerOfDevice();
  await Promise.all([(push === ownerId || !hasStoredSession()) && forgetPushOnDevice(), forgetPackOnDevice(ownerId)]);
  if (!hasStoredSession()) removeStoredSession();
  deviceStorage.forget(leavingKey);
}

/** Signs an owner out on this device, even without the server, and removes all their data from it. */
export async function leaveDevice(ownerId: string | null): Promise<void> {
  announceSignOut(ownerId);
  forgetAllDrafts();
  blankStoredSession();
  deviceStorage.forget(newPasswordKey);
  setState(signedOut);
  await removePack(ownerId);
}

export async function finishSignOut(): Promise<void> {
  if (leaver === null) return;
  forgetAllDrafts();
  await removePack(leaver);
}

/** Opens the pack after the new password has been set. */
export function endPasswordRecovery() {
  deviceStorage.forget(newPasswordKey);
  const state = shown.read();
  if (state.status === 'signed-in') setState({ ...state, needsNewPassword: false });
}

/** Returns the failure of a mailed link once; null when there is none. */
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

/** A page that the browser has kept for the way back was told nothing of what other tabs did. */
function followReturn({ persisted }: PageTransitionEvent) {
  if (!persisted) return;
  const session = storedSession();
  if (session) showSession(session);
  else showEnd(shownOwnerId());
}

export function subscribeToSession(listener: () => void): () => void {
  const unsubscribe = shown.subscribe(listener);
  window.addEventListener('storage', followOtherTabs);
  window.addEventListener('pageshow', followReturn);
  const { status } = shown.read();
  if (status === 'loading') void connectSession();
  if (leaver !== null) void finishSignOut();
  // A session that ended without a sign-out may have left lists behind if its tab was closed at the time.
  else if (status === 'signed-out') void forgetSeenPack();
  return () => {
    unsubscribe();
    window.removeEventListener('storage', followOtherTabs);
    window.removeEventListener('pageshow', followReturn);
  };
}
