/**
 * Runs in the head of the app's page; the build puts it inline. Where a session is stored, 'Loading...' covers the window until
 * the app says more; a visitor never sees it.
 */
declare const wagday: { sessionKey: string };

try {
  if (localStorage.getItem(wagday.sessionKey)) document.documentElement.dataset.app = 'loading';
} catch {
  // Without local storage there is no session.
}

export {};
