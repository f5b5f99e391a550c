import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { partyHash } from '../../../addresses/addresses.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { countOf } from '../../../domain/guests/guest-list.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { icon } from '../../ui/icon.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { guestBookQuery } from './guest-book.ts';
import type { GuestBook } from './read-guest-book.ts';

const GuestsIcon = icon(
  <path d="M9 11.4C6.9 11.4 5.6 9.8 5.7 7.8C5.8 5.8 7.1 4.3 9.1 4.3C11 4.4 12.3 5.9 12.3 7.9C12.2 9.9 11 11.4 9 11.4ZM2.6 19.6Q2.9 14.4 9 14.3Q15.1 14.4 15.5 19.5M15.2 4.5Q18.4 4.8 18.4 8Q18.2 11 15.3 11.3M17.6 14.5Q21 15.4 21.4 19.4" />,
);

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
      const isShown = book.get(party.id)?.invitation.hasLink && party.celebrationDate >= today;
      return dog && isShown ? [{ party, dog }] : [];
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

/** Announces answers that the host has not seen yet, with a link to their party. Also keeps the pictures of links. */
export function NewAnswers({
  ownerId,
  today,
  isShown,
  ...read
}: Read & { ownerId: string; today: CalendarDate; isShown: boolean }) {
  usePreviews(ownerId, read, today);
  const { book, parties } = read;
  const news = parties.flatMap(({ id, title }) => {
    const newCount = book.get(id)?.newCount ?? 0;
    return newCount > 0 ? [{ id, title, newCount }] : [];
  });
  if (!isShown || news.length === 0) return null;
  return (
    <aside aria-label="New answers" className="mx-auto grid w-full max-w-page gap-2 px-4 pt-4 sm:px-6">
      {news.slice(0, listedCount).map(({ id, title, newCount }) => (
        <div key={id} className="flex items-center gap-4 rounded-field bg-sky-wash px-4 py-2.5">
          <GuestsIcon className="size-7 shrink-0 max-sm:hidden" />
          <p className="line-clamp-3 min-w-0 flex-1 wrap-anywhere">
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
