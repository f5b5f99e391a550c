import { type ReactNode, useEffect, useRef } from 'react';
import type { Dog } from '../../backend/records/dogs.ts';
import type { Party } from '../../backend/records/parties.ts';
import { partyMessages } from '../../copy/party-messages.ts';
import { loadCalendar } from '../../parts/calendar/load-calendar.ts';
import { CardEditor } from '../../parts/card/card-editor.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useToday } from '../../ui/use-today.ts';
import { invitationToShare } from './invitation-card.ts';
import { keepInCalendar } from './parties-in-calendar.ts';

export type InvitationAddress = {
  url: string;
  /** Whether only who says yes sees the place. Picture and words, which everybody gets, then leave it out. */
  isPlaceHidden: boolean;
};

/** The invitation to a planned party as a picture, the words that go with it, and ways to send both out. */
export function ShareParty({
  dog,
  party,
  inviting: { linkOf, renderGuests },
  onDone,
}: {
  dog: Dog;
  party: Party;
  inviting: {
    linkOf: (party: Party) => InvitationAddress | null;
    renderGuests: (dog: Dog, party: Party) => ReactNode;
  };
  onDone: () => void;
}) {
  const start = useRef<HTMLParagraphElement>(null);
  const { part: calendar } = useLoaded(loadCalendar);
  const link = linkOf(party);
  const shown = link?.isPlaceHidden ? { ...party, location: null } : party;
  const invitation = invitationToShare(dog, shown, link?.url ?? `${window.location.origin}/`, useToday());

  // The form that had the focus has been replaced. The picture stays in view above the words.
  useEffect(() => start.current?.focus({ preventScroll: true }), []);

  return (
    <CardEditor
      card={invitation}
      dogName={dog.name}
      photo={dog.photoUrl}
      focus={dog.photoFocus}
      failure={partyMessages.imageFailed}
      onDone={onDone}
    >
      <p
        ref={start}
        tabIndex={-1}
        dir="auto"
        className="rounded-field bg-paper p-4 text-sm wrap-anywhere whitespace-pre-line"
      >
        {invitation.share.text}
      </p>
      {renderGuests(dog, party)}
      {calendar && (
        <calendar.AddToCalendar offers={[calendar.partyCalendarOffer(party, () => keepInCalendar(party))]} />
      )}
    </CardEditor>
  );
}
