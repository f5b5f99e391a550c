import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { partyHash } from '../../../addresses/addresses.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { countOf, guestsOf } from '../../../domain/guests/listed-guests.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { guestBookQuery } from './guest-book.ts';
import { coatFinder, Face } from './guest-row.tsx';
import { type GuestBook, isNewSince } from './read-guest-book.ts';

/** Announces new answers of at most this many parties at once. The others follow when these have been opened. */
const listedCount = 3;

type Read = { book: GuestBook; parties: readonly Party[]; dogs: readonly Dog[] };

/** Keeps the pictures that chats show for links up to date: when a link is made, and when its party or its dog changes. */
function usePreviews(ownerId: string, { book, parties, dogs }: Read, today: CalendarDate) {
  const client = useQueryClient();
  const keeping = useRef(Promise.resolve());
  useEffect(() => {
    const shown = parties.flatMap((party) => {
      const dog = dogs.find(({ id }) => id === party.dogId);
      const { invitation, guests = [] } = book.get(party.id) ?? {};
      const isShown = invitation?.hasLink && party.celebrationDate >= today;
      const coming = invitation?.guestList === 'counts' ? [] : guestsOf(guests, 'yes');
      return dog && isShown ? [{ party, dog, guestDogs: coming.flatMap(({ dogs }) => dogs) }] : [];
    });
    if (shown.length === 0) return;
    const query = guestBookQuery(ownerId);
    const keep = async () => {
      const { keepPreview } = await import('./keep-preview.ts');
      let isChanged = false;
      // One after the other, because each takes a moment to draw.
      for (const of of shown) {
        const invitation = client.getQueryData(query.queryKey)?.get(of.party.id)?.invitation;
        if (invitation?.hasLink) isChanged = (await keepPreview(ownerId, invitation, of)) || isChanged;
      }
      if (isChanged) await client.invalidateQueries(query);
    };
    // After the last time, and from what is read by then, or a picture that was just stored would be sent again. The link works without
    // its own picture, and the next visit tries again.
    keeping.current = keeping.current.then(keep).catch(() => undefined);
  }, [ownerId, book, parties, dogs, today, client]);
}

type NewAnswersProps = Read & { ownerId: string; today: CalendarDate; isShown: boolean };

/** Announces answers that the host has not seen yet, with a link to their party. Also keeps the pictures of links. */
export function NewAnswers({ ownerId, today, isShown, ...read }: NewAnswersProps) {
  usePreviews(ownerId, read, today);
  const { book, parties, dogs } = read;
  const news = parties.flatMap(({ id, title, dogId }) => {
    const { newCount = 0, invitation, guests = [] } = book.get(id) ?? {};
    if (newCount === 0) return [];
    const fresh = guests
      .filter((guest) => invitation && isNewSince(invitation.answersSeenAt, guest))
      .toSorted((one, other) => other.dogs.length - one.dogs.length);
    const coatOf = coatFinder(dogs.find((dog) => dog.id === dogId) ?? null, guests);
    return [{ id, title, newCount, fresh, coatOf }];
  });
  if (!isShown || news.length === 0) return null;
  return (
    <aside aria-label="New answers" className="mx-auto grid w-full max-w-page gap-2 px-4 pt-4 sm:px-6">
      {news.slice(0, listedCount).map(({ id, title, newCount, fresh, coatOf }) => (
        <div key={id} className="flex items-center gap-3 rounded-field bg-sky-wash px-3 py-2.5 sm:gap-4 sm:px-4">
          {/* Those with dogs first: a phone has room for one. */}
          <span className="flex shrink-0 *:not-first:-ms-3 max-sm:*:not-first:hidden">
            {fresh.slice(0, 3).map((guest) => (
              <Face key={guest.id} guest={guest} coat={coatOf(guest)} />
            ))}
          </span>
          <p className="line-clamp-3 min-w-0 flex-1 wrap-anywhere max-sm:text-sm">
            <strong>{countOf(newCount, 'new answer', 'new answers')}</strong> for {title}
          </p>
          <PageLink href={partyHash(id)} className={`${buttonClasses('secondary')} shrink-0`}>
            <span>
              See Guests<span className="sr-only"> of {title}</span>
            </span>
          </PageLink>
        </div>
      ))}
    </aside>
  );
}
