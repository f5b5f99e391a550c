import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { guestBookQuery } from './guest-book.ts';
import type { GuestBook } from './read-guest-book.ts';

/** Keeps the pictures that chats show for links as the invitations are: when a link is made, and when its party or its dog changes. */
export function usePreviews(
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
      // One after the other: each takes a moment of drawing.
      for (const { invitation, ...of } of shown) isChanged = (await keepPreview(ownerId, invitation, of)) || isChanged;
      if (isChanged) await client.invalidateQueries(guestBookQuery(ownerId));
    };
    // A link without a picture of its own is a link, and the next visit tries again.
    void keep().catch(() => undefined);
  }, [ownerId, book, parties, dogs, today, client]);
}
