/**
 * Makes going back close an open dialog instead of leaving the page. Each open dialog has an entry in the history, which counts
 * the dialogs that are open at it. After a dialog has opened or closed, missing entries are pushed and surplus ones are left by
 * going back. Going forward to a dialog that has closed is reversed, too.
 *
 * A page that is opened by its address, such as that of a record, counts no dialog: its own entry has another hash. It leaves that entry by
 * `goBack`, so that this module makes one move after the other.
 */
import { flushSync } from 'react-dom';

const key = 'wagdayDialogs';

/** How each open dialog is closed, the one on top last. */
const open: (() => void)[] = [];
/** While this module itself moves in the history, the next `popstate` is not the visitor's. */
let isMoving = false;
let isScheduled = false;
/** Whether the entry of a page is to be left, and whether the move that leaves it has begun. */
let leaving: 'no' | 'asked' | 'under way' = 'no';
/** What to do once the entries of all dialogs are left. */
let waiting: (() => void) | null = null;

/** How many dialogs the current history entry counts. */
function entryCount(): number {
  const count: unknown = window.history.state?.[key];
  return typeof count === 'number' ? count : 0;
}

function settle() {
  if (isMoving) return;
  const surplus = entryCount() - open.length;
  if (surplus > 0 || leaving === 'asked') {
    isMoving = true;
    window.history.go(-Math.max(surplus, 0) - (leaving === 'asked' ? 1 : 0));
    if (leaving === 'asked') leaving = 'under way';
    return;
  }
  // Going back to the page must not scroll it.
  if (surplus < 0) window.history.scrollRestoration = 'manual';
  for (let count = entryCount() + 1; count <= open.length; count += 1) {
    window.history.pushState({ ...window.history.state, [key]: count }, '');
  }
  if (open.length > 0) return;
  window.history.scrollRestoration = 'auto';
  waiting?.();
  waiting = null;
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
  if (isMoving) {
    isMoving = false;
    if (leaving === 'under way') leaving = 'no';
  } else {
    for (const close of open.slice(entryCount()).reverse()) flushSync(close);
  }
  // A dialog that stayed open gets a new entry.
  settleSoon();
});

// The move would lead back from a link that was followed before it, so that link is followed again afterwards. The router tells of it.
window.addEventListener('pushState', () => {
  const { href } = window.location;
  if (isMoving) waiting = () => window.history.pushState(null, '', href);
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

/** Calls a function that changes the entry of a page, once no dialog has an entry above it. */
export function onceClosed(run: () => void) {
  waiting = run;
  settleSoon();
}

/** Leaves the entry of a page that is open by its address. A second call before the first has moved does nothing more. */
export function goBack() {
  if (leaving === 'no') leaving = 'asked';
  settleSoon();
}
