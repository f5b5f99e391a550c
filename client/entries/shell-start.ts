/**
 * Runs in the head of the app's page, inlined by the build. If a session is stored, it shows 'Loading...' until the app renders.
 * Visitors never see that.
 */
declare const wagday: { sessionKey: string };

try {
  if (localStorage.getItem(wagday.sessionKey)) document.documentElement.dataset.app = 'loading';
} catch {
  // Without local storage there is no session.
}

export {};
