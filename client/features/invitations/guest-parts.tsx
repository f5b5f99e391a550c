import type { ComponentProps } from 'react';
import { type CalendarDate, formatLongDate } from '../../../domain/calendar-date.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import type { Party } from '../../backend/records/parties.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { AnswersNotice } from './answers-notice.tsx';
import type { GuestsOf, GuestsProps } from './guest-book.ts';
import type { GuestBook, PartyGuests } from './read-guest-book.ts';
import type { SettingsForm } from './settings-form.tsx';
import { usePreviews } from './use-previews.ts';

async function loadContent() {
  return (await import('./guests-content.tsx')).GuestsContent;
}

/** The link to the invitation of a party, and who has answered. Its code is loaded when it is first opened. */
function GuestsDialog({ onClose, ...props }: GuestsProps & { onClose: () => void }) {
  const { part: Content, hasFailed, retry } = useLoaded(loadContent);
  return (
    <Dialog isWide title={`Guests of ${props.party.title}`} closeLabel="Close guests" onClose={onClose}>
      {Content && <Content {...props} />}
      {!Content && (hasFailed ? <NotLoaded onRetry={retry} /> : <p role="status">Counting the party hats...</p>)}
    </Dialog>
  );
}

const loadCalledOff = async () => (await import('./called-off-guests.tsx')).CalledOffGuests;

/** The guests of a party that was called off. */
function CalledOffDialog({ guests, onClose }: { guests: PartyGuests; onClose: () => void }) {
  const { part: Content, hasFailed, retry } = useLoaded(loadCalledOff);
  return (
    <Dialog title={`Guests of ${calledOffTitle(guests)}`} closeLabel="Close guests" onClose={onClose}>
      {Content && <Content guests={guests} />}
      {!Content && (hasFailed ? <NotLoaded onRetry={retry} /> : <p role="status">Counting the party hats...</p>)}
    </Dialog>
  );
}

const loadSettings = async () => (await import('./settings-form.tsx')).SettingsForm;

/** How an invitation is set, in the place of what led there. */
export function InvitationSettings(props: ComponentProps<typeof SettingsForm>) {
  const { part: Form, hasFailed, retry } = useLoaded(loadSettings);
  if (Form) return <Form {...props} />;
  return hasFailed ? <NotLoaded onRetry={retry} /> : <p role="status">Writing the envelopes...</p>;
}

function calledOffTitle({ invitation }: PartyGuests): string {
  return invitation.cancelledParty?.title ?? 'the party';
}

/** Parties that were called off and have guests, who may still have to be called. They go with their guests. */
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
              <Button look="secondary" aria-haspopup="dialog" onClick={() => onOpen({ calledOffId: partyId })}>
                See Guests<span className="sr-only"> of {calledOffTitle(guests)}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Above the pack: the news of answers, and the guests of the one party that is open. */
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
