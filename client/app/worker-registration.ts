import { serviceWorker } from '../../addresses/addresses.ts';
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

/** Trusted Types, which TypeScript's DOM does not know yet. What a policy makes stands where a text would. */
type Maker = {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): string };
};

/** The address in the form that the page's own policy asks for: it lets this one through and no other. */
function trustedAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: Maker };
  return (
    trustedTypes?.createPolicy('worker', { createScriptURL: () => serviceWorker }).createScriptURL(serviceWorker) ??
    serviceWorker
  );
}

/** Called once a page. @throws where the browser does not take the worker */
export async function register() {
  followUpdates(await navigator.serviceWorker.register(trustedAddress(), { updateViaCache: 'none' }));
}
