import { BackendError } from './errors.ts';
import { createStore } from './store.ts';

/**
 * Whether the backend can be reached. The browser reports that it has no network, but a server that is down or a weak signal shows
 * only in requests without an answer (`isNotReachable` in errors.ts).
 */
const unanswered = createStore(false);

/** The backend counts as not reachable after this time without an answer to a request for data, in milliseconds. */
export const answerTime = 8_000;

/** Whether the browser reports that it has no network. */
export function isOffline(): boolean {
  return !navigator.onLine;
}

/** Whether the last request got no answer although the browser has a network. */
export function isUnreachable(): boolean {
  return unanswered.read() && !isOffline();
}

/** Whether a request is worth sending now. If not, it can wait: offline/sender.ts retries in the background. */
export function isReachable(): boolean {
  return !unanswered.read() && !isOffline();
}

export const setUnreachable = unanswered.set;

/** The longest pause that a backend may ask for, in milliseconds. */
const longestPause = 60_000;

let pausedUntil = 0;

/** Reads how long the backend asks clients to wait, from a response about rows or photos. */
export function notePause({ status, headers }: Response) {
  if (status !== 429 && status < 500) return;
  const pause = Number(headers.get('Retry-After')) * 1000;
  if (pause > 0) pausedUntil = Date.now() + Math.min(pause, longestPause);
}

/** Returns how much longer the backend asks clients to wait, in milliseconds. */
export function pauseLeft(): number {
  // Limits the pause, because the clock may have been set back meanwhile.
  return Math.min(Math.max(pausedUntil - Date.now(), 0), longestPause);
}

/** Resets the state for the next owner on this page. */
export function forgetNetwork() {
  pausedUntil = 0;
  setUnreachable(false);
}

/** Calls `listener` whenever `isOffline` or `isUnreachable` may have changed. */
export function subscribeToNetwork(listener: () => void): () => void {
  const unsubscribe = unanswered.subscribe(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/**
 * Waits for `work`, at most `limit` milliseconds. It does not cancel the work.
 * @throws BackendError of kind 'not reachable' when it took longer.
 */
export function inTime<Answer>(work: Promise<Answer>, limit = answerTime): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new BackendError('not reachable', 'There was no answer in time.')), limit);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
