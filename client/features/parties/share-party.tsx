import { type ReactNode, useEffect, useRef, useState } from 'react';
import { invitationText, shortened } from '../../../domain/invitation.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import type { Party } from '../../backend/records/parties.ts';
import { type Message, messages } from '../../copy/messages.ts';
import { ShareIcon } from '../../ui/art/icons.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { CardPreview } from '../../ui/card/card-preview.tsx';
import { canShare, copyText, facebookSharerUrl, share, xIntentUrl } from '../../ui/share.ts';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { showSuccessInDialog } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useInvitation } from './invitation-card.ts';

/** The longest post on X, in characters. */
const xLimit = 280;

function NewTab({ href, onClick, children }: { href: string; onClick?: () => void; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClasses('secondary')}
      {...(onClick && { onClick })}
    >
      {children}
      <span className="sr-only"> (opens a new tab)</span>
    </a>
  );
}

/** Ways to send an invitation out, and the invitation as a picture. */
export function ShareParty({ dog, party, onDone }: { dog: Dog; party: Party; onDone: () => void }) {
  const start = useRef<HTMLParagraphElement>(null);
  const [isClipboardClosed, setIsClipboardClosed] = useState(false);
  const text = invitationText(dog.name, party);
  const address = `${window.location.origin}/`;
  const invitation = useInvitation(dog, party);
  const picture = invitation.card.drawing?.file;

  // The form that had the focus has been replaced.
  useEffect(() => start.current?.focus(), []);

  const [copy] = useSingleFlight(async (done: Message) => {
    const outcome = await copyText(text);
    setIsClipboardClosed(outcome === 'refused');
    if (outcome === 'copied') showSuccessInDialog(done);
  });

  const withPicture = { title: party.title, text, ...(picture && { files: [picture] }) };
  const toShare = canShare(withPicture) ? withPicture : { title: party.title, text };

  const [shareNatively] = useSingleFlight(async () => {
    if ((await share(toShare)) === 'refused') await copy(messages.copied);
  });

  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-[1fr_20rem]">
      <div className="grid content-start gap-5">
        <p
          ref={start}
          tabIndex={-1}
          dir="auto"
          className="rounded-field bg-paper p-4 wrap-anywhere whitespace-pre-line"
        >
          {text}
        </p>
        <div className="grid gap-3 sm:grid-cols-2">
          {canShare(toShare) && (
            <Button className="sm:col-span-2" onClick={() => void shareNatively()}>
              <ShareIcon />
              Share
            </Button>
          )}
          <NewTab href={xIntentUrl(shortened(text, xLimit))}>Post on X</NewTab>
          <NewTab
            href={facebookSharerUrl(address, shortened(text, 1000))}
            onClick={() => void copy(messages.copiedForFacebook)}
          >
            Share on Facebook
          </NewTab>
          <Button look="secondary" onClick={() => void copy(messages.copiedForInstagram)}>
            Copy for Instagram
          </Button>
          <Button look="secondary" onClick={() => void copy(messages.copied)}>
            Copy Text
          </Button>
        </div>
        {isClipboardClosed && <TextToCopy text={text} />}
      </div>
      <CardPreview {...invitation} />
      <Button className="justify-self-end md:col-span-2" onClick={onDone}>
        Done
      </Button>
    </div>
  );
}
