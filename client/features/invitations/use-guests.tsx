import { useCallback, useState } from 'react';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import type { Party } from '../../backend/records/parties.ts';
import { AnswersNotice } from './answers-notice.tsx';
import { type GuestsProps, useGuestBook } from './guest-book.ts';
import { GuestsButton } from './guests-button.tsx';
import { GuestsDialog } from './guests-dialog.tsx';
import { usePreviews } from './use-previews.ts';

/** What the pack shows of the guests of its parties. Each part is rendered by the page where it belongs. */
export function useGuests(
  ownerId: string,
  parties: readonly Party[],
  dogs: readonly Dog[] | undefined,
  today: CalendarDate,
) {
  const book = useGuestBook(ownerId, parties);
  usePreviews(ownerId, { book, parties, dogs }, today);
  const [open, setOpen] = useState<Pick<GuestsProps, 'dog' | 'party'> | null>(null);

  // Stays the same until the guests change, so that memoized parts are not rendered again.
  const renderGuests = useCallback(
    (dog: Dog, party: Party) => (
      <GuestsButton
        title={party.title}
        guests={book.get(party.id)}
        isPast={party.celebrationDate < today}
        onOpen={() => setOpen({ dog, party })}
      />
    ),
    [book, today],
  );

  const news = parties.flatMap((party) => {
    const newCount = book.get(party.id)?.newCount;
    const dog = newCount && dogs?.find(({ id }) => id === party.dogId);
    return dog ? [{ id: party.id, title: party.title, newCount, dog, party }] : [];
  });

  return {
    renderGuests,
    tellingOf: ({ id }: Party) => book.get(id)?.telling ?? '',
    linkOf: ({ id }: Party) => {
      const { url, invitation } = book.get(id) ?? {};
      return url ? { url, isPlaceHidden: invitation?.placeFor === 'yes' } : null;
    },
    notice: <AnswersNotice news={news} onOpen={setOpen} />,
    dialog: open && <GuestsDialog ownerId={ownerId} {...open} onClose={() => setOpen(null)} />,
  };
}
