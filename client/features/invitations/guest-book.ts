import { queryOptions } from '@tanstack/react-query';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';

export type GuestsProps = { ownerId: string; dog: Dog; party: Party };

/** Whose guests are open: those of a party, or those of a called-off one by its id. */
export type GuestsOf = Pick<GuestsProps, 'dog' | 'party'> | { calledOffId: string };

/** The invitations of an owner with their guests. What reads them is loaded on demand. */
export function guestBookQuery(ownerId: string) {
  return queryOptions({
    queryKey: ['guests', ownerId],
    queryFn: async () => (await import('./read-guest-book.ts')).readGuestBook(ownerId),
  });
}
