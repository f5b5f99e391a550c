import {
  type FocusEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';

export type ToastKind = 'success' | 'info' | 'error';

/** Where a toast appears: laid out within a dialog or a form, so that it covers nothing, or at the foot of the page. */
export type ToastPlace = 'page' | 'dialog' | 'form';

/** `stay` is in milliseconds; infinite until somebody or something takes the toast away. */
export type Toast = {
  title: string;
  text?: string;
  /** What it speaks of. The next toast about the same takes its place, with its offer. */
  about?: string;
  id: number;
  kind: ToastKind;
  place: ToastPlace;
  stay: number;
  action: { label: string; take: () => void } | undefined;
  dismiss: () => void;
};

/** `left` is in milliseconds; `since` is the moment from which it runs. */
type Stay = { left: number; since: number; timer: number; onOver: () => void };

/** By the ids of their toasts. */
const stays = new Map<number, Stay>();
const attendedToasters = new Set<object>();
let isPaused = false;

function runStay(stay: Stay) {
  stay.since = performance.now();
  stay.timer = window.setTimeout(stay.onOver, stay.left);
}

function pauseStay(stay: Stay) {
  window.clearTimeout(stay.timer);
  stay.left -= performance.now() - stay.since;
}

/**
 * The time of toasts runs only while the page is visible and neither the pointer nor the focus is within a toaster, so that an offer
 * to undo does not disappear while somebody moves towards it.
 */
function pauseOrRun() {
  const mustPause = attendedToasters.size > 0 || document.hidden;
  if (mustPause === isPaused) return;
  isPaused = mustPause;
  stays.forEach(isPaused ? pauseStay : runStay);
}

function setAttended(toaster: object, isAttended: boolean) {
  if (isAttended) attendedToasters.add(toaster);
  else attendedToasters.delete(toaster);
  pauseOrRun();
}

/** Offers whose time is over. A time that ended them could be too short for somebody who is slow to reach one (WCAG 2.2.1). */
const overdue = new Set<Toast>();

/**
 * A toast that is gone before its time is not dismissed again. An offer stays after its time, until another of its kind comes, unless
 * `isInTheWay` says so of one of its looks.
 */
function startStay(toast: Toast, isInTheWay: (toast: Toast) => boolean) {
  const { id, stay, action, dismiss } = toast;
  if (stays.has(id) || !Number.isFinite(stay)) return;
  const onOver = () => {
    if (action && !isInTheWay(toast)) {
      overdue.add(toast);
      runStay(Object.assign(started, { left: stay }));
      return;
    }
    stays.delete(id);
    overdue.delete(toast);
    dismiss();
  };
  const started: Stay = { left: stay, since: 0, timer: 0, onOver };
  pauseOrRun();
  stays.set(id, started);
  if (!isPaused) runStay(started);
  for (const earlier of overdue) if (earlier.action?.label === action?.label) earlier.dismiss();
}

type Attention = { isOver: boolean; inside: Element | null; cameFrom: EventTarget | null };

/** Notes whether the pointer or the focus is within the toasts. When the toast with the focus goes, the focus returns to where it was. */
function useAttention(list: RefObject<HTMLElement | null>, shown: readonly Toast[]) {
  const { current: at } = useRef<Attention>({ isOver: false, inside: null, cameFrom: null });
  const update = () => setAttended(at, at.isOver || at.inside !== null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever a toast comes or goes.
  useLayoutEffect(() => {
    at.isOver &&= list.current?.querySelector(':hover') != null;
    if (at.inside && !at.inside.isConnected) {
      at.inside = null;
      const isNowhere = !document.activeElement || document.activeElement === document.body;
      if (isNowhere && at.cameFrom instanceof HTMLElement) at.cameFrom.focus({ preventScroll: true });
    }
    update();
  }, [shown]);
  useLayoutEffect(() => () => setAttended(at, false), [at]);

  return {
    // A toast that comes in under a pointer at rest goes in its time.
    onPointerMove: () => {
      if (at.isOver) return;
      at.isOver = true;
      update();
    },
    onPointerOut: ({ relatedTarget, currentTarget }: PointerEvent) => {
      at.isOver = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
      update();
    },
    onFocus: ({ target, relatedTarget }: FocusEvent) => {
      // Between two buttons of the toasts, the focus is nowhere for a moment.
      if (!at.inside && !list.current?.contains(relatedTarget as Node | null)) at.cameFrom = relatedTarget;
      at.inside = target;
      update();
    },
    onBlur: () => {
      // The focus stays inside when the window loses it.
      queueMicrotask(() => {
        if (at.inside?.isConnected && !list.current?.contains(document.activeElement)) at.inside = null;
        update();
      });
    },
  };
}

/** How far a finger moves a toast to take it away, in pixels. */
const swipeLength = 45;

function swipe(dismiss: () => void) {
  let start: number | null = null;
  const end = (moved: number, toast: HTMLElement) => {
    start = null;
    toast.style.translate = '';
    if (Math.abs(moved) > swipeLength) dismiss();
  };
  return {
    onPointerDown: ({ pointerType, clientX }: PointerEvent) => {
      start = pointerType === 'touch' ? clientX : null;
    },
    onPointerMove: ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
      if (start !== null) currentTarget.style.translate = `${clientX - start}px`;
    },
    onPointerUp: ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
      if (start !== null) end(clientX - start, currentTarget);
    },
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => end(0, currentTarget),
  };
}

