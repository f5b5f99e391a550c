import { BackendError } from './errors.ts';
import { createStore } from './store.ts';

/**
 * Whether the backend can be reached. The browser knows when it has no network at all; that a server is down or a signal too
 * weak shows only by requests without an answer (`isNotReachable` in errors.ts says which those are).
 */
const unanswered = createStore(false);

/** How long a request for data may stay without any answer, in milliseconds. After that it counts as not reachable. */
export const answerTime = 8_000;

/** Whether the browser itself knows that it has no network. */
export function isOffline(): boolean {
  return !navigator.onLine;
}

/** Whether the last request got no answer although the browser has a network. */
export function isUnreachable(): boolean {
  return unanswered.read() && !isOffline();
}

/** Whether a request is worth a try now. What is not can wait: it is tried again in the background. */
export function isReachable(): boolean {
  return !unanswered.read() && !isOffline();
}

export const setUnreachable = unanswered.set;

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
 * Waits for `work` no longer than `limit` milliseconds; the work itself goes on.
 * @throws BackendError of kind 'not reachable' when it took longer.
 */
export function inTime<Answer>(work: Promise<Answer>, limit = answerTime): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new BackendError('not reachable', 'There was no answer in time.')), limit);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
