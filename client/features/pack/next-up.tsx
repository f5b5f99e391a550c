import { useId, useMemo } from 'react';
import { packMoments } from '../../../domain/celebrations/pack-moments.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { NextUpEntry } from './next-up-entry.tsx';

/** How many moments are listed. A large pack has thousands a year. */
const listedCount = 24;

/** What the whole pack celebrates in the coming year. */
export function NextUp({ dogs, today }: { dogs: Dog[]; today: CalendarDate }) {
  const headingId = useId();
  const moments = useMemo(() => packMoments(dogs, today), [dogs, today]);
  if (moments.length === 0) return null;
  const laterCount = moments.length - listedCount;
  return (
    <section aria-labelledby={headingId} className="mb-6 rounded-card bg-card py-5 shadow-card">
      <h2 id={headingId} className="px-5 text-title sm:px-7">
        Next Up
      </h2>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        tabIndex={0}
        aria-label="The year's celebrations"
        className="mt-3 overflow-x-auto rounded-field px-4 pb-2 sm:px-6"
      >
        {/* The border is the string of the calendar leaves. */}
        <ol className="relative flex w-max min-w-full snap-x before:absolute before:inset-x-0 before:top-9 before:border-t-4 before:border-dotted before:border-edge">
          {moments.slice(0, listedCount).map((moment, index) => (
            <NextUpEntry
              key={`${moment.dog.id} ${moment.date} ${moment.occasion}`}
              moment={moment}
              today={today}
              // The one dog of a pack is seen once; a row of the same face says nothing.
              isFaceKnown={dogs.length === 1 && index > 0}
            />
          ))}
          {laterCount > 0 && (
            <li className="grid w-40 shrink-0 place-items-center p-4 text-center text-ink-soft">
              and {laterCount} more within a year
            </li>
          )}
        </ol>
      </section>
    </section>
  );
}
