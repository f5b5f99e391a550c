import { useEffect, useRef } from 'react';
import { linkClasses } from './button.tsx';

/** Says that a form began with a kept draft, and offers an empty one. Focuses the first field. */
export function ResumedLine({ onStartOver }: { onStartOver: () => void }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The dialog has focused its first control, which is this button. There Enter would erase the draft.
    line.current?.closest('form')?.querySelector<HTMLElement>('input:not([type="file"])')?.focus();
  }, []);
  return (
    <p ref={line} className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
      <span>Picked up where you left off.</span>
      <button type="button" className={linkClasses} onClick={onStartOver}>
        Start Over
      </button>
    </p>
  );
}
