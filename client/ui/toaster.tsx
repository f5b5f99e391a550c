import { useEffect } from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';

type ToastMessage = { title: string; text?: string };

/** How long a toast stays, in milliseconds: errors and offers to undo give time to read and reach them. */
const shortStay = 5_000;
const longStay = 10_000;

const dialogToasterId = 'dialog';

/** What a toast offers to do; `onPassed` says that the toast has gone and nobody took the offer. */
export type ToastAction = { label: string; run: () => void; onPassed?: () => void };

function optionsFor(text: string | undefined, stay: number, action: ToastAction | undefined) {
  return {
    description: text,
    duration: action ? longStay : stay,
    ...(action && { action: { label: action.label, onClick: action.run } }),
    ...(action?.onPassed && { onAutoClose: action.onPassed, onDismiss: action.onPassed }),
  };
}

/** Good news. */
export function showSuccess({ title, text }: ToastMessage, action?: ToastAction) {
  toast.success(title, optionsFor(text, shortStay, action));
}

/** Good news within the open dialog, which stays open. */
export function showSuccessInDialog({ title, text }: ToastMessage) {
  toast.success(title, { ...optionsFor(text, shortStay, undefined), toasterId: dialogToasterId });
}

/** Something failed, and what to do about it. Over an open dialog it appears within: all that is outside cannot be reached. */
export function showError({ title, text }: ToastMessage, action?: ToastAction) {
  const isDialogOpen = document.querySelector('dialog:modal') !== null;
  toast.error(title, { ...optionsFor(text, longStay, action), ...(isDialogOpen && { toasterId: dialogToasterId }) });
}

/** Takes all toasts away, with what they offer: on a shared device the next person is somebody else. */
export function dismissToasts() {
  toast.dismiss();
}

/** What was told within a dialog goes with it: the next dialog is about something else. */
function dismissDialogToasts() {
  for (const { id, ...shown } of toast.getToasts()) {
    if ('toasterId' in shown && shown.toasterId === dialogToasterId) toast.dismiss(id);
  }
}

/** The place where toasts appear: one for the whole app, and one in each dialog. */
export function Toaster({ isInDialog = false }: { isInDialog?: boolean }) {
  useEffect(() => (isInDialog ? dismissDialogToasts : undefined), [isInDialog]);

  return (
    <SonnerToaster
      {...(isInDialog && { id: dialogToasterId, containerAriaLabel: 'Notifications of this dialog' })}
      // At the head of a dialog, because its buttons are at the foot.
      position={isInDialog ? 'top-center' : 'bottom-right'}
      closeButton
      expand
      visibleToasts={3}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: 'Close message',
        classNames: {
          toast: 'toast',
          content: 'toast-content',
          title: 'toast-title',
          description: 'toast-description',
          actionButton: 'toast-action',
          closeButton: 'toast-close',
          success: 'toast-success',
          error: 'toast-error',
        },
      }}
    />
  );
}
