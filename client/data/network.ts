import { BackendError } from './backend-error.ts';
import { createStore } from './store.ts';

/** The time of a page. `after` calls `run` once, unless the returned function is called before. Times are in milliseconds. */
export type Clock = { now: () => number; after: (delay: number, run: () => void) => () => void };

/** The backend counts as not reachable after this time without an answer to a request for data, in milliseconds. */
export const answerTime = 8_000;

/** The longest pause that a backend may ask for, in milliseconds. */
const longestPause = 60_000;

/**
 * Tells a page whether the backend can be reached. The browser reports that it has no network, but a server that is down or a weak
 * signal shows only in requests without an answer (`isNotReachable` in errors.ts).
 */
export function createNetwork({ now, after }: Clock, isOffline: () => boolean) {
  const unanswered = createStore(false);
  let pausedUntil = 0;
  return {
    isOffline,
    /** Whether the last request got no answer although the browser has a network. */
    isUnreachable: () => unanswered.read() && !isOffline(),
    /** Whether a request is worth sending now. If not, it can wait: the outbox retries in the background. */
    isReachable: () => !unanswered.read() && !isOffline(),
    setUnreachable: unanswered.set,
    subscribeToAnswers: unanswered.subscribe,
    /** Reads how long the backend asks clients to wait, from a response about rows or photos. */
    notePause({ status, headers }: Pick<Response, 'status' | 'headers'>) {
      if (status !== 429 && status < 500) return;
      const pause = Number(headers.get('Retry-After')) * 1000;
      if (pause > 0) pausedUntil = now() + Math.min(pause, longestPause);
    },
    /** Returns how much longer the backend asks clients to wait, in milliseconds. */
    // Limits the pause, because the clock may have been set back meanwhile.
    pauseLeft: () => Math.min(Math.max(pausedUntil - now(), 0), longestPause),
    /** Resets the state for the next owner on this page. */
    forgetNetwork() {
      pausedUntil = 0;
      unanswered.set(false);
    },
    /** Waits for `work` at most `limit` milliseconds, and does not cancel it. @throws BackendError of kind 'not reachable' when it takes longer */
    inTime<Answer>(work: Promise<Answer>, limit = answerTime): Promise<Answer> {
      return new Promise((resolve, reject) => {
        const stop = after(limit, () => reject(new BackendError('not reachable', 'There was no answer in time.')));
        void work.then(resolve, reject).finally(stop);
      });
    },
  };
}

export type Network = ReturnType<typeof createNetwork>;

/** The clock of the browser. It may be wrong, and jump. */
export const browserClock: Clock = {
  now: () => Date.now(),
  after(delay, run) {
    const timer = setTimeout(run, delay);
    return () => clearTimeout(timer);
  },
};

/** The network of this page. */
export const network = createNetwork(browserClock, () => !navigator.onLine);

export const { isOffline, isUnreachable, isReachable, setUnreachable, notePause, pauseLeft, forgetNetwork, inTime } =
  network;

/** Calls `listener` whenever `isOffline` or `isUnreachable` may have changed. */
export function subscribeToNetwork(listener: () => void): () => void {
  const unsubscribe = network.subscribeToAnswers(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
