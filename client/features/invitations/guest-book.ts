import { queryOptions } from '@tanstack/react-query';

/** The invitations of an owner with their guests. What reads them is loaded on demand. */
export function guestBookQuery(ownerId: string) {
  return queryOptions({
    queryKey: ['guests', ownerId],
    queryFn: async () => (await import('./read-guest-book.ts')).readGuestBook(ownerId),
  });
}
