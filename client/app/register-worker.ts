import { hasStoredSession } from '../backend/stored-session.ts';

/** When a visitor who only reads gets the worker, in milliseconds after the page has loaded: who is soon gone never pays for it. */
const visitorDelay = 60_000;

function afterLoad(task: () => void) {
  if (document.readyState === 'complete') task();
  else window.addEventListener('load', task, { once: true });
}

/** Nothing of the first visit waits for the worker. */
function whenThereIsTime(task: () => void) {
  const idle = () => (window.requestIdleCallback ? window.requestIdleCallback(task) : window.setTimeout(task, 500));
  afterLoad(() => {
    if (hasStoredSession()) {
      idle();
      return;
    }
    const begun = new AbortController();
    const begin = () => {
      begun.abort();
      idle();
    };
    const timer = window.setTimeout(begin, visitorDelay);
    begun.signal.addEventListener('abort', () => window.clearTimeout(timer));
    for (const sign of ['pointerdown', 'keydown']) {
      window.addEventListener(sign, begin, { signal: begun.signal, passive: true });
    }
  });
}

/** Has Wagday open without network from the next time on. Does nothing in development, where pages change all the time. */
export function registerWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  whenThereIsTime(() => {
    import('./worker-registration.ts')
      .then(({ register }) => register())
      // A browser that keeps nothing for this site: then it needs the network, as any page does.
      .catch(() => undefined);
  });
}