/** The icons are those of Heroicons, of the size 20. */
const looks: Record<ToastKind, { classes: string; icon: string }> = {
  success: {
    classes: 'border-ink bg-card [&>svg]:text-success',
    icon: 'M10 18a8 8 0 100-16 8 8 0 000 16zm3.857-9.809a.75.75 0 00-1.214-.882l-3.483 4.79-1.88-1.88a.75.75 0 10-1.06 1.061l2.5 2.5a.75.75 0 001.137-.089l4-5.5z',
  },
  info: {
    classes: 'border-edge bg-sky-wash',
    icon: 'M18 10a8 8 0 11-16 0 8 8 0 0116 0zm-7-4a1 1 0 11-2 0 1 1 0 012 0zM9 9a.75.75 0 000 1.5h.253a.25.25 0 01.244.304l-.459 2.066A1.75 1.75 0 0010.747 15H11a.75.75 0 000-1.5h-.253a.25.25 0 01-.244-.304l.459-2.066A1.75 1.75 0 009.253 9H9z',
  },
  error: {
    classes: 'border-danger bg-danger-wash [&>svg]:text-danger',
    icon: 'M18 10a8 8 0 11-16 0 8 8 0 0116 0zm-8-5a.75.75 0 01.75.75v4.5a.75.75 0 01-1.5 0v-4.5A.75.75 0 0110 5zm0 10a1 1 0 100-2 1 1 0 000 2z',
  },
};

function ToastItem({ toast, isHidden }: { toast: Toast; isHidden: boolean }) {
  const { kind, title, text, action, dismiss, stay } = toast;
  const id = useId();
  const { classes, icon } = looks[kind];
  const swiping = useMemo(() => swipe(dismiss), [dismiss]);
  const closes = Number.isFinite(stay);
  return (
    <li
      data-toast
      hidden={isHidden}
      {...swiping}
      className={`relative flex min-h-11 max-w-full touch-pan-y items-center gap-2.5 rounded-[1.375rem] border-2 ${closes ? 'pr-11' : 'pr-3.5'} pl-3.5 text-ink ${classes}`}
    >
      {/* What stays until the next attempt is not closed. */}
      {closes && (
        <button
          type="button"
          aria-label="Close message"
          onClick={dismiss}
          className="absolute -end-0.5 inset-y-0 my-auto grid size-11 place-items-center text-ink-soft"
        >
          <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4.5" stroke="currentColor" strokeLinecap="round">
            <path d="M18 6 6 18M6 6l12 12" strokeWidth="1.5" />
          </svg>
        </button>
      )}
      <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 shrink-0" fill="currentColor">
        <path fillRule="evenodd" clipRule="evenodd" d={icon} />
      </svg>
      <p id={id} className="min-w-0 flex-1 py-1.5 text-start leading-snug wrap-anywhere">
        <strong className={kind === 'error' ? '' : 'font-display'}>{title}</strong>
        {text && <span className="block">{text}</span>}
      </p>
      {action && (
        <button
          type="button"
          // Two toasts may offer the same, about two things.
          aria-describedby={id}
          onClick={action.take}
          className="my-1.5 min-h-11 rounded-button border-2 border-edge px-3 font-display font-bold hover:bg-shade"
        >
          {action.label}
        </button>
      )}
    </li>
  );
}

let followers = 0;
let stop: AbortController | undefined;

/**
 * Keeps the height of the screen's keyboard in the custom property `--keyboard` until the returned function is called. Dialogs and toasts
 * stay above it. Some browsers make the window smaller instead; there it stays 0.
 */
