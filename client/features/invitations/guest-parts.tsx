import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import type { Party } from '../../backend/records/parties.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { AnswersNotice } from './answers-notice.tsx';
import type { GuestsProps } from './guest-book.ts';
import type { GuestBook } from './read-guest-book.ts';
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
  open: Pick<GuestsProps, 'dog' | 'party'> | null;
  onOpen: (of: Pick<GuestsProps, 'dog' | 'party'> | null) => void;
}) {
  usePreviews(ownerId, { book, parties, dogs }, today);
  const news = parties.flatMap((party) => {
    const newCount = book.get(party.id)?.newCount;
    const dog = newCount && dogs?.find(({ id }) => id === party.dogId);
    return dog ? [{ id: party.id, title: party.title, newCount, dog, party }] : [];
  });
  return (
    <>
      <AnswersNotice news={news} onOpen={onOpen} />
      {open && <GuestsDialog ownerId={ownerId} {...open} onClose={() => onOpen(null)} />}
    </>
  );
}
