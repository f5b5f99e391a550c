import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CardEditor } from '../../cards/card-editor.tsx';
import { partyMessages } from '../../copy/party-messages.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { loadCalendar } from '../../shared/calendar/load-calendar.ts';
import { invitationToShare } from '../../shared/invitation/invitation-card.ts';
import type { PictureInTime, ShareText } from '../../shared/share/use-sharing.ts';
import { useToday } from '../../shared/use-today.ts';
import { useLoaded } from '../../ui/loaded.tsx';
import { keepInCalendar } from './parties-in-calendar.ts';

/** How the invitation of a party is sent, and what it reveals. */
export type Sending = {
  /** Whether only guests who say yes see the place. Picture and words, which everybody gets, then leave it out. */
  isPlaceHidden: (party: Party, isNew: boolean) => boolean;
  renderSending: (sending: {
    party: Party;
    words: ShareText;
    isPlaceHidden: boolean;
    picture: PictureInTime;
    onSettings: () => void;
  }) => ReactNode;
  renderSettings: (party: Party, onDone: () => void) => ReactNode;
};

/** The invitation to a planned party as a picture, the words that go with it, ways to send both out, and its settings. */
export function ShareParty({
  dog,
  party,
  isNew = false,
  sending,
  onDone,
}: {
  dog: Dog;
  party: Party;
  /** Whether the party was just planned. */
  isNew?: boolean;
  sending: Sending;
  onDone: () => void;
}) {
  const start = useRef<HTMLParagraphElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [isSetting, setIsSetting] = useState<boolean | null>(null);
  const { part: calendar } = useLoaded(loadCalendar);
  const isPlaceHidden = sending.isPlaceHidden(party, isNew);
  const invitation = invitationToShare(dog, isPlaceHidden ? { ...party, location: null } : party, useToday());

  // The form that had the focus is gone. The picture stays in view above the words.
  useEffect(() => start.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (isSetting === false) place.current?.querySelector<HTMLElement>('[data-opens="settings"]')?.focus();
  }, [isSetting]);

  return (
    <>
      {/* Hidden, not removed, so that it keeps what was changed on the card. */}
      <div ref={place} hidden={isSetting === true}>
        <CardEditor
          card={invitation}
          dogName={dog.name}
          photo={dog.photoUrl}
          focus={dog.photoFocus}
          failure={partyMessages.imageFailed}
          onDone={onDone}
          renderSharing={(picture) =>
            sending.renderSending({
              ...{ party, words: invitation.share, isPlaceHidden, picture },
              onSettings: () => setIsSetting(true),
            })
          }
        >
          <p
            ref={start}
            tabIndex={-1}
            dir="auto"
            className="rounded-field bg-paper p-4 text-sm wrap-anywhere whitespace-pre-line"
          >
            {invitation.share.text}
          </p>
          {calendar && (
            <calendar.AddToCalendar offers={[calendar.partyCalendarOffer(party, () => keepInCalendar(party))]} />
          )}
        </CardEditor>
      </div>
      {isSetting && sending.renderSettings(party, () => setIsSetting(false))}
    </>
  );
}
