import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { linkClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { focusOrHeading } from '../../ui/focus.ts';
import { useAttempt } from '../use-attempt.ts';

type AskForProofProps = {
  text: string;
  button: string;
  askedText: string;
  ask: () => Promise<void>;
  className?: string;
};

/** One line that says what waits until the owner's address is proved, and requests the mail that proves it. `askedText` replaces the rest then. */
export function AskForProof({ text, button, askedText, ask, className }: AskForProofProps) {
  const [isAsked, setIsAsked] = useState(false);
  const line = useRef<HTMLParagraphElement>(null);
  const failure = { title: 'Error', text: 'Could not ask for the email. Please try again.' };
  const [press, isAsking] = useAttempt(async () => {
    await ask();
    // The button goes, and the focus stays on its line.
    flushSync(() => setIsAsked(true));
    focusOrHeading(line.current);
  }, failure);
  return (
    <p ref={line} className={classNames('text-sm wrap-anywhere', className)}>
      {isAsked ? askedText : text}{' '}
      {!isAsked && (
        <button
          type="button"
          className={classNames(linkClasses, '-mx-1 -my-3')}
          aria-disabled={isAsking || undefined}
          onClick={() => void press()}
        >
          {button}
        </button>
      )}
    </p>
  );
}
