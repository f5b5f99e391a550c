/**
 * Makes going back close an open dialog instead of leaving the page. Each open dialog has an entry in the history, which counts
 * the dialogs that are open at it. After a dialog has opened or closed, missing entries are pushed and surplus ones are left by
 * going back. Going forward to a dialog that has closed is reversed, too.
 */
import { flushSync } from 'react-dom';

const key = 'wagdayDialogs';

/** How each open dialog is closed, the one on top last. */
const open: (() => void)[] = [];
/** While this module itself moves in the history, the next `popstate` is not the visitor's. */
let isMoving = false;
let isScheduled = false;

/** How many dialogs the current history entry counts. */
function entryCount(): number {
  const count: unknown = window.history.state?.[key];
  return typeof count === 'number' ? count : 0;
}

function settle() {
  if (isMoving) return;
  const surplus = entryCount() - open.length;
  if (surplus > 0) {
    isMoving = true;
    window.history.go(-surplus);
    return;
  }
  // Going back to the page must not scroll it.
  if (surplus < 0) window.history.scrollRestoration = 'manual';
  for (let count = entryCount() + 1; count <= open.length; count += 1) {
    window.history.pushState({ ...window.history.state, [key]: count }, '');
  }
  if (open.length === 0) window.history.scrollRestoration = 'auto';
}

/** Waits for a microtask, because another dialog may open as one closes. */
function settleSoon() {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    isScheduled = false;
    settle();
  });
}

window.addEventListener('popstate', () => {
  if (isMoving) isMoving = false;
  else {
    for (const close of open.slice(entryCount()).reverse()) flushSync(close);
  }
  // A dialog that stayed open gets a new entry.
  settleSoon();
});

// A reload may have left an entry whose dialog is gone.
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
