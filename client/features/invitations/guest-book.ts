import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { isReachable, pauseLeft, subscribeToNetwork } from '../../data/network.ts';
import type { Invitation } from '../../data/records/invitations.ts';
import type { Party } from '../../data/records/parties.ts';
import type { GuestBook } from './read-guest-book.ts';

/** The invitations of an owner with their guests. What reads them is loaded on demand. */
export function guestBookQuery(ownerId: string) {
  return queryOptions({
    queryKey: ['guests', ownerId],
    queryFn: async () => (await import('./read-guest-book.ts')).readGuestBook(ownerId),
  });
}

/** The mails to the guests of an invitation. They are read again with the guests, and only from the backend. */
export function guestMailsQuery(ownerId: string, { id }: Invitation) {
  return queryOptions({
    queryKey: ['guests', ownerId, 'mails', id],
    queryFn: async () => (await import('../../data/invitations/host-invitations.ts')).listGuestMails(id),
    staleTime: 0,
    // While one waits, it may go out at any time.
    refetchInterval: ({ state }) => (state.data?.some((mail) => mail.state === 'waits') ? 30_000 : false),
  });
}

/** Reads the guests again after a change, because one change may move others up from the waiting list. */
export function useReadAgain(ownerId: string): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    // A first read that is under way is not begun anew, and may have missed the change.
    await client.ensureQueryData(guestBookQuery(ownerId)).catch(() => undefined);
    await client.invalidateQueries(guestBookQuery(ownerId));
  }, [client, ownerId]);
}

/** Milliseconds between two questions for new answers: while a party is open, elsewhere, and after a question without an answer. */
const pace = { open: 5_000, elsewhere: 30_000, failed: 30_000 };

/** Reads the guests again once the backend has other answers than this page. Asks only while the page is visible and has a network. */
function useNewAnswers(ownerId: string, book: GuestBook, isPartyOpen: boolean) {
  const client = useQueryClient();
  const isAway = !useSyncExternalStore(subscribeToNetwork, isReachable);
  useQuery({
    queryKey: ['newest answer', ownerId],
    queryFn: async () => {
      // Loaded here, because most packs invite nobody.
      const { markOfAnswers, readMarkOfAnswers } = await import('../../data/invitations/host-invitations.ts');
      const mark = await readMarkOfAnswers(ownerId);
      const { queryKey } = guestBookQuery(ownerId);
      const known = [...(client.getQueryData(queryKey)?.values() ?? [])].flatMap(({ guests }) => guests);
      if (mark !== markOfAnswers(known.map(({ version }) => version))) await client.invalidateQueries({ queryKey });
      return mark;
    },
    enabled: book.size > 0 && !isAway,
    refetchInterval: ({ state }) =>
      Math.max(state.status === 'error' ? pace.failed : isPartyOpen ? pace.open : pace.elsewhere, pauseLeft()),
    retry: false,
    staleTime: 0,
    meta: { isReloadedAfterSync: false },
  });
}

export const nobody: GuestBook = new Map();

/** Said where parties or guests cannot be read. Beside the question, because the other words of mails are loaded on demand. */
const unknownGuests = "We couldn't check who's coming. If guests left an email, we'll write to them.";

/** The guests of the owner's parties, and what they are told of. Read once they are wanted: most packs invite nobody. */
export function useGuests(ownerId: string, isWanted: boolean, isPartyOpen: boolean) {
  const client = useQueryClient();
  const readAgain = useReadAgain(ownerId);
  const { data, isError } = useQuery({ ...guestBookQuery(ownerId), enabled: isWanted });
  const book = data ?? nobody;
  useNewAnswers(ownerId, book, isPartyOpen);

  // Keeps its identity until the guests change, so that memoized parts are not rendered again. What was pressed before asks for the newest.
  const tellingOf = useCallback(
    ({ id }: Party) => (client.getQueryData(guestBookQuery(ownerId).queryKey) ?? book).get(id)?.telling ?? '',
    [client, ownerId, book],
  );

  /** Returns how the guests of these parties are notified if they are called off, `isNamed` by party; empty if nobody is. `of` is null for unknown parties. */
  const askWhoIsTold = useCallback(
    async (of: readonly Party[] | null, isNamed = false) => {
      if (of?.length === 0) return '';
      const known = await client.ensureQueryData(guestBookQuery(ownerId)).catch(() => null);
      if (!of || !known) return unknownGuests;
      const tellings = of.map(({ id, title }) => ({ title, telling: known.get(id)?.telling ?? '' }));
      const told = tellings.filter(({ telling }) => telling !== '');
      return told.map(({ title, telling }) => (isNamed ? `${title} is called off. ${telling}` : telling)).join(' ');
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
