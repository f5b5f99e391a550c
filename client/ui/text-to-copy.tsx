import { useId } from 'react';
import { classNames } from './class-names.ts';
import { controlClasses } from './field.tsx';

const focus = (box: HTMLTextAreaElement | null) => box?.focus();

/** A text, selected for copying by hand where the page may not use the clipboard. */
export function TextToCopy({ text }: { text: string }) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-bold">
        Couldn't copy it. Here's the text, already selected:
      </label>
      <textarea
        ref={focus}
        id={id}
        readOnly
        value={text}
        dir="auto"
        className={classNames(controlClasses, 'max-h-60 resize-none bg-paper! field-sizing-content')}
        onFocus={(event) => event.currentTarget.select()}
      />
    </div>
  );
}
