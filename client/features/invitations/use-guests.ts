import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Party } from '../../data/records/parties.ts';
import { guestBookQuery } from './guest-book.ts';
import type { GuestBook } from './read-guest-book.ts';

const nobody: GuestBook = new Map();

/** The guests of the owner's parties, and what they are told of. Read once they are wanted: most packs invite nobody. */
export function useGuests(ownerId: string, isWanted: boolean) {
  const client = useQueryClient();
  const { data, isError } = useQuery({ ...guestBookQuery(ownerId), enabled: isWanted });
  const book = data ?? nobody;

  // These keep their identity until the guests change, so that memoized parts are not rendered again.
  const tellingOf = useCallback(({ id }: Party) => book.get(id)?.telling ?? '', [book]);
  const readAgain = useCallback(() => client.invalidateQueries(guestBookQuery(ownerId)), [client, ownerId]);

  /** Returns how the guests of these parties are notified if they are called off, as far as known; empty if nobody is. */
  const askWhoIsTold = useCallback(
    async (of: readonly Party[]) => {
      if (of.length === 0) return '';
      const known = await client.ensureQueryData(guestBookQuery(ownerId)).catch(() => nobody);
      const tellings = of.map(({ id, title }) => ({ title, telling: known.get(id)?.telling ?? '' }));
      const told = tellings.filter(({ telling }) => telling !== '');
      return told.map(({ title, telling }) => (of.length === 1 ? telling : `${title}: ${telling}`)).join(' ');
    },
    [client, ownerId],
  );

  return {
    book,
    /** Whether reading them has ended, in success or failure. */
    isRead: data !== undefined || isError,
    tellingOf,
    askWhoIsTold,
    readAgain,
  };
}
