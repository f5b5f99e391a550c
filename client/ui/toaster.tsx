import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import type { ToastAction, ToasterPlace, ToastKind, ToastOptions, ToastPlace } from './toast-list.tsx';

type ToastMessage = { title: string; text?: string };

/** How long a toast stays, in milliseconds. Errors and offers stay longer, so that they can be read and pressed. */
const shortStay = 5_000;
const longStay = 10_000;

type Toasts = {
  ToastList: ComponentType<{ place: ToasterPlace }>;
  showToast: (kind: ToastKind, title: string, options: ToastOptions) => void;
  dismissAll: () => void;
};

/** The toast library, loaded with the first toast, because most visits show none. */
let toasts: Toasts | null = null;
let isLoading = false;
const toasters = new Set<() => void>();
let readyToasters = 0;
/** How many forms show toasts of their own. */
let formToasters = 0;
/** Toasts to show as soon as a toaster has mounted. */
let waiting: ((toasts: Toasts) => void)[] = [];

/** Loads the toast library before it is needed. */
export function prepareToasts() {
  if (isLoading) return;
  isLoading = true;
  import('./toast-list.tsx').then(
    (loaded) => {
      toasts = loaded;
      for (const showList of toasters) showList();
    },
    () => {
      // The waiting toasts stay in the queue. The next toast loads again.
      isLoading = false;
    },
  );
}

function showWaiting() {
  if (!toasts || readyToasters === 0) return;
  const due = waiting;
  waiting = [];
  for (const showOne of due) showOne(toasts);
}

function whenReady(showOne: (toasts: Toasts) => void) {
  if (toasters.size === 0) return;
  waiting.push(showOne);
  prepareToasts();
  showWaiting();
}

function show(kind: ToastKind, { title, text }: ToastMessage, place: ToastPlace, action?: ToastAction) {
  const isKept = kind === 'error' && place === 'form';
  const stay = isKept ? Number.POSITIVE_INFINITY : kind === 'error' || action ? longStay : shortStay;
  whenReady(({ showToast }) => showToast(kind, title, { text, stay, action, place }));
}

/** Shows a success. */
export function showSuccess(message: ToastMessage, action?: ToastAction) {
  show('success', message, 'page', action);
}

/** Shows a success within the open dialog, which stays open. */
export function showSuccessInDialog(message: ToastMessage, action?: ToastAction) {
  show('success', message, 'dialog', action);
}

/** Shows a success within the form of the page, which stays open. */
export function showSuccessAtForm(message: ToastMessage) {
  show('success', message, formToasters > 0 ? 'form' : 'page');
}

/** Shows an error within the form of the page, where it stays until the next attempt. */
export function showErrorAtForm(message: ToastMessage) {
  show('error', message, formToasters > 0 ? 'form' : 'page');
}

/** Asks for a decision. `action` leads to it. */
export function showQuestion(message: ToastMessage, action: ToastAction) {
  show('info', message, 'page', action);
}

/**
 * Shows an error. An open dialog shows it within, because nothing outside a modal dialog can be focused. A sheet, which covers the
 * page, shows all toasts of the page anyway.
 */
export function showError(message: ToastMessage, action?: ToastAction) {
  show('error', message, document.querySelector('dialog:modal:not([data-sheet])') ? 'dialog' : 'page', action);
}

/** Removes all toasts with their offers, because the next user of the device may be somebody else. */
export function dismissToasts() {
  waiting = [];
  toasts?.dismissAll();
}

function subscribe(showList: () => void): () => void {
  toasters.add(showList);
  return () => {
    toasters.delete(showList);
    if (toasters.size === 0) waiting = [];
  };
}

/**
 * Where toasts appear: one toaster for the whole app, one in each dialog, and one in a form that is a page of its own. That of a
 * sheet shows the same toasts as the app's, which the sheet covers.
 */
export function Toaster({ place = 'page' }: { place?: ToasterPlace }) {
  const ToastList = useSyncExternalStore(
    subscribe,
    () => toasts?.ToastList ?? null,
    () => null,
  );
  useEffect(() => {
    if (place !== 'form') return;
    formToasters += 1;
    return () => {
      formToasters -= 1;
    };
  }, [place]);
  useEffect(() => {
    if (!ToastList) return;
    readyToasters += 1;
    // By then all toasters of this commit have mounted, those in dialogs too.
    queueMicrotask(showWaiting);
    return () => {
      readyToasters -= 1;
    };
  }, [ToastList]);
  return ToastList && <ToastList place={place} />;
}
