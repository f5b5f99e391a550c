import { hasStoredSession } from '../backend/stored-session.ts';

/** How long a page that stays open waits until it asks for a new build again, in milliseconds. */
const updatePatience = 3_600_000;

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

function offerUpdate(registration: ServiceWorkerRegistration) {
  // The very first worker is no update: there was nothing before it.
  if (!registration.waiting || !navigator.serviceWorker.controller) return;
  void import('./update-offer.tsx').then(({ showUpdateOffer }) => showUpdateOffer(registration));
}

function followUpdates(registration: ServiceWorkerRegistration) {
  offerUpdate(registration);
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', () => offerUpdate(registration));
  });
  let asked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - asked < updatePatience) return;
    asked = Date.now();
    void registration.update().catch(() => undefined);
  });
}

/** Has Wagday open without network from the next time on. Does nothing in development, where pages change all the time. */
export function registerWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  whenThereIsTime(() => {
    navigator.serviceWorker
      .register('/service-worker.js', { updateViaCache: 'none' })
      .then(followUpdates)
      // A browser that keeps nothing for this site: then it needs the network, as any page does.
      .catch(() => undefined);
  });
}
