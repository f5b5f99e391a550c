import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { loadedPart } from '../../ui/loaded.tsx';
import { type GuestsOf, type GuestsProps, guestBookQuery } from './guest-book.ts';
import { GuestsIcon } from './guests-button.tsx';
import type { GuestBook, PartyGuests } from './read-guest-book.ts';

/** Announces new answers of at most this many parties at once. The others follow when these have been opened. */
const listedCount = 3;

/** Announces answers that the host has not seen yet, with a button that opens them. */
function AnswersNotice<News extends { id: string; title: string; newCount: number }>({
  news,
  onOpen,
}: {
  news: readonly News[];
  onOpen: (of: News) => void;
}) {
  if (news.length === 0) return null;
  return (
    <aside aria-label="New answers" className="mx-auto grid w-full max-w-page gap-2 px-4 pt-4 sm:px-6">
      {news.slice(0, listedCount).map((of) => (
        <div key={of.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field bg-sky-wash px-4 py-2.5">
          <GuestsIcon className="size-7 shrink-0" />
          <p className="min-w-48 flex-1 wrap-anywhere">
            <strong>{of.newCount === 1 ? '1 new answer' : `${of.newCount} new answers`}</strong> for {of.title}
          </p>
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => onOpen(of)}>
            See Guests<span className="sr-only"> of {of.title}</span>
          </Button>
        </div>
      ))}
    </aside>
  );
}

/** Keeps the pictures that chats show for links up to date: when a link is made, and when its party or its dog changes. */
function usePreviews(
  ownerId: string,
  { book, parties, dogs }: { book: GuestBook; parties: readonly Party[]; dogs: readonly Dog[] | undefined },
  today: CalendarDate,
) {
  const client = useQueryClient();
  useEffect(() => {
    const shown = parties.flatMap((party) => {
      const invitation = book.get(party.id)?.invitation;
      const dog = dogs?.find(({ id }) => id === party.dogId);
      return dog && invitation?.hasLink && party.celebrationDate >= today ? [{ party, dog, invitation }] : [];
    });
    if (shown.length === 0) return;
    const keep = async () => {
      const { keepPreview } = await import('./keep-preview.ts');
      let isChanged = false;
      // One after the other, because each takes a moment to draw.
      for (const { invitation, ...of } of shown) isChanged = (await keepPreview(ownerId, invitation, of)) || isChanged;
      if (isChanged) await client.invalidateQueries(guestBookQuery(ownerId));
    };
    // The link works without its own picture, and the next visit tries again.
    void keep().catch(() => undefined);
  }, [ownerId, book, parties, dogs, today, client]);
}

const counting = <p role="status">Counting the party hats...</p>;
const GuestsContent = loadedPart(async () => (await import('./guests-content.tsx')).GuestsContent, counting);
const CalledOffGuests = loadedPart(async () => (await import('./called-off-guests.tsx')).CalledOffGuests, counting);

/** The link to the invitation of a party, and who has answered. */
function GuestsDialog({ onClose, ...props }: GuestsProps & { onClose: () => void }) {
  return (
    <Dialog isWide title={`Guests of ${props.party.title}`} closeLabel="Close guests" onClose={onClose}>
      <GuestsContent {...props} />
    </Dialog>
  );
}

/** The guests of a party that was called off. */
function CalledOffDialog({ guests, onClose }: { guests: PartyGuests; onClose: () => void }) {
  return (
    <Dialog title={`Guests of ${calledOffTitle(guests)}`} closeLabel="Close guests" onClose={onClose}>
      <CalledOffGuests guests={guests} />
    </Dialog>
  );
}

/** The settings of an invitation, in place of what led there. */
export const InvitationSettings = loadedPart(
  async () => (await import('./settings-form.tsx')).SettingsForm,
  <p role="status">Writing the envelopes...</p>,
);

function calledOffTitle({ invitation }: PartyGuests): string {
  return invitation.cancelledParty?.title ?? 'the party';
}

/** Lists parties that were called off and have guests, whom the host may still have to call. A party without guests leaves the list. */
export function CalledOffParties({
  book,
  parties,
  dogs,
  onOpen,
}: {
  book: GuestBook;
  parties: readonly Party[];
  dogs: readonly Dog[] | undefined;
  onOpen: (of: GuestsOf) => void;
}) {
  const dogIds = new Set(dogs?.map(({ id }) => id));
  // The parties of a deleted dog stay in the list until it reloads.
  const onIds = new Set(parties.flatMap(({ id, dogId }) => (dogIds.has(dogId) ? [id] : [])));
  const calledOff = [...book].filter(
    ([partyId, { guests, invitation }]) =>
      invitation.cancelledParty !== null && guests.length > 0 && !onIds.has(partyId),
  );
  if (calledOff.length === 0) return null;
  return (
    <section aria-labelledby="called-off" className="mb-6 grid gap-3 rounded-card bg-card p-5 shadow-card sm:px-7">
      <h2 id="called-off" className="text-title">
        Called Off
      </h2>
      <ul className="grid gap-2">
        {calledOff.map(([partyId, guests]) => {
          const { cancelledParty } = guests.invitation;
          return (
            <li key={partyId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="min-w-48 flex-1 wrap-anywhere">
                <strong>{calledOffTitle(guests)}</strong>
                {cancelledParty && <span className="text-ink-soft">, {formatLongDate(cancelledParty.date)}</span>}
              </p>
              <Button variant="secondary" aria-haspopup="dialog" onClick={() => onOpen({ calledOffId: partyId })}>
                See Guests<span className="sr-only"> of {calledOffTitle(guests)}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Shows new answers above the pack, and the guests of the one party that is open. */
export function GuestLayer({
  ownerId,
  book,
  parties,
  dogs,
  today,
  open,
  onOpen,
}: {
  ownerId: string;
  book: GuestBook;
  parties: readonly Party[];
  dogs: readonly Dog[] | undefined;
  today: CalendarDate;
  open: GuestsOf | null;
  onOpen: (of: GuestsOf | null) => void;
}) {
  usePreviews(ownerId, { book, parties, dogs }, today);
  const news = parties.flatMap((party) => {
    const newCount = book.get(party.id)?.newCount;
    const dog = newCount && dogs?.find(({ id }) => id === party.dogId);
    return dog ? [{ id: party.id, title: party.title, newCount, dog, party }] : [];
  });
  const calledOff = open && 'calledOffId' in open && book.get(open.calledOffId);
  return (
    <>
      <AnswersNotice news={news} onOpen={onOpen} />
      {open && 'party' in open && <GuestsDialog ownerId={ownerId} {...open} onClose={() => onOpen(null)} />}
      {calledOff && <CalledOffDialog guests={calledOff} onClose={() => onOpen(null)} />}
    </>
  );
}
