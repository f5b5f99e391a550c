import { useId, useMemo } from 'react';
import { daysToGo } from '../../../domain/celebrations/celebrations.ts';
import { type PackMoment, packMoments } from '../../../domain/celebrations/pack-moments.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { CalendarLeaf } from '../../art/calendar-leaf.tsx';
import { DogPicture } from '../../art/dog-picture.tsx';
import { Flags } from '../../art/flags.tsx';
import { Rosette } from '../../art/rosette.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import { classNames } from '../../ui/class-names.ts';

function whenText(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

/** The dog with the years that are celebrated, so that a dog that appears often looks different each time. */
function Face({ moment, isToday }: { moment: PackMoment<Dog>; isToday: boolean }) {
  return (
    <span className="relative mx-auto block w-max" aria-hidden="true">
      <DogPicture dog={moment.dog} isCelebrating={isToday} className="size-16" />
      {moment.mark && (
        <span className="absolute -right-3 -bottom-1 grid h-7 min-w-7 place-items-center rounded-pill border-2 border-ink bg-(--art-butter) px-1 font-display text-sm leading-none font-bold text-(--art-tag-ink)">
          {moment.mark}
        </span>
      )}
    </span>
  );
}

/** Only the years, on a rosette. */
function Prize({ moment }: { moment: PackMoment<Dog> }) {
  return (
    <span className="relative mx-auto mb-1 block w-max" aria-hidden="true">
      <Rosette className="h-22 w-auto" />
      <span className="absolute inset-x-0 top-6 text-center font-display text-title leading-8 font-bold text-ink">
        {moment.mark}
      </span>
    </span>
  );
}

/** One moment of the pack's year, below its day. */
function NextUpEntry({
  moment,
  today,
  isFaceKnown,
}: {
  moment: PackMoment<Dog>;
  today: CalendarDate;
  /** Shows the number in place of the dog. */
  isFaceKnown: boolean;
}) {
  const { dog, date, occasion } = moment;
  const isToday = date === today;
  return (
    <li className="relative flex w-40 shrink-0 snap-start flex-col items-center gap-2 text-center">
      <span className="relative">
        <CalendarLeaf date={date} isToday={isToday} />
      </span>
      <div
        className={classNames(
          'relative w-36 grow overflow-hidden rounded-field border-2 px-2 pb-2.5',
          isToday ? 'border-apricot bg-apricot pt-9 text-on-apricot' : 'border-line bg-paper pt-3',
        )}
      >
        {isToday && <Flags className="absolute inset-x-0 top-0 h-7 w-full" />}
        {isFaceKnown ? <Prize moment={moment} /> : <Face moment={moment} isToday={isToday} />}
        <strong className={isFaceKnown ? 'sr-only' : 'mt-1.5 line-clamp-2 wrap-anywhere'}>{dog.name}</strong>
        <span className="block text-sm leading-snug">{occasion}</span>
        <span className="sr-only">, {formatLongDate(date)}, </span>
        <span className="mt-0.5 block font-display text-sm font-bold">{whenText(daysToGo(date, today))}</span>
      </div>
    </li>
  );
}

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
              // The only dog of a pack is shown once, because a row of the same face says nothing.
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
