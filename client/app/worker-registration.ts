import { showUpdateOffer } from './update-offer.tsx';

/** How long a page that stays open waits until it asks for a new build again, in milliseconds. */
const updatePatience = 3_600_000;

function offerUpdate(registration: ServiceWorkerRegistration) {
  // The very first worker is no update: there was nothing before it.
  if (!registration.waiting || !navigator.serviceWorker.controller) return;
  showUpdateOffer(registration);
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

/** @throws where the browser does not take the worker */
export async function register() {
  followUpdates(await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }));
}
