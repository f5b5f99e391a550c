import { hasStoredSession } from '../data/session/stored-session.ts';

/** How long after the page has loaded a visitor who only reads gets the worker, in milliseconds. Short visits do without. */
const visitorDelay = 60_000;

/** How long after the first sign of use a visitor gets it, in milliseconds. By then the calculator is ready. */
const settleDelay = 3_500;

/** Runs a task when it delays nothing else: an owner's page at once, a visitor's after the first sign of use. */
function whenThereIsTime(task: () => void) {
  const idle = () => (window.requestIdleCallback ? window.requestIdleCallback(task) : window.setTimeout(task, 500));
  const wait = () => {
    if (hasStoredSession()) return void idle();
    const begun = new AbortController();
    const begin = () => {
      begun.abort();
      window.setTimeout(idle, settleDelay);
    };
    const timer = window.setTimeout(begin, visitorDelay);
    begun.signal.addEventListener('abort', () => window.clearTimeout(timer));
    for (const sign of ['pointerdown', 'keydown']) {
      window.addEventListener(sign, begin, { signal: begun.signal, passive: true });
    }
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}

/** Registers the service worker, which opens Wagday without network. Does nothing in development. */
export function registerWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    import('./worker-registration.tsx')
      .then((registration) => registration.register())
      // The browser may refuse storage. Then Wagday needs the network.
      .catch(() => undefined);
  };
  whenThereIsTime(() => {
    if (navigator.onLine) register();
    else window.addEventListener('online', register, { once: true });
  });
}
