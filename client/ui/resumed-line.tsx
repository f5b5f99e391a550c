import { useEffect, useRef } from 'react';
import { linkClasses } from './button.tsx';

/** Says that a form began with what was typed before, and offers an empty one. The form begins at its first field all the same. */
export function ResumedLine({ onStartOver }: { onStartOver: () => void }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The dialog gave the focus to its first control, which is the button here: Enter would erase what was typed.
    line.current?.closest('form')?.querySelector('input')?.focus();
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
