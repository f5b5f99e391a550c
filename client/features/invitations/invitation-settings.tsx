import { useState } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { messages } from '../../copy/messages.ts';
import { useSharing } from '../../shared/share/use-sharing.ts';
import { useToday } from '../../shared/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import type { PartyGuests } from './read-guest-book.ts';
import { SettingsForm } from './settings-form.tsx';
import { useEndLinks } from './use-links.ts';

/** Copies only the link, for a chat that is already open. */
function CopyLink({ link }: { link: string }) {
  const { copy, textToCopy } = useSharing({ title: '', text: link, url: null });
  if (textToCopy) return <TextToCopy text={textToCopy} />;
  return (
    <Button variant="secondary" onClick={() => void copy(messages.copied)}>
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
      <Button variant="danger" autoFocus={step === 'kept'} onClick={() => setStep('asking')}>
        Turn Off Link
      </Button>
    );
  return (
    <fieldset className="flex w-full flex-wrap items-center gap-3">
      <legend className="mb-2">
        Nobody can open the invitation with it any more. Guests who have answered keep their own links. Turn it off?
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
        Turn It Off
      </Button>
      <Button variant="secondary" onClick={() => setStep('kept')}>
        Keep It
      </Button>
    </fieldset>
  );
}

/** What guests see and may do, and the link that they have. A past party has only its link left to turn off. */
export function InvitationSettings({
  ownerId,
  guests,
  partyDate,
  onDone,
}: {
  ownerId: string;
  guests: PartyGuests;
  partyDate: CalendarDate;
  onDone: () => void;
}) {
  const { invitation, link } = guests;
  const isPast = partyDate < useToday();
  const links = invitation.hasLink && (
    <div className="flex flex-wrap gap-3">
      {link && !isPast && <CopyLink key={link} link={link} />}
      <EndLink ownerId={ownerId} guests={guests} />
    </div>
  );
  if (isPast)
    return (
      <div className="grid justify-items-start gap-4">
        <p>The party is over, and its link still opens the page. Keep it as a memory, or turn it off.</p>
        {links}
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
      </div>
    );
  return (
    <SettingsForm ownerId={ownerId} invitation={invitation} partyDate={partyDate} onDone={onDone}>
      {links}
    </SettingsForm>
  );
}
