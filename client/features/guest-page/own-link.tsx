import { useEffect, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { controlClasses } from '../../ui/field.tsx';
import { copyText } from '../../ui/share.ts';

/** A guest's own link, to keep. Without a script it can be selected; the button comes with the script. */
export function OwnLink({ address, isAnswerable }: { address: string; isAnswerable: boolean }) {
  const [state, setState] = useState<'still' | 'ready' | 'copied' | 'refused'>('still');
  const id = useId();
  useEffect(() => setState('ready'), []);
  const copy = async () => {
    setState(await copyText(address));
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-bold">
        Your own link
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          type="text"
          readOnly
          value={address}
          aria-describedby={`${id}hint`}
          className={`${controlClasses} w-auto min-w-40 flex-1`}
          onFocus={(event) => event.currentTarget.select()}
        />
        {state !== 'still' && (
          <Button look="secondary" onClick={copy}>
            Copy Link
          </Button>
        )}
      </div>
      <p id={`${id}hint`} className="text-sm text-ink-soft">
        {isAnswerable && 'Keep it to change your answer. '}It opens yours alone, so it is not for sharing.
      </p>
      <p role="status" className="text-sm font-bold empty:hidden">
        {state === 'copied' && 'Copied!'}
        {state === 'refused' && 'Please select the link and copy it by hand.'}
      </p>
    </div>
  );
}
