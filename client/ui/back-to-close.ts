/**
 * Lets the way back close an open dialog instead of leaving the page: each open dialog has an entry of its own in the history. The
 * entries say how many dialogs are open at them. After anything that opens or closes a dialog, as many entries as are missing are
 * added, and those that are too many are taken back; a way forward to a dialog that is gone is taken back, too.
 */
import { flushSync } from 'react-dom';

const key = 'wagdayDialogs';

/** How each open dialog is closed, the one on top last. */
const open: (() => void)[] = [];
/** While the history is on its way to where it should be, nothing in it is the visitor's doing. */
let isOnTheWay = false;
let isDue = false;

/** How many dialogs are open at the entry of the history that is shown. */
function entries(): number {
  const count: unknown = window.history.state?.[key];
  return typeof count === 'number' ? count : 0;
}

function settle() {
  if (isOnTheWay) return;
  const surplus = entries() - open.length;
  if (surplus > 0) {
    isOnTheWay = true;
    window.history.go(-surplus);
    return;
  }
  // The page behind stays where it is when the way back leads to it.
  if (surplus < 0) window.history.scrollRestoration = 'manual';
  for (let count = entries() + 1; count <= open.length; count += 1) {
    window.history.pushState({ ...window.history.state, [key]: count }, '');
  }
  if (open.length === 0) window.history.scrollRestoration = 'auto';
}

/** In a moment: a dialog that closes may make room for another one. */
function settleSoon() {
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    settle();
  });
}

window.addEventListener('popstate', () => {
  if (isOnTheWay) isOnTheWay = false;
  else {
    for (const close of open.slice(entries()).reverse()) flushSync(close);
  }
  // A dialog that stayed open gets its entry again.
  settleSoon();
});

// The page may have been loaded again at an entry whose dialog is gone.
settleSoon();

/** Calls `close` when the visitor goes back, until the signal says that the dialog is gone. */
export function closeOnBack(close: () => void, gone: AbortSignal) {
  if (gone.aborted) return;
  open.push(close);
  settleSoon();
  gone.addEventListener('abort', () => {
    open.splice(open.indexOf(close), 1);
    settleSoon();
  });
}
