import { useMemo, useSyncExternalStore } from 'react';
import type { ToastList as LoadedList, Toast, ToastKind, ToastPlace } from './toast-list.tsx';

type ToastMessage = Pick<Toast, 'title' | 'text' | 'about'>;

/** The button of a toast. `onPassed` is called when the toast goes and the button was not pressed. */
type ToastAction = { label: string; run: () => void; onPassed?: () => void };

/** The newest first. */
let toasts: readonly Toast[] = [];
const toasters = new Set<() => void>();

function setToasts(next: readonly Toast[]) {
  toasts = next;
  for (const render of toasters) render();
}

function subscribe(render: () => void): () => void {
  toasters.add(render);
  return () => {
    toasters.delete(render);
    if (toasters.size === 0) dismissToasts();
  };
}

let ToastList: typeof LoadedList | null = null;
let isLoading = false;

/** Loads how toasts are shown, before one is needed or with the first, because most visits show none. */
export function prepareToasts() {
  if (isLoading) return;
  isLoading = true;
  import('./toast-list.tsx').then(
    (loaded) => {
      ({ ToastList } = loaded);
      setToasts([...toasts]);
    },
    () => {
      // The next toast loads again, and then those that wait are shown as well.
      isLoading = false;
    },
  );
}

/** How long a toast stays, in milliseconds, while nobody attends to it. Errors can be read, and the button of an offer can be reached. */
const shortStay = 3_000;
const longStay = 10_000;
const offerStay = 30_000;

let lastId = 0;

type Said = Pick<Toast, 'title' | 'text' | 'kind' | 'place'>;

function isSame(one: Said, other: Said): boolean {
  return one.title === other.title && one.text === other.text && one.kind === other.kind && one.place === other.place;
}

/** The error from which others follow, which are not shown beside it. */
let causeId = 0;

/** A dialog or form shows only its newest toast: what failed before would contradict what works now. What has worked stays true. */
function show(kind: ToastKind, message: ToastMessage, place: ToastPlace, action?: ToastAction): () => void {
  const follows = kind === 'error' && place === 'page' && !action && toasts.some(({ id }) => id === causeId);
  if (toasters.size === 0 || follows) return () => undefined;
  // The answer to what was pressed in a dialog may come when the dialog is gone. The next dialog is about something else.
  if (place === 'dialog' && !document.querySelector('[data-toaster="dialog"]'))
    return show(kind, message, 'page', action);
  if (place !== 'page')
    for (const toast of toasts)
      if (toast.place === place && (kind !== 'error' || toast.kind !== 'success')) toast.dismiss();
  // A question stays beside the news that it follows from, until there is other news.
  if (message.about && kind !== 'info') for (const toast of toasts) if (toast.about === message.about) toast.dismiss();
  // The same said again takes the place of what was said. An offer is about one thing, and stays beside one about another.
  if (!action) toasts.find((toast) => !toast.action && isSame(toast, { ...message, kind, place }))?.dismiss();
  lastId += 1;
  const id = lastId;
  const end = () => {
    const isThere = toasts.some((toast) => toast.id === id);
    if (isThere) setToasts(toasts.filter((toast) => toast.id !== id));
    return isThere;
  };
  const dismiss = () => {
    if (end()) action?.onPassed?.();
  };
  const take = () => {
    if (end()) action?.run();
  };
  const isKept = kind === 'error' && place === 'form';
  const stay = isKept ? Number.POSITIVE_INFINITY : action ? offerStay : kind === 'error' ? longStay : shortStay;
  const offer = action && { label: action.label, take };
  setToasts([{ ...message, id, kind, place, stay, action: offer, dismiss }, ...toasts]);
  prepareToasts();
  return dismiss;
}

/** A form that is hidden, such as that of the pack behind another page, would show nothing. */
function formPlace(): ToastPlace {
  return document.querySelector('[data-toaster="form"]')?.checkVisibility() ? 'form' : 'page';
}

export function showSuccess(message: ToastMessage, action?: ToastAction): () => void {
  return show('success', message, 'page', action);
}

/** Shows a success within the open dialog, which stays open. */
export function showSuccessInDialog(message: ToastMessage, action?: ToastAction) {
  show('success', message, 'dialog', action);
}

/** Shows a success within the form of the page, which stays open. */
export function showSuccessAtForm(message: ToastMessage) {
  show('success', message, formPlace());
}

/** Shows an error within the form of the page, where it stays until the next attempt. Returns how to take it back. */
export function showErrorAtForm(message: ToastMessage): () => void {
  return show('error', message, formPlace());
}

/** Shows a question. Returns how to take it back. */
export function showQuestion(message: ToastMessage, action: ToastAction): () => void {
  return show('info', message, 'page', action);
}

/** Shows an error: within an open dialog, because nothing outside it can be focused. Returns how to take it back. */
export function showError(message: ToastMessage, action?: ToastAction): () => void {
  return show('error', message, document.querySelector('dialog:modal') ? 'dialog' : 'page', action);
}

/**
 * Shows an error that explains others of the page: it takes the place of those that are there, and of those that come meanwhile. Returns how
 * to take it back.
 */
export function showCause(message: ToastMessage, action: ToastAction): () => void {
  for (const toast of toasts) if (toast.kind === 'error' && !toast.action) toast.dismiss();
  const takeBack = show('error', message, 'page', action);
  causeId = lastId;
  return takeBack;
}

/** Removes all toasts with their offers, because the next user of the device may be somebody else. */
export function dismissToasts() {
  for (const { dismiss } of toasts) dismiss();
}

const labels = {
  page: 'Notifications',
  dialog: 'Notifications of this dialog',
  form: 'Notifications of this form',
};

/** Where toasts appear: one toaster for the whole app, one in each dialog, and one in a form that is a page of its own. */
export function Toaster({ place = 'page' }: { place?: ToastPlace }) {
  // Null in the HTML of the landing page, which is to stay small.
  const all = useSyncExternalStore<readonly Toast[] | null>(
    subscribe,
    () => toasts,
    () => null,
  );
  const shown = useMemo(() => (all ?? []).filter((toast) => toast.place === place), [all, place]);
  if (!all) return null;
  return (
    <section data-toaster={place} aria-label={`${labels[place]} alt+T`} aria-live="polite">
      {ToastList && <ToastList place={place} shown={shown} />}
    </section>
  );
}
