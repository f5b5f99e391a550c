import { deviceStorage } from '../../data/drafts/web-storage.ts';
import { createStore } from '../../data/store.ts';

/** The browser's offer to install the app. Only Chromium has it, so TypeScript's DOM types do not. */
type InstallPromptEvent = Event & { prompt: () => Promise<unknown>; userChoice: Promise<{ outcome: string }> };

/** Set once an owner of this device has declined. */
const declinedKey = 'wagday-install-declined';

const offered = createStore<InstallPromptEvent | null>(null);

// The event comes once, soon after the page has loaded, so this module keeps it until a component can show it.
window.addEventListener('beforeinstallprompt', (event) => {
  if (deviceStorage.read(declinedKey) !== null) return;
  event.preventDefault();
  offered.set(event as InstallPromptEvent);
});
window.addEventListener('appinstalled', () => offered.set(null));

export const subscribeToInstallPrompt = offered.subscribe;

export function canInstall(): boolean {
  return offered.read() !== null;
}

/** Shows the browser's prompt, which works once. Dismissing it declines the offer. */
export async function install(): Promise<void> {
  const event = offered.read();
  if (!event) return;
  await event.prompt();
  const { outcome } = await event.userChoice;
  if (outcome === 'dismissed') decline();
  else offered.set(null);
}

export function decline() {
  deviceStorage.keep(declinedKey, true);
  offered.set(null);
}
