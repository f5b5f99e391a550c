import { useEffect, useId, useRef, useState } from 'react';
import {
  googleSubscribeUrl,
  isOnTheInternet,
  outlookSubscribeUrl,
  webcalUrl,
} from '../../../shared/calendar/subscribe-links.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { NewTabLink } from '../../../ui/new-tab-link.tsx';
import { copyText } from '../../../ui/share.ts';
import { TextToCopy } from '../../../ui/text-to-copy.tsx';

/** The address of a new calendar and the ways to subscribe to it, shown this once. */
export function CalendarAddress({ name, address, onDone }: { name: string; address: string; onDone: () => void }) {
  const [copied, setCopied] = useState<'copied' | 'refused' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const isPublic = isOnTheInternet(address);

  useEffect(() => heading.current?.focus(), []);

  return (
    <section aria-labelledby={headingId} className="grid gap-3 rounded-field bg-sky-wash p-4">
      <h5 ref={heading} id={headingId} tabIndex={-1} className="font-display text-lg font-bold wrap-anywhere">
        “{name}” is ready
      </h5>
      <p>Its address is shown only now. Whoever has it can read the calendar, so keep it to yourself.</p>
      {copied === 'refused' ? (
        <TextToCopy text={address} />
      ) : (
        <>
          <p className="rounded-field border-2 border-edge bg-card px-3 py-2 text-sm break-all">{address}</p>
          <Button className="justify-self-start" onClick={async () => setCopied(await copyText(address))}>
            {copied === 'copied' ? 'Copied!' : 'Copy Address'}
          </Button>
        </>
      )}
      <p className="font-bold">Or subscribe right away:</p>
      <div className="flex flex-wrap gap-2">
        <a href={webcalUrl(address)} className={buttonClasses('secondary')}>
          Apple Calendar
        </a>
        {isPublic && (
          <>
            <NewTabLink href={googleSubscribeUrl(address)}>Google Calendar</NewTabLink>
            <NewTabLink href={outlookSubscribeUrl(address, name)}>Outlook</NewTabLink>
          </>
        )}
      </div>
      <p className="text-sm">
        {isPublic
          ? 'Google may take a day until it shows something new.'
          : 'Google and Outlook cannot read it here: this Wagday is not on the internet.'}
      </p>
      <Button look="quiet on a wash" className="justify-self-start" onClick={onDone}>
        Done
      </Button>
    </section>
  );
}
