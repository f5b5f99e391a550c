import { useState } from 'react';
import { failureMessage } from '../../copy/failure-message.ts';
import { linkClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { showError } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

/** One line that says what waits until the owner's address is proved, and requests the mail that proves it. `askedText` replaces the rest then. */
export function AskForProof({
  text,
  button,
  askedText,
  ask,
  className,
}: {
  text: string;
  button: string;
  askedText: string;
  ask: () => Promise<void>;
  className?: string;
}) {
  const [isAsked, setIsAsked] = useState(false);
  const [press, isAsking] = useSingleFlight(async () => {
    try {
      await ask();
      setIsAsked(true);
    } catch {
      showError(failureMessage({ title: 'Error', text: 'Could not ask for the email. Please try again.' }));
    }
  });
  return (
    <p aria-live="polite" className={classNames('text-sm wrap-anywhere', className)}>
      {isAsked ? askedText : text}{' '}
      {!isAsked && (
        <button
          type="button"
          className={classNames(linkClasses, '-my-3')}
          disabled={isAsking}
          onClick={() => void press()}
        >
          {button}
        </button>
      )}
    </p>
  );
}
