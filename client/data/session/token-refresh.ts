/**
 * Renews the access token of the stored session. Supabase's client is not used for this, because after an unanswered refresh it waits
 * a minute, even if the network is back: see docs/decisions/2026-11-28-sessions.md.
 */
import type { Session } from '@supabase/supabase-js';
import { services } from '../../../addresses/addresses.ts';
import { backendUrl, publishableKey } from '../backend-address.ts';
import { inTime, isOffline } from '../network.ts';
import { forgetSeenPack } from '../offline/forget.ts';
import { createListeners } from '../store.ts';
import { isSession, keepSession, removeStoredSession, storedSession, timeLeft } from './session-store.ts';
import { sessionStorageKey } from './stored-session.ts';

/** How often the token is checked, and how long before its expiry it is refreshed, in milliseconds. */
const lookPause = 30_000;
const margin = 90_000;

/** The pause after a first refresh without an answer, in milliseconds. It doubles until the next regular check is due. */
const firstPause = 200;
const quickRetries = 7;

/** After how long a refresh counts as unanswered, and how long a request waits for one, in milliseconds. */
const answerTime = 8_000;
const requestWait = 4_000;

/** How long to wait for the removal of the kept pack, in milliseconds. Then the session ends in any case. */
const clearingTime = 2_000;

/** The outcome of one attempt. `ended`: there is no session any more. */
type RefreshOutcome = 'refreshed' | 'ended' | 'no answer';

/** The statuses with which an auth server refuses a session. Any other comes from a proxy or a failing server. */
const refusals = [400, 401, 403, 422];

/** Returns new tokens, or the server's code for a refusal; null for any other answer, or none. */
async function askForTokens(refreshToken: string): Promise<Session | string | null> {
  try {
    const response = await fetch(`${backendUrl}${services.auth}/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ refresh_token: refreshToken }),
      signal: AbortSignal.timeout(answerTime),
    });
    const isPage = response.headers.get('Content-Type')?.startsWith('text/html') ?? false;
    const body: unknown = await response.json().catch(() => null);
    if (response.ok && isSession(body) && body.expires_in > 0) return body;
    if (!refusals.includes(response.status) || isPage) return null;
    const { error_code, code } = Object(body);
    const known = /^\w{1,60}$/.exec(String(error_code ?? code))?.[0];
    return `${response.status} ${known ?? ''}`.trim();
  } catch {
    return null;
  }
}

/** `refreshed`: in this or another tab. `ended`: the server refused the session. */
const refreshes = createListeners<[event: 'refreshed' | 'ended', session: Session]>();

export const subscribeToRefreshes = refreshes.subscribe;

/** Ends a session that the backend refuses. Removes the kept pack except unsent changes. */
async function endSession(session: Session, reason: string) {
  // biome-ignore lint/suspicious/noConsole: the specification asks to log a failed session check.
  console.error(`The session could not be checked: the server refused to go on with it (${reason}).`);
  // Removes the session last. If the tab is closed earlier, the next tab is refused again and removes the rest.
  await inTime(forgetSeenPack(), clearingTime).catch(() => undefined);
  if (storedSession()?.refresh_token === session.refresh_token) removeStoredSession();
  // Somebody may have signed in meanwhile, in another tab.
  if (!storedSession()) refreshes.call('ended', session);
}

let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

async function refreshOnce(): Promise<RefreshOutcome> {
  clearTimeout(timer);
  const session = storedSession();
  if (!session) return 'ended';
  if (isOffline()) return 'no answer';
  const answer = await askForTokens(session.refresh_token);
  const now = storedSession();
  if (!now) return 'ended';
  // Another tab has refreshed the token, or somebody else has signed in meanwhile.
  if (now.refresh_token !== session.refresh_token) return 'refreshed';
  if (answer === null) {
    if (failures < quickRetries) timer = setTimeout(refreshIfDue, firstPause * 2 ** failures);
    failures += 1;
    return 'no answer';
  }
  failures = 0;
  if (typeof answer === 'string') {
    await endSession(session, answer);
    return 'ended';
  }
  keepSession(answer);
  refreshes.call('refreshed', answer);
  return 'refreshed';
}

let current: Promise<RefreshOutcome> | null = null;

/** Refreshes the token now, whatever its age. Concurrent calls share one request. */
export function refreshNow(): Promise<RefreshOutcome> {
  current ??= refreshOnce().finally(() => {
    current = null;
  });
  return current;
}

function refreshIfDue() {
  const session = storedSession();
  if (!session || timeLeft(session) > margin || isOffline() || document.visibilityState === 'hidden') return;
  void refreshNow();
}

function refreshAtOnceIfDue() {
  failures = 0;
  refreshIfDue();
}

function followOtherTabs({ key }: StorageEvent) {
  const session = key === sessionStorageKey ? storedSession() : null;
  if (session && timeLeft(session) > 0) refreshes.call('refreshed', session);
}

let isKeeping = false;

export function keepTokenGood() {
  if (isKeeping) return;
  isKeeping = true;
  window.setInterval(refreshIfDue, lookPause);
  window.addEventListener('online', refreshAtOnceIfDue);
  document.addEventListener('visibilitychange', refreshAtOnceIfDue);
  window.addEventListener('storage', followOtherTabs);
}

/** Refreshes the token. After `limit` milliseconds it returns 'no answer', and the refresh goes on. */
export function refreshWithin(limit: number): Promise<RefreshOutcome> {
  return inTime(refreshNow(), limit).catch(() => 'no answer');
}

/**
 * Returns the stored session with a valid token, or null when nobody is signed in.
 * @throws TypeError, as fetch does without network, when the token has expired and cannot be refreshed now
 */
export async function usableSession(): Promise<Session | null> {
  const session = storedSession();
  if (!session || timeLeft(session) > 0) return session;
  const outcome = await refreshWithin(requestWait);
  if (outcome === 'no answer') throw new TypeError('The session could not be refreshed.');
  return storedSession();
}
