import { useEffect, useId, useRef } from 'react';

/** A text, selected for copying by hand where the page may not use the clipboard. */
export function TextToCopy({ text }: { text: string }) {
  const box = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  useEffect(() => {
    box.current?.focus();
    box.current?.select();
  }, []);

  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-bold">
        Couldn't copy. Select the text instead:
      </label>
      <textarea
        ref={box}
        id={id}
        readOnly
        rows={Math.min(8, text.split('\n').length + 2)}
        value={text}
        dir="auto"
        className="w-full rounded-field border-2 border-edge bg-field px-3.5 py-2.5 text-ink"
        onFocus={(event) => event.currentTarget.select()}
      />
    </div>
  );
}
