import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { Toaster } from './toaster.tsx';

/**
 * A modal dialog that is open as long as it is rendered. The platform keeps the focus inside, closes it on Escape and, when
 * it goes, gives the focus back to what opened it. Going back in the history closes it, too.
 */
export function Dialog({
  title,
  role = 'dialog',
  isWide = false,
  onClose,
  children,
}: {
  title: string;
  role?: 'dialog' | 'alertdialog';
  /** For two columns side by side where the window has room. */
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const close = useEffectEvent(onClose);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closing before React removes the element is what returns the focus.
    return () => element?.close();
  }, []);

  useEffect(() => {
    const gone = new AbortController();
    // Loaded apart, to keep the landing page small. Where it does not arrive, going back leaves the page.
    import('./back-to-close.ts').then(
      ({ closeOnBack }) => closeOnBack(() => close(), gone.signal),
      () => undefined,
    );
    return () => gone.abort();
  }, []);

  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={titleId}
      className={classNames(
        isWide ? 'max-w-4xl' : 'max-w-dialog',
        'm-auto max-h-[calc(100dvh-1.25rem)] w-[calc(100%-1.25rem)] overflow-y-auto rounded-card bg-card p-6 text-ink shadow-lift open:animate-pop sm:p-8',
      )}
      onCancel={(event) => {
        // The cancel event of a file field within bubbles up to here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId} className="mb-5 wrap-break-word">
        {title}
      </h2>
      {children}
      <Toaster isInDialog />
    </dialog>
  );
}
