/**
 * Runs in the head of the app's page, inlined by the build. If a session is stored, it shows 'Loading...' until the app renders.
 * Visitors never see that. If the app's script does not arrive, it shows a note.
 */
import { patience, showNote } from './late-note.ts';

declare const wagday: { sessionKey: string };

/** Shows the note unless the app is in its place by now. */
function showTrouble() {
  if (!document.getElementById('root')?.firstChild) showNote(true);
}

addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && showTrouble(), true);
setTimeout(showTrouble, patience);

try {
  if (localStorage.getItem(wagday.sessionKey)) document.documentElement.dataset.app = 'loading';
} catch {
  // Without local storage there is no session.
}
