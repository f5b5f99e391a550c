import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Dog } from '../../backend/records/dogs.ts';
import type { Party } from '../../backend/records/parties.ts';
import type { GuestBook } from './read-guest-book.ts';

export type GuestsProps = { ownerId: string; dog: Dog; party: Party };

/** The invitations of an owner with their guests. What reads them is loaded when it is wanted. */
export function guestBookQuery(ownerId: string) {
  return queryOptions({
    queryKey: ['guests', ownerId],
    queryFn: async () => (await import('./read-guest-book.ts')).readGuestBook(ownerId),
  });
}

const empty: GuestBook = new Map();

/** The guests of each party, by its id. Empty until they are loaded. For a pack without parties nothing is asked. */
export function useGuestBook(ownerId: string, parties: readonly Party[]): GuestBook {
  return useQuery({ ...guestBookQuery(ownerId), enabled: parties.length > 0 }).data ?? empty;
}
