import { createStore } from '../../backend/store.ts';
import { deviceStorage } from '../../backend/web-storage.ts';

/** The browser's own offer to install the app. Chromium alone hands it to the page, so the platform's types do not know it. */
type InstallPromptEvent = Event & { prompt: () => Promise<unknown>; userChoice: Promise<{ outcome: string }> };

/** Stands once an owner does not want to be asked again, on this device. */
const declinedKey = 'wagday-install-declined';

const offered = createStore<InstallPromptEvent | null>(null);

// It comes once, soon after the page: this module is loaded with the pack, before there is anything to show it in.
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

/** Has the browser ask. It can be asked once: a "no" there is a "no" here. */
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
