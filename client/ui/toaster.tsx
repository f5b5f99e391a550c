import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import type { ToastAction, ToastKind, ToastOptions } from './toast-list.tsx';

type ToastMessage = { title: string; text?: string };

/** How long a toast stays, in milliseconds: errors and offers to undo give time to read and reach them. */
const shortStay = 5_000;
const longStay = 10_000;

type Toasts = {
  ToastList: ComponentType<{ isInDialog: boolean }>;
  showToast: (kind: ToastKind, title: string, options: ToastOptions) => void;
  dismissAll: () => void;
};

/** The library behind the toasts comes with the first of them: most pages are read without any. */
let toasts: Toasts | null = null;
let isLoading = false;
const places = new Set<() => void>();
let readyPlaces = 0;
/** What is to be shown as soon as there is a place for it. */
let waiting: ((toasts: Toasts) => void)[] = [];

/** Fetches what shows toasts, where one may be needed soon. */
export function prepareToasts() {
  if (isLoading) return;
  isLoading = true;
  import('./toast-list.tsx').then(
    (loaded) => {
      toasts = loaded;
      for (const showList of places) showList();
    },
    () => {
      // Nothing that waits is lost: the next toast tries again.
      isLoading = false;
    },
  );
}

function showWaiting() {
  if (!toasts || readyPlaces === 0) return;
  const due = waiting;
  waiting = [];
  for (const showOne of due) showOne(toasts);
}

function whenReady(showOne: (toasts: Toasts) => void) {
  if (places.size === 0) return;
  waiting.push(showOne);
  prepareToasts();
  showWaiting();
}

function show(kind: ToastKind, { title, text }: ToastMessage, isInDialog: boolean, action: ToastAction | undefined) {
  const stay = kind === 'error' || action ? longStay : shortStay;
  whenReady(({ showToast }) => showToast(kind, title, { text, stay, action, isInDialog }));
}

/** Good news. */
export function showSuccess(message: ToastMessage, action?: ToastAction) {
  show('success', message, false, action);
}

/** Good news within the open dialog, which stays open. */
export function showSuccessInDialog(message: ToastMessage) {
  show('success', message, true, undefined);
}

/** Something that waits for a decision, and where it is made. */
export function showQuestion(message: ToastMessage, action: ToastAction) {
  show('info', message, false, action);
}

/** Something failed, and what to do about it. Over an open dialog it appears within: all that is outside cannot be reached. */
export function showError(message: ToastMessage, action?: ToastAction) {
  show('error', message, document.querySelector('dialog:modal') !== null, action);
}

/** Takes all toasts away, with what they offer: on a shared device the next person is somebody else. */
export function dismissToasts() {
  waiting = [];
  toasts?.dismissAll();
}

function subscribe(showList: () => void): () => void {
  places.add(showList);
  return () => {
    places.delete(showList);
    if (places.size === 0) waiting = [];
  };
}

/** The place where toasts appear: one for the whole app, and one in each dialog. */
export function Toaster({ isInDialog = false }: { isInDialog?: boolean }) {
  const ToastList = useSyncExternalStore(
    subscribe,
    () => toasts?.ToastList ?? null,
    () => null,
  );
  useEffect(() => {
    if (!ToastList) return;
    readyPlaces += 1;
    // Every place of this moment is ready by then, the one in a dialog as well as the one below it.
    queueMicrotask(showWaiting);
    return () => {
      readyPlaces -= 1;
    };
  }, [ToastList]);
  return ToastList && <ToastList isInDialog={isInDialog} />;
}
