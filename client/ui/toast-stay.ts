/**
 * How long toasts stay. Their time runs only while the page is visible and neither the pointer nor the focus is within a list of
 * toasts, so that an offer to undo does not disappear while somebody moves towards it.
 */

/** `left` is in milliseconds; `since` is the moment from which it runs. */
type Stay = { left: number; since: number; timer: number; onOver: () => void };

const stays = new Set<Stay>();
const attendedLists = new Set<object>();
let isPaused = false;

function run(stay: Stay) {
  stay.since = performance.now();
  stay.timer = window.setTimeout(() => {
    stays.delete(stay);
    stay.onOver();
  }, stay.left);
}

function pause(stay: Stay) {
  window.clearTimeout(stay.timer);
  stay.left -= performance.now() - stay.since;
}

function pauseOrRun() {
  const mustPause = attendedLists.size > 0 || document.hidden;
  if (mustPause === isPaused) return;
  isPaused = mustPause;
  stays.forEach(isPaused ? pause : run);
}

document.addEventListener('visibilitychange', pauseOrRun);

/** Calls `onOver` after `left` milliseconds in which toasts were left alone. Returns a function that ends the stay before that. */
export function startStay(left: number, onOver: () => void): () => void {
  const stay: Stay = { left, since: 0, timer: 0, onOver };
  pauseOrRun();
  stays.add(stay);
  if (!isPaused) run(stay);
  return () => {
    window.clearTimeout(stay.timer);
    stays.delete(stay);
  };
}

/** Notes whether the pointer or the focus is within a list of toasts. */
export function setAttended(list: object, isAttended: boolean) {
  if (isAttended) attendedLists.add(list);
  else attendedLists.delete(list);
  pauseOrRun();
}
