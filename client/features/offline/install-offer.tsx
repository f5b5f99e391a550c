import { useSyncExternalStore } from 'react';
import { deviceStorage } from '../../data/drafts/web-storage.ts';
import { createStore } from '../../data/store.ts';
import { Button } from '../../ui/button.tsx';
import { icon } from '../../ui/icon.tsx';

/** The browser's offer to install the app. Only Chromium has it, so TypeScript's DOM types do not. */
type InstallPromptEvent = Event & { prompt: () => Promise<unknown>; userChoice: Promise<{ outcome: string }> };

const declinedKey = 'wagday-install-declined';

const offered = createStore<InstallPromptEvent | null>(null);

// The event comes once, soon after the page has loaded, so this module keeps it until a component can show it.
window.addEventListener('beforeinstallprompt', (event) => {
  if (deviceStorage.read(declinedKey) !== null) return;
  event.preventDefault();
  offered.set(event as InstallPromptEvent);
});
window.addEventListener('appinstalled', () => offered.set(null));

/** Shows the browser's prompt, which works once. Dismissing it declines the offer. */
async function install(): Promise<void> {
  const event = offered.read();
  if (!event) return;
  await event.prompt();
  const { outcome } = await event.userChoice;
  if (outcome === 'dismissed') decline();
  else offered.set(null);
}

function decline() {
  deviceStorage.keep(declinedKey, true);
  offered.set(null);
}

/** A phone with an arrow into it: install the app. */
const InstallIcon = icon(
  <path d="M6.8 2.9Q12 2.5 17.1 2.9Q18.2 12 17.2 21.1Q12 21.5 6.7 21.1Q5.8 12 6.8 2.9ZM12 6.4V14M8.9 11.1Q10.4 13.2 12 14.1Q13.6 13.2 15.2 11M10.7 18h2.5" />,
);

export function InstallOffer() {
  const isOffered = useSyncExternalStore(offered.subscribe, () => offered.read() !== null);
  if (!isOffered) return null;
  return (
    <aside aria-label="Install Wagday" className="mx-auto w-full max-w-page px-4 pb-8 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field bg-sky-wash px-4 py-3">
        <InstallIcon className="size-7 shrink-0" />
        <p className="min-w-[min(12rem,100%)] flex-1">Your pack, one tap away. Even without signal.</p>
        <div className="ms-auto flex flex-wrap gap-3">
          <Button variant="quiet" onClick={decline}>
            No, Thanks
          </Button>
          <Button variant="secondary" onClick={() => void install()}>
            Install Wagday
          </Button>
        </div>
      </div>
    </aside>
  );
}
