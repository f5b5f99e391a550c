import { useId, useState } from 'react';
import { invitationText } from '../../../domain/invitation.ts';
import { messages } from '../../copy/messages.ts';
import { SharePanel } from '../../parts/share/share-panel.tsx';
import { Button } from '../../ui/button.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { copyText } from '../../ui/share.ts';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { showSuccessInDialog } from '../../ui/toaster.tsx';
import type { GuestsProps } from './guest-book.ts';
import type { PartyGuests } from './read-guest-book.ts';
import { useEndLinks, useLivingLink, useMakeLink } from './use-links.ts';

async function noPicture() {
  return null;
}

/** The link, and ways to send it out. Chats show the picture that belongs to it, so none is sent along. */
function SendLink({
  dog,
  party,
  link: { url, isPlaceHidden },
}: Omit<GuestsProps, 'ownerId'> & { link: NonNullable<PartyGuests['link']> }) {
  const [isClipboardClosed, setIsClipboardClosed] = useState(false);
  // Where only those who come see the place, the words that everybody gets leave it out.
  const shown = isPlaceHidden ? { ...party, location: null } : party;

  async function copyLink() {
    const outcome = await copyText(url);
    setIsClipboardClosed(outcome === 'refused');
    if (outcome === 'copied') showSuccessInDialog(messages.copied);
  }

  return (
    <>
      {isClipboardClosed ? (
        <TextToCopy text={url} />
      ) : (
        <div className="grid gap-2">
          <p className="rounded-field border-2 border-edge bg-field px-3 py-2 text-sm break-all">{url}</p>
          <Button look="secondary" className="justify-self-start" onClick={() => void copyLink()}>
            Copy Link
          </Button>
        </div>
      )}
      <SharePanel words={{ title: party.title, text: invitationText(dog.name, shown), url }} picture={noPicture} />
    </>
  );
}

/** Ends the links after a second press, because what is ended cannot be brought back. */
function EndLink({ ownerId, guests }: { ownerId: string; guests: PartyGuests }) {
  const [step, setStep] = useState<'still' | 'asking' | 'kept'>('still');
  const [end, isEnding] = useEndLinks(ownerId, guests.invitation);
  if (step !== 'asking')
    return (
      <Button
        look="quiet"
        className="-ms-4 justify-self-start ps-4"
        autoFocus={step === 'kept'}
        onClick={() => setStep('asking')}
      >
        End the Link
      </Button>
    );
  return (
    <fieldset className="flex flex-wrap items-center gap-3">
      <legend className="mb-2">
        Nobody can open the invitation with it any more, whoever you sent it to. Guests who have answered keep their own
        links. End it?
      </legend>
      <Button
        look="danger"
        autoFocus
        disabled={isEnding}
        onClick={() =>
          void end().then(() => {
            setStep('still');
            focusOrHeading();
          })
        }
      >
        End It
      </Button>
      <Button look="secondary" onClick={() => setStep('kept')}>
        Keep It
      </Button>
    </fieldset>
  );
}

/** The link to the invitation of a party that has been: nobody is invited any more, and it can still be ended. */
export function PastLink({ ownerId, guests }: { ownerId: string; guests: PartyGuests }) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="grid grid-cols-1 gap-2 rounded-card border-2 border-line p-4 sm:p-5"
    >
      <h3 id={headingId}>The Invitation</h3>
      <p>The party is over, and its link still opens the page. Keep it as a memory, or end it.</p>
      <EndLink ownerId={ownerId} guests={guests} />
    </section>
  );
}

/** The link to an invitation: to send, to end, and to make anew. Each device has its own. */
export function InvitationLink({ ownerId, dog, party, guests }: GuestsProps & { guests: PartyGuests }) {
  const { invitation, link, token } = guests;
  const headingId = useId();
  const [make, isMaking] = useMakeLink(ownerId, party.id, invitation);
  useLivingLink(ownerId, party.id, token);
  return (
    <section
      aria-labelledby={headingId}
      className="grid grid-cols-1 gap-4 rounded-card border-2 border-line p-4 sm:p-5"
    >
      <h3 id={headingId}>The Invitation</h3>
      {link ? (
        <SendLink dog={dog} party={party} link={link} />
      ) : (
        <>
          <p>
            {invitation.hasLink
              ? 'Your link was made on another device, which alone knows it. Both work.'
              : 'There is no link now. Guests who have answered keep their own.'}
          </p>
          <Button
            className="justify-self-start"
            disabled={isMaking}
            onClick={() => void make().then(() => focusOrHeading())}
          >
            {isMaking ? 'Making it...' : invitation.hasLink ? 'Make One Here, Too' : 'Make a New Link'}
          </Button>
        </>
      )}
      {invitation.hasLink && <EndLink key={token} ownerId={ownerId} guests={guests} />}
    </section>
  );
}
