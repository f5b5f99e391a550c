import { useMemo } from 'react';
import { dogHash } from '../../../addresses/addresses.ts';
import { daysToGo, daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { occasionOf } from '../../../domain/celebrations/occasion.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { packCelebrations } from '../../../domain/dogs/pack-order.ts';
import { CalendarLeaf } from '../../art/calendar-leaf.tsx';
import type { Dog } from '../../data/records/dogs.ts';

/** Returns the next celebration of the pack, from a day on; undefined if no dog has one within a year. */
export function useNextUp(dogs: readonly Dog[], today: CalendarDate, from: CalendarDate) {
  const coming = useMemo(() => packCelebrations(dogs, today), [dogs, today]);
  return coming.find(({ date }) => date >= from);
}

/** Who is next, on a ticket that opens the dog's page. */
export function NextUp({ next, today }: { next: NonNullable<ReturnType<typeof useNextUp>>; today: CalendarDate }) {
  const { dog, date } = next;
  return (
    <section aria-labelledby="next-up" className="mb-4 sm:mb-6">
      <h2 id="next-up" className="sr-only">
        Next Up
      </h2>
      <a
        href={dogHash(dog.id)}
        className="flex items-center gap-x-4 rounded-card bg-card px-4 py-3 shadow-card transition duration-quick hover:bg-apricot-wash sm:px-6"
      >
        <CalendarLeaf date={date} />
        <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6">
          <span className="min-w-0">
            <strong className="line-clamp-2 font-display text-title leading-tight wrap-anywhere">{dog.name}</strong>
            <span className="block">{occasionOf(next)}</span>
            <span className="sr-only">, {formatLongDate(date)}, </span>
          </span>
          <strong className="font-display text-title leading-tight sm:text-heading">
            {daysToGoText(daysToGo(date, today))}
          </strong>
        </span>
      </a>
    </section>
  );
}
