import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from '../ui/button.tsx';

/** Whether a reload would take words that somebody has typed. */
function isSomethingTyped(): boolean {
  if (document.querySelector('dialog:modal')) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  return [...fields].some(({ type, value }) => type !== 'file' && type !== 'checkbox' && value !== '');
}

/** Lets the new build take over, and loads this tab with it. Other tabs go on with the old one until they are loaded again. */
function reload({ waiting }: ServiceWorkerRegistration) {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
  if (waiting) waiting.postMessage('take over');
  // Another tab was faster.
  else window.location.reload();
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

/** Offers a reload into the new build, once, and not before it would cost nobody's words. */
export function showUpdateOffer(registration: ServiceWorkerRegistration) {
  if (isOffered) return;
  isOffered = true;
  const moments = ['focusout', 'click', 'visibilitychange'] as const;
  const offer = () => {
    if (isSomethingTyped()) return;
    for (const moment of moments) document.removeEventListener(moment, later);
    const place = document.createElement('div');
    document.body.append(place);
    createRoot(place).render(<UpdateOffer registration={registration} />);
  };
  // A dialog that is being closed by this click is still open now.
  const later = () => window.setTimeout(offer);
  for (const moment of moments) document.addEventListener(moment, later);
  offer();
}
