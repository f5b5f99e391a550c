import { useId, useMemo } from 'react';
import { type CalendarDate, formatLongDate } from '../../../domain/calendar-date.ts';
import { daysToGo } from '../../../domain/celebrations.ts';
import { occasionOf } from '../../../domain/occasion.ts';
import { type PackCelebration, packCelebrations } from '../../../domain/pack-order.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import { DogPortrait } from '../../ui/art/dog-portrait.tsx';
import { Flags } from '../../ui/art/flags.tsx';
import { CalendarLeaf } from '../../ui/calendar-leaf.tsx';
import { classNames } from '../../ui/class-names.ts';

/** How many celebrations are listed. A large pack has thousands a year. */
const listedCount = 24;

function whenText(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

function Entry({ celebration, today }: { celebration: PackCelebration<Dog>; today: CalendarDate }) {
  const { dog, date } = celebration;
  const isToday = date === today;
  return (
    <li className="relative grid w-40 shrink-0 snap-start content-start justify-items-center gap-2 text-center">
      <span className="relative">
        <CalendarLeaf date={date} isToday={isToday} />
      </span>
      <div
        className={classNames(
          'relative w-36 overflow-hidden rounded-field px-2 pt-3 pb-2.5',
          isToday ? 'bg-raspberry text-on-raspberry' : 'bg-paper',
        )}
      >
        {isToday && <Flags className="absolute inset-x-0 top-0 h-7 w-full" />}
        <DogPortrait size={dog.size} className="mx-auto size-14" />
        <strong className="mt-1 line-clamp-2 wrap-anywhere">{dog.name}</strong>
        <span className="block text-sm">{occasionOf(celebration)}</span>
        <span className="sr-only">, {formatLongDate(date)}, </span>
        <span className="block font-display text-sm font-bold">{whenText(daysToGo(date, today))}</span>
      </div>
    </li>
  );
}

/** The celebrations of the whole pack in the coming year. */
export function NextUp({ dogs, today }: { dogs: Dog[]; today: CalendarDate }) {
  const headingId = useId();
  const celebrations = useMemo(() => packCelebrations(dogs, today), [dogs, today]);
  if (celebrations.length === 0) return null;
  const laterCount = celebrations.length - listedCount;
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
          {celebrations.slice(0, listedCount).map((celebration) => (
            <Entry key={`${celebration.dog.id} ${celebration.date}`} celebration={celebration} today={today} />
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
