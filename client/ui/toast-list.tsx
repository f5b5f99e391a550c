import { useEffect, useLayoutEffect, useRef } from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';
import { followKeyboard } from './keyboard.ts';
import { setAttended, startStay } from './toast-stay.ts';

/**
 * Where a toast appears. Those of a dialog or a form are laid out within it, so that they cover nothing; those of the page stand
 * above the foot of the window.
 */
export type ToastPlace = 'page' | 'dialog' | 'form';

/** Where toasters stand. That of a sheet shows the toasts of the page. */
export type ToasterPlace = ToastPlace | 'sheet';

/** The button of a toast. `onPassed` is called when the toast goes and the button was not pressed. */
export type ToastAction = { label: string; run: () => void; onPassed?: () => void };

/** What a toast looks like. */
export type ToastKind = 'success' | 'info' | 'error';

export type ToastOptions = {
  text: string | undefined;
  /** In milliseconds; infinite until somebody or something takes it away. */
  stay: number;
  action: ToastAction | undefined;
  place: ToastPlace;
};

/** Runs once, because a toast still shows its button for a moment after it was pressed. */
function once(run: () => void): () => void {
  let isTaken = false;
  return () => {
    if (isTaken) return;
    isTaken = true;
    run();
  };
}

/** Shows a toast. A dialog or form shows only its newest: what failed before would contradict what has worked now. */
export function showToast(kind: ToastKind, title: string, { text, stay, action, place }: ToastOptions) {
  if (place !== 'page') dismissToastsOf(place);
  // A toast that stands in two toasters, a page's and a sheet's, is dismissed in both when its button is pressed in one.
  let isOver = false;
  const id = toast[kind](title, {
    description: text,
    // startStay counts the time, because the library's count goes on while the focus is inside.
    duration: Number.POSITIVE_INFINITY,
    ...(action && {
      action: {
        label: action.label,
        onClick: once(() => {
          isOver = true;
          endStay();
          action.run();
        }),
      },
    }),
    onDismiss: () => {
      endStay();
      if (!isOver) action?.onPassed?.();
      isOver = true;
    },
    ...(place !== 'page' && { toasterId: place }),
  });
  const endStay = Number.isFinite(stay) ? startStay(stay, () => toast.dismiss(id)) : () => undefined;
}

export function dismissAll() {
  toast.dismiss();
}

/** Toasts within a dialog or form go with it: the next one is about something else. */
function dismissToastsOf(place: ToastPlace) {
  for (const { id, ...shown } of toast.getToasts()) {
    if ('toasterId' in shown && shown.toasterId === place) toast.dismiss(id);
  }
}

/**
 * Notes whether the pointer or the focus is within the toasts, and lets the browser move the focus. The library would send the
 * focus back whenever it leaves the toasts, so that Tab never got past them. Only when a toast goes that has the focus, the
 * focus returns to where it was before.
 */
function watchToasts(list: HTMLElement): () => void {
  let cameFrom: EventTarget | null = null;
  let inside: Element | null = null;
  let isOver = false;
  const update = () => setAttended(list, isOver || inside !== null);

  const watch = new AbortController();
  const on = (name: string, listen: (event: FocusEvent) => void) =>
    list.addEventListener(name, listen as EventListener, { signal: watch.signal });
  on('pointerover', () => {
    isOver = true;
    update();
  });
  on('pointerout', ({ relatedTarget }) => {
    isOver = relatedTarget instanceof Node && list.contains(relatedTarget);
    update();
  });
  on('focusin', (event) => {
    event.stopPropagation();
    if (!inside) cameFrom = event.relatedTarget;
    inside = event.target as Element;
    update();
  });
  on('focusout', (event) => {
    event.stopPropagation();
    // A toast that is removed sends the focus out, too. The observer below handles that.
    queueMicrotask(() => {
      if (inside?.isConnected && !list.contains(document.activeElement)) inside = null;
      update();
    });
  });
  const removals = new MutationObserver(() => {
    isOver = isOver && list.querySelector(':hover') !== null;
    if (inside && !inside.isConnected) {
      inside = null;
      const isNowhere = !document.activeElement || document.activeElement === document.body;
      if (isNowhere && cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true });
    }
    update();
  });
  removals.observe(list, { childList: true, subtree: true });
  return () => {
    watch.abort();
    removals.disconnect();
    setAttended(list, false);
  };
}

/** Scrolls a toast of a form into view when it appears: the form may be longer than the window. */
function scrollToToasts(list: HTMLElement): () => void {
  const arrivals = new MutationObserver(() => list.querySelector('li')?.scrollIntoView({ block: 'nearest' }));
  arrivals.observe(list, { childList: true, subtree: true });
  return () => arrivals.disconnect();
}

const regionLabels = {
  dialog: 'Notifications of this dialog',
  form: 'Notifications of this form',
  sheet: 'Notifications of this sheet',
};

/** Whether a toaster has toasts of its own, and does not show those of the page. */
function hasOwnToasts(place: ToasterPlace): place is 'dialog' | 'form' {
  return place === 'dialog' || place === 'form';
}

/** Shows the toasts of the page, or those of the dialog or form that it stands in. styles/toasts.css lays them out. */
export function ToastList({ place }: { place: ToasterPlace }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => (hasOwnToasts(place) ? () => dismissToastsOf(place) : undefined), [place]);
  useEffect(followKeyboard, []);
  useEffect(() => (place === 'form' && list.current ? scrollToToasts(list.current) : undefined), [place]);
  useLayoutEffect(() => (list.current ? watchToasts(list.current) : undefined), []);

  return (
    // The library focuses the list at Alt+T, and names the keys in the label of the region.
    <div ref={list} className="contents">
      <SonnerToaster
        {...(hasOwnToasts(place) && { id: place })}
        {...(place !== 'page' && { containerAriaLabel: regionLabels[place] })}
        className={`toasts toasts-of-${hasOwnToasts(place) ? place : 'page'}`}
        position="bottom-right"
        closeButton
        expand
        visibleToasts={3}
        toastOptions={{
          unstyled: true,
          closeButtonAriaLabel: 'Close message',
          classNames: {
            toast: 'flex w-full items-center gap-3 rounded-field border-2 py-3.5 pr-11 pl-4 font-sans text-ink',
            content: 'min-w-0 flex-1 wrap-anywhere',
            title: 'font-display font-bold',
            description: 'text-(length:--text-sm)',
            actionButton: 'min-h-11 rounded-button bg-raspberry px-4 font-display font-bold text-on-raspberry',
            closeButton: 'absolute end-0 top-0 grid size-11 place-items-center text-ink-soft [&_svg]:size-4.5',
            success: 'border-success bg-card [&_[data-icon]]:text-success',
            info: 'border-edge bg-sky-wash',
            error: 'border-danger bg-danger-wash [&_[data-icon]]:text-danger',
          },
        }}
      />
    </div>
  );
}
