import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { CrossIcon } from './cross-icon.tsx';
import { Toaster } from './toaster.tsx';

/**
 * A modal dialog that is open as long as it is rendered. The platform keeps the focus inside, closes it on Escape and, when
 * it goes, gives the focus back to what opened it. Going back in the history closes it, too.
 */
export function Dialog({
  title,
  role = 'dialog',
  isWide = false,
  isForm,
  closeLabel,
  describedBy,
  onClose,
  children,
}: {
  title: string;
  role?: 'dialog' | 'alertdialog';
  /** For two columns side by side where the window has room. */
  isWide?: boolean;
  /** Whether its content ends in FormActions, which then show its toasts. Its title stays in sight, too. */
  isForm?: boolean;
  /** The name of a button in the corner that closes a long dialog. It stays in sight. */
  closeLabel?: string;
  describedBy?: string;
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

  const hasBar = isForm || closeLabel !== undefined;
  const heading = (
    <h2 id={titleId} className={`min-w-0 wrap-break-word ${hasBar ? 'max-sm:text-title' : 'mb-5'}`}>
      {title}
    </h2>
  );
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      className={classNames(
        isWide ? 'max-w-4xl has-[.card-track]:max-w-260' : isForm ? 'max-w-180' : 'max-w-dialog',
        'bottom-(--keyboard,0px) m-auto max-sm:mb-0 max-sm:w-full max-sm:rounded-b-none max-sm:pb-[env(safe-area-inset-bottom)] max-h-[calc(100dvh-1.25rem-var(--keyboard,0px))] w-[calc(100%-1.25rem)] flex-col overflow-hidden rounded-card bg-card p-0 text-ink shadow-lift open:flex open:animate-pop',
      )}
      onCancel={(event) => {
        // The cancel event of a file field within bubbles up to here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      {hasBar && (
        <div className="flex min-h-14.5 shrink-0 items-center justify-between gap-3 border-b-2 border-line py-1.5 ps-6 pe-3 sm:pt-6 sm:pb-4 sm:ps-8 sm:pe-5">
          {heading}
          {closeLabel && (
            <IconButton label={closeLabel} onClick={onClose}>
              <CrossIcon />
            </IconButton>
          )}
        </div>
      )}
      <div className="min-h-0 overflow-y-auto p-6 sm:p-8" data-dialog-content="">
        {!hasBar && heading}
        {children}
      </div>
      {/* Below what scrolls, so that a toast covers neither title nor field nor button. */}
      {!isForm && <Toaster place="dialog" />}
    </dialog>
  );
}
