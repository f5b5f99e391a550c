import { serviceWorker } from '../../addresses/addresses.ts';
import { showUpdateOffer } from './update-offer.tsx';

/** How often a page that stays open asks for a new build, at most, in milliseconds. */
const updateInterval = 3_600_000;

function offerUpdate(registration: ServiceWorkerRegistration) {
  // Without a controller this is the first worker, and no update.
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
    if (document.visibilityState !== 'visible' || Date.now() - asked < updateInterval) return;
    asked = Date.now();
    void registration.update().catch(() => undefined);
  });
}

/** Trusted Types, which TypeScript's DOM types lack. What a policy creates is used in place of a string. */
type Maker = {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): string };
};

/** The worker's address, passed through a Trusted Types policy that allows no other. */
function trustedAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: Maker };
  return (
    trustedTypes?.createPolicy('worker', { createScriptURL: () => serviceWorker }).createScriptURL(serviceWorker) ??
    serviceWorker
  );
}

/** Registers the worker; call it once a page. @throws when the browser refuses the worker */
export async function register() {
  followUpdates(await navigator.serviceWorker.register(trustedAddress(), { updateViaCache: 'none' }));
}
