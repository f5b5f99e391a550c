import { useEffect, useRef } from 'react';
import { linkClasses } from './button.tsx';
import { showSuccess } from './toaster.tsx';

let takeKeptBack = () => {};

/** Says that what was typed into a form is kept, and offers to reopen it. Only the form that was closed last is offered. */
export function showKept(message: Parameters<typeof showSuccess>[0], reopen: () => void) {
  takeKeptBack();
  takeKeptBack = showSuccess(message, { label: 'Reopen', run: reopen });
}

function focusField(line: HTMLElement | null) {
  line?.closest('form')?.querySelector<HTMLElement>('input:not([type="file"]), textarea')?.focus();
}

/** Says that a form began with a kept draft and offers an empty one, or the other way round. Focuses the first field. */
export function ResumedLine({
  text = 'Picked up where you left off.',
  label = 'Start Over',
  onPress,
}: {
  text?: string;
  label?: string;
  onPress: () => void;
}) {
  const line = useRef<HTMLParagraphElement>(null);
  // The dialog has focused its first control, which is this button. There Enter would erase the draft.
  useEffect(() => focusField(line.current), []);
  return (
    <p ref={line} className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
      <span className="wrap-anywhere">{text}</span>
      <button
        type="button"
        className={linkClasses}
        onClick={() => {
          // This button goes.
          focusField(line.current);
          onPress();
        }}
      >
        {label}
      </button>
    </p>
  );
}
