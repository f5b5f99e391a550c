import { useEffect } from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';
import type { ToastAction } from './toaster.tsx';

const dialogToasterId = 'dialog';

export type ToastOptions = {
  text: string | undefined;
  /** In milliseconds. */
  stay: number;
  action: ToastAction | undefined;
  isInDialog: boolean;
};

/** A toast stays for a moment after its offer was taken: a second click must not take it again. */
function once(run: () => void): () => void {
  let isTaken = false;
  return () => {
    if (isTaken) return;
    isTaken = true;
    run();
  };
}

/** A dialog shows its latest news alone: what failed before would contradict what has worked now. */
export function showToast(kind: 'success' | 'error', title: string, { text, stay, action, isInDialog }: ToastOptions) {
  if (isInDialog) dismissDialogToasts();
  toast[kind](title, {
    description: text,
    duration: stay,
    ...(action && { action: { label: action.label, onClick: once(action.run) } }),
    ...(action?.onPassed && { onAutoClose: action.onPassed, onDismiss: action.onPassed }),
    ...(isInDialog && { toasterId: dialogToasterId }),
  });
}

export function dismissAll() {
  toast.dismiss();
}

/** What was told within a dialog goes with it: the next dialog is about something else. */
function dismissDialogToasts() {
  for (const { id, ...shown } of toast.getToasts()) {
    if ('toasterId' in shown && shown.toasterId === dialogToasterId) toast.dismiss(id);
  }
}

/** Shows the toasts of the page, or those of the dialog that it stands in. */
export function ToastList({ isInDialog }: { isInDialog: boolean }) {
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
