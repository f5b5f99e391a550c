import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { serviceWorker } from '../../addresses/addresses.ts';
import { Button } from '../ui/button.tsx';
import { isServerThere } from './load-failure.ts';

function isSomethingTyped(): boolean {
  if (document.querySelector('dialog:modal')) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  return [...fields].some(({ type, value }) => !/^(file|checkbox|radio)$/.test(type) && value !== '');
}

/** How long the new build has to take over, in milliseconds. */
const patience = 3000;

/** Activates the new build and reloads this tab. Other tabs keep the old build until they reload. */
function reload(registration: ServiceWorkerRegistration) {
  const loadAgain = () => window.location.reload();
  // Another tab has already activated it.
  if (!registration.waiting) {
    loadAgain();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', loadAgain, { once: true });
  registration.waiting.postMessage('take over');
  // A request by the page at this very moment wakes the old build, and Chromium then delays the change by minutes. Without a worker the
  // page comes from the network and registers the new one. What is kept on the device stays.
  window.setTimeout(async () => {
    if (!(await isServerThere())) return;
    await registration.unregister();
    loadAgain();
  }, patience);
}

function UpdateOffer({ registration }: { registration: ServiceWorkerRegistration }) {
  const [isLater, setIsLater] = useState(false);
  if (isLater) return null;
  return (
    <section
      aria-label="Update"
      className="sticky top-0 z-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b-2 border-line bg-sky-wash px-4 py-2 sm:justify-center sm:px-6"
    >
      <p role="status" className="font-display font-bold">
        A new Wagday is ready
      </p>
      <div className="flex flex-wrap gap-1">
        <Button variant="secondary" onClick={() => reload(registration)}>
          Reload
        </Button>
        <Button variant="quiet" onClick={() => setIsLater(true)}>
          Later
        </Button>
      </div>
    </section>
  );
}

let isOffered = false;

/** Offers once to reload into the new build, as soon as a reload would lose nothing typed. */
function showUpdateOffer(registration: ServiceWorkerRegistration) {
  if (isOffered) return;
  isOffered = true;
  const shown = new AbortController();
  const offer = () => {
    if (isSomethingTyped()) return;
    shown.abort();
    const container = document.createElement('div');
    // In the flow above the page, so that it covers nothing. `contents` keeps the strip in sight while the page scrolls.
    container.className = 'contents';
    document.body.prepend(container);
    createRoot(container).render(<UpdateOffer registration={registration} />);
  };
  // The timeout lets this click close a dialog first.
  const later = () => window.setTimeout(offer);
  for (const moment of ['focusout', 'click', 'visibilitychange'])
    document.addEventListener(moment, later, { signal: shown.signal });
  offer();
}

/** The shortest time between two checks for a new build by a page that stays open, in milliseconds. */
const updateInterval = 3_600_000;

function offerUpdate(registration: ServiceWorkerRegistration) {
  // Without a controller this is the first worker, not an update.
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

/** Trusted Types, which TypeScript's DOM types lack. What a policy creates replaces a string. */
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

/** Registers the worker. Call it once per page. @throws when the browser refuses the worker */
export async function register() {
  followUpdates(await navigator.serviceWorker.register(trustedAddress(), { updateViaCache: 'none' }));
}
