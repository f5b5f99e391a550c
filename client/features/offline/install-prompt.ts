/** The browser's own offer to install the app. Chromium alone hands it to the page, so the platform's types do not know it. */
type InstallPromptEvent = Event & { prompt: () => Promise<unknown>; userChoice: Promise<{ outcome: string }> };

/** Stands once an owner does not want to be asked again, on this device. */
const declinedKey = 'wagday-install-declined';

let offered: InstallPromptEvent | null = null;
const listeners = new Set<() => void>();

function setOffered(event: InstallPromptEvent | null) {
  offered = event;
  for (const listener of listeners) listener();
}

function isDeclined(): boolean {
  try {
    return window.localStorage.getItem(declinedKey) !== null;
  } catch {
    return false;
  }
}

// It comes once, soon after the page: this module is loaded with the pack, before there is anything to show it in.
window.addEventListener('beforeinstallprompt', (event) => {
  if (isDeclined()) return;
  event.preventDefault();
  setOffered(event as InstallPromptEvent);
});
window.addEventListener('appinstalled', () => setOffered(null));

export function subscribeToInstallPrompt(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function canInstall(): boolean {
  return offered !== null;
}

/** Has the browser ask. It can be asked once: a "no" there is a "no" here. */
export async function install(): Promise<void> {
  const event = offered;
  if (!event) return;
  await event.prompt();
  const { outcome } = await event.userChoice;
  if (outcome === 'dismissed') decline();
  else setOffered(null);
}

export function decline() {
  try {
    window.localStorage.setItem(declinedKey, 'declined');
  } catch {
    // Then it is offered again another day.
  }
  setOffered(null);
}
