/**
 * Runs in the head of the app's page, inlined by the build. If a session is stored, it shows 'Loading...' until the app renders.
 * Visitors never see that. If the app's script does not arrive, it says so.
 */
import { buttonClasses } from '../ui/button.tsx';

declare const wagday: { sessionKey: string };

/** How long the app may take to arrive, in milliseconds. */
const patience = 30_000;

/** Without what this browser keeps of the app, which may be what is broken. */
async function loadAnew() {
  for (const name of (await window.caches?.keys()) ?? []) {
    if (name.startsWith('wagday-shell-')) await caches.delete(name);
  }
}

/** In the place of the app, which replaces it if it arrives late. */
function showTrouble() {
  const root = document.getElementById('root');
  if (!root || root.childElementCount > 0) return;
  delete document.documentElement.dataset.app;
  const note = document.createElement('main');
  note.className = 'grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center';
  const text = document.createElement('p');
  text.setAttribute('role', 'alert');
  text.textContent = 'Wagday got lost on its way to you. Please check your network, then load it again.';
  const button = document.createElement('button');
  button.className = buttonClasses('primary');
  button.textContent = 'Load Again';
  button.onclick = () => {
    const reload = () => window.location.reload();
    loadAnew().then(reload, reload);
  };
  note.append(text, button);
  root.append(note);
}

addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', showTrouble);
    else showTrouble();
  },
  true,
);
setTimeout(showTrouble, patience);

try {
  if (localStorage.getItem(wagday.sessionKey)) document.documentElement.dataset.app = 'loading';
} catch {
  // Without local storage there is no session.
}
