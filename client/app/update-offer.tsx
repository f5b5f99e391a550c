import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from '../ui/button.tsx';
import { isServerThere } from './load-failure.ts';

/** Whether a reload would lose something typed. */
function isSomethingTyped(): boolean {
  if (document.querySelector('dialog:modal')) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  return [...fields].some(({ type, value }) => type !== 'file' && type !== 'checkbox' && value !== '');
}

/** How long the new build has to take over, in milliseconds. */
const patience = 3000;

/** Activates the new build and reloads this tab. Other tabs keep the old build until they reload. */
function reload(registration: ServiceWorkerRegistration) {
  const loadAgain = () => window.location.reload();
  // Another tab has activated it already.
  if (!registration.waiting) {
    loadAgain();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', loadAgain, { once: true });
  registration.waiting.postMessage('take over');
  // A request of the page in this very moment wakes the old build, and Chromium then puts the change off by minutes. Without any
  // worker the page comes from the network and registers the new one. What is kept on the device stays.
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
      className="fixed start-4 bottom-4 z-10 max-w-[calc(100%-2rem)] rounded-card border-2 border-line bg-card p-4 shadow-lift"
    >
      <p role="status" className="mb-3 font-display font-bold">
        A new Wagday is ready
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => reload(registration)}>Reload</Button>
        <Button look="quiet" onClick={() => setIsLater(true)}>
          Later
        </Button>
      </div>
    </section>
  );
}

let isOffered = false;

/** Offers once to reload into the new build, as soon as a reload would lose nothing typed. */
export function showUpdateOffer(registration: ServiceWorkerRegistration) {
  if (isOffered) return;
  isOffered = true;
  const moments = ['focusout', 'click', 'visibilitychange'] as const;
  const offer = () => {
    if (isSomethingTyped()) return;
    for (const moment of moments) document.removeEventListener(moment, later);
    const container = document.createElement('div');
    document.body.append(container);
    createRoot(container).render(<UpdateOffer registration={registration} />);
  };
  // The timeout lets this click close a dialog first.
  const later = () => window.setTimeout(offer);
  for (const moment of moments) document.addEventListener(moment, later);
  offer();
}