function followKeyboard(): () => void {
  const { visualViewport: viewport } = window;
  if (!viewport) return () => undefined;
  followers += 1;
  if (!stop) {
    stop = new AbortController();
    const update = () => {
      const { style } = document.documentElement;
      const { height, offsetTop, scale } = viewport;
      // A zoomed page is cut on all sides, by no keyboard.
      const covered = scale > 1.01 ? 0 : Math.max(0, Math.round(window.innerHeight - height - offsetTop));
      // Every element inherits it, so it is only set where there is something to say.
      style.setProperty('--keyboard', covered > 0 ? `${covered}px` : '');
    };
    for (const change of ['resize', 'scroll']) viewport.addEventListener(change, update, { signal: stop.signal });
    update();
  }
  return () => {
    followers -= 1;
    if (followers > 0) return;
    stop?.abort();
    stop = undefined;
    document.documentElement.style.removeProperty('--keyboard');
  };
}

const anyControl = 'button, .rounded-button, input, select';

/** Returns how much of controls the toasts cover, in square pixels. A primary button weighs more than all others together. */
function covered(toasts: Element, controls = anyControl): number {
  const { left, right, top, bottom } = toasts.getBoundingClientRect();
  let sum = 0;
  for (const control of document.querySelectorAll(controls)) {
    const box = control.getBoundingClientRect();
    const width = Math.min(right, box.right) - Math.max(left, box.left);
    const height = Math.min(bottom, box.bottom) - Math.max(top, box.top);
    if (width > 0 && height > 0 && !toasts.contains(control))
      sum += width * height * (control.matches('.shadow-press') ? 1000 : 1);
  }
  return sum;
}

/** Moves the toasts of the page from its foot to its top, or back, where they cover less. */
function useClearPlace(list: RefObject<HTMLElement | null>, isOfPage: boolean) {
  useLayoutEffect(() => {
    const toasts = list.current;
    if (!toasts || !isOfPage) return;
    const move = () => toasts.toggleAttribute('data-high');
    const settle = () => {
      const here = covered(toasts);
      if (here === 0) return;
      move();
      if (covered(toasts) >= here) move();
    };
    settle();
    // Browsers report scrolling once a frame.
    window.addEventListener('scroll', settle);
    const observer = new MutationObserver(settle);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      window.removeEventListener('scroll', settle);
      observer.disconnect();
    };
  });
}

/** How many toasts of a toaster are shown at once, the newest. */
const mostShown = 2;

/** The toasts of one place. styles/toasts.css lays them out. Alt+T moves the focus to them. */
export function ToastList({ place, shown }: { place: ToastPlace; shown: readonly Toast[] }) {
  const list = useRef<HTMLOListElement>(null);
  const attention = useAttention(list, shown);
  const [newest] = shown;
  useClearPlace(list, place === 'page');

  const latest = useRef(shown);
  latest.current = shown;
  useLayoutEffect(() => {
    // At the foot only the button that one came for may not be covered, at the top neither is the way out.
    const isInTheWay = (toast: Toast) => {
      const toasts = latest.current.includes(toast) && list.current;
      return !toasts || covered(toasts, toasts.matches('[data-high]') ? anyControl : '.shadow-press') > 0;
    };
    for (const toast of shown) startStay(toast, isInTheWay);
  }, [shown]);
  useEffect(followKeyboard, []);
  // Toasts within a dialog or form go with it: the next one is about something else.
  useEffect(
    () => () => {
      if (place !== 'page') for (const { dismiss } of latest.current) dismiss();
    },
    [place],
  );
  useEffect(() => {
    if (!newest || place === 'page') return;
    // A form may be longer than the window, and grows by what it says of its fields, the first of which gets the focus.
    const frame = requestAnimationFrame(() => {
      const toast = list.current?.querySelector('li');
      // Above the buttons of a dialog it is in sight, unless the window is low.
      if (toast && (place === 'form' || toast.getBoundingClientRect().bottom > window.innerHeight))
        toast.scrollIntoView({ block: 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  }, [newest, place]);
  useEffect(() => {
    const gone = new AbortController();
    const focusToasts = ({ altKey, code }: KeyboardEvent) => {
      if (altKey && code === 'KeyT') list.current?.focus();
    };
    document.addEventListener('keydown', focusToasts, { signal: gone.signal });
    document.addEventListener('visibilitychange', pauseOrRun, { signal: gone.signal });
    return () => gone.abort();
  }, []);

  return (
    newest && (
      <ol ref={list} tabIndex={-1} className={`toasts toasts-of-${place}`} {...attention}>
        {shown.map((toast, index) => (
          <ToastItem key={toast.id} toast={toast} isHidden={index >= mostShown} />
        ))}
      </ol>
    )
  );
}
