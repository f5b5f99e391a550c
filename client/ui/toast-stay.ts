/**
 * How long toasts stay. Their time runs only while nobody has to do with any of them and the page is seen: an offer to undo must
 * not go while somebody reaches for it.
 */

/** `left` is in milliseconds; `since` is the moment from which it runs. */
type Stay = { left: number; since: number; timer: number; onOver: () => void };

const stays = new Map<number, Stay>();
const attended = new Set<object>();
let isHeld = false;
let lastId = 0;

function run(id: number, stay: Stay) {
  stay.since = performance.now();
  stay.timer = window.setTimeout(() => {
    stays.delete(id);
    stay.onOver();
  }, stay.left);
}

function hold(stay: Stay) {
  window.clearTimeout(stay.timer);
  stay.left -= performance.now() - stay.since;
}

function look() {
  const isHeldNow = attended.size > 0 || document.hidden;
  if (isHeldNow === isHeld) return;
  isHeld = isHeldNow;
  for (const [id, stay] of stays) {
    if (isHeld) hold(stay);
    else run(id, stay);
  }
}

document.addEventListener('visibilitychange', look);

/** Calls `onOver` after so many milliseconds in which toasts were left alone. Answers how to end the stay before that. */
export function startStay(left: number, onOver: () => void): () => void {
  lastId += 1;
  const id = lastId;
  const stay: Stay = { left, since: 0, timer: 0, onOver };
  look();
  stays.set(id, stay);
  if (!isHeld) run(id, stay);
  return () => {
    window.clearTimeout(stay.timer);
    stays.delete(id);
  };
}

/** Says whether the pointer or the focus is in a place of toasts. */
export function attend(place: object, isAttended: boolean) {
  if (isAttended) attended.add(place);
  else attended.delete(place);
  look();
}
