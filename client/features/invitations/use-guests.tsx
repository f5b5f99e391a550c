import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import type { Party } from '../../backend/records/parties.ts';
import { type GuestsProps, guestBookQuery } from './guest-book.ts';
import type { GuestBook } from './read-guest-book.ts';

const nobody: GuestBook = new Map();

/**
 * What the pack shows of the guests of its parties. The page renders the layer above the pack and gives the rest to its parties. A
 * pack without parties loads nothing of it, and asks for nothing.
 */
export function useGuests(
  ownerId: string,
  parties: readonly Party[],
  dogs: readonly Dog[] | undefined,
  today: CalendarDate,
) {
  const enabled = parties.length > 0;
  const { data: parts } = useQuery({
    queryKey: ['guest parts'],
    queryFn: async () => {
      const [{ GuestLayer }, { GuestsButton }] = await Promise.all([
        import('./guest-parts.tsx'),
        import('./guests-button.tsx'),
      ]);
      return { GuestLayer, GuestsButton };
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  const { data: book = nobody } = useQuery({ ...guestBookQuery(ownerId), enabled });
  const [open, setOpen] = useState<Pick<GuestsProps, 'dog' | 'party'> | null>(null);

  // Stays the same until the guests change, so that memoized parts are not rendered again.
  const renderGuests = useCallback(
    (dog: Dog, party: Party) =>
      parts ? (
        <parts.GuestsButton dog={dog} party={party} today={today} guests={book.get(party.id)} onOpen={setOpen} />
      ) : (
        // As high as the button, so that nothing below moves when it comes.
        party.celebrationDate >= today && <div className="my-1 h-11" />
      ),
    [parts, book, today],
  );

  return {
    renderGuests,
    tellingOf: ({ id }: Party) => book.get(id)?.telling ?? '',
    descriptionHintOf: ({ id }: Party) => book.get(id)?.ofDescription,
    linkOf: ({ id }: Party) => book.get(id)?.link ?? null,
    layer: parts && <parts.GuestLayer {...{ ownerId, book, parties, dogs, today, open }} onOpen={setOpen} />,
  };
}
