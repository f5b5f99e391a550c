import { useId, useState } from 'react';
import { messages } from '../../copy/messages.ts';
import { invitationToShare, useInvitation } from '../../shared/invitation/invitation-card.ts';
import { useToday } from '../../shared/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { copyText } from '../../ui/share.ts';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { showSuccessInDialog } from '../../ui/toaster.tsx';
import type { GuestsProps } from './guest-book.ts';
import type { PartyGuests } from './read-guest-book.ts';
import { SendInvite } from './send-invite.tsx';
import { useEndLinks } from './use-links.ts';

/** Copies only the link, for a chat that is already open. */
function CopyLink({ link }: { link: string }) {
  const [isClipboardClosed, setIsClipboardClosed] = useState(false);

  async function copyLink() {
    const outcome = await copyText(link);
    setIsClipboardClosed(outcome === 'refused');
    if (outcome === 'copied') showSuccessInDialog(messages.copied);
  }

  if (isClipboardClosed) return <TextToCopy text={link} />;
  return (
    <Button variant="secondary" className="justify-self-start" onClick={() => void copyLink()}>
      Copy Link
    </Button>
  );
}

/** Ends the links after a second press, because ended links cannot be brought back. */
function EndLink({ ownerId, guests }: { ownerId: string; guests: PartyGuests }) {
  const [step, setStep] = useState<'still' | 'asking' | 'kept'>('still');
  const [end, isEnding] = useEndLinks(ownerId, guests.invitation);
  if (step !== 'asking')
    return (
      <Button
        variant="quiet"
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
        variant="danger"
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
      <Button variant="secondary" onClick={() => setStep('kept')}>
        Keep It
      </Button>
    </fieldset>
  );
}

/** The link to the invitation of a past party: it invites nobody any more, but can still be ended. */
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

/** Sends the invitation out, or ends its links. `guests` is missing while nobody is invited. */
export function InvitationLink({ ownerId, dog, party, guests }: GuestsProps & { guests: PartyGuests | undefined }) {
  const headingId = useId();
  const isPlaceHidden = guests?.isPlaceHidden ?? false;
  const shown = isPlaceHidden ? { ...party, location: null } : party;
  const { card } = useInvitation(dog, shown);
  return (
    <section
      aria-labelledby={headingId}
      className="grid grid-cols-1 gap-4 rounded-card border-2 border-line p-4 sm:p-5"
    >
      <h3 id={headingId}>The Invitation</h3>
      <p>One link for everybody. Guests RSVP in a tap, no app needed.</p>
      <SendInvite
        ownerId={ownerId}
        party={party}
        words={invitationToShare(dog, shown, useToday()).share}
        isPlaceHidden={isPlaceHidden}
        picture={card.fileInTime}
        hasPlaces={false}
        onSettings={null}
      />
      {guests?.link && <CopyLink key={guests.link} link={guests.link} />}
      {guests?.invitation.hasLink && <EndLink ownerId={ownerId} guests={guests} />}
    </section>
  );
}
