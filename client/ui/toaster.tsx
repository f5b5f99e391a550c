import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import type { ToastAction, ToastKind, ToastOptions } from './toast-list.tsx';

type ToastMessage = { title: string; text?: string };

/** How long a toast stays, in milliseconds. Errors and offers stay longer, so that they can be read and pressed. */
const shortStay = 5_000;
const longStay = 10_000;

type Toasts = {
  ToastList: ComponentType<{ isInDialog: boolean }>;
  showToast: (kind: ToastKind, title: string, options: ToastOptions) => void;
  dismissAll: () => void;
};

/** The toast library, loaded with the first toast, because most visits show none. */
let toasts: Toasts | null = null;
let isLoading = false;
const toasters = new Set<() => void>();
let readyToasters = 0;
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

function show(kind: ToastKind, { title, text }: ToastMessage, isInDialog: boolean, action: ToastAction | undefined) {
  const stay = kind === 'error' || action ? longStay : shortStay;
  whenReady(({ showToast }) => showToast(kind, title, { text, stay, action, isInDialog }));
}

/** Shows a success. */
export function showSuccess(message: ToastMessage, action?: ToastAction) {
  show('success', message, false, action);
}

/** Shows a success within the open dialog, which stays open. */
export function showSuccessInDialog(message: ToastMessage) {
  show('success', message, true, undefined);
}

/** Asks for a decision. `action` leads to it. */
export function showQuestion(message: ToastMessage, action: ToastAction) {
  show('info', message, false, action);
}

/** Shows an error. An open dialog shows it within, because nothing outside a modal dialog can be focused. */
export function showError(message: ToastMessage, action?: ToastAction) {
  show('error', message, document.querySelector('dialog:modal') !== null, action);
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

/** Where toasts appear: one toaster for the whole app, and one in each dialog. */
export function Toaster({ isInDialog = false }: { isInDialog?: boolean }) {
  const ToastList = useSyncExternalStore(
    subscribe,
    () => toasts?.ToastList ?? null,
    () => null,
  );
  useEffect(() => {
    if (!ToastList) return;
    readyToasters += 1;
    // By then all toasters of this commit have mounted, those in dialogs too.
    queueMicrotask(showWaiting);
    return () => {
      readyToasters -= 1;
    };
  }, [ToastList]);
  return ToastList && <ToastList isInDialog={isInDialog} />;
}
