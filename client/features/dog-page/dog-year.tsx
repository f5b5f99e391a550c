import type { CSSProperties } from 'react';
import type { Celebration } from '../../../domain/celebrations/celebrations.ts';
import { dogYearOn, partiesHeld, type YearStop, yearStops, yearStory } from '../../../domain/celebrations/dog-year.ts';
import { occasionOf } from '../../../domain/celebrations/occasion.ts';
import { type CalendarDate, calendarLeaf, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { PawPrint } from '../../art/paw-print.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { useOpenDialog } from '../../shared/use-open-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';

type StampState = 'past' | 'next' | 'to come';

/** The ring of a stamp, drawn by hand, in each state. */
const rings: Record<StampState, string> = {
  past: 'fill-apricot stroke-ink',
  next: 'fill-card stroke-ink',
  'to come': 'fill-card stroke-stamp',
};

/** A celebration's figure: its human years, at half a year those of the product's table, on a gotcha day the years at home. */
function figureOf(celebration: Celebration): string {
  if (celebration.kind === 'puppy graduation') return '7½';
  return String(celebration.kind === 'gotcha day' ? celebration.anniversary : celebration.humanYears);
}

/** What a figure counts or marks, in a word, where it is not one human year more. */
const markWords = { 'human-year birthday': null, 'puppy graduation': 'graduation', 'gotcha day': 'gotcha' } as const;

/** Returns the word below a stop. The birthday at the end of the year has the date of the first, so it says its year instead. */
function markOf(celebration: Celebration, index: number): string | null {
  if (celebration.kind !== 'birthday') return markWords[celebration.kind];
  if (index > 0) return celebration.date.slice(0, 4);
  return celebration.anniversary === 0 ? 'born' : 'birthday';
}

/** A stop of the year: its figure on a stamp, with a paw where a party was held for it, above its date. */
function Stop({
  stop: { celebration, parties },
  state,
  index,
}: {
  stop: YearStop<Party>;
  state: StampState;
  index: number;
}) {
  const { date } = celebration;
  const { month, day } = calendarLeaf(date);
  const isAbout = 'isAbout' in celebration;
  const [party] = parties;
  return (
    <li
      aria-current={state === 'next' ? 'step' : undefined}
      className="relative grid content-start justify-items-center text-sm"
    >
      <span className="sr-only w-full wrap-anywhere whitespace-normal">
        {formatLongDate(date)}: {occasionOf(celebration)}
        {party && <span>{`, with ${parties.length === 1 ? party.title : `${parties.length} parties`}`}</span>}
      </span>
      <span
        aria-hidden="true"
        className={classNames(
          'relative grid w-full justify-items-center',
          // The dashes from the previous stamp.
          index > 0 &&
            'before:absolute before:end-1/2 before:top-1/2 before:-z-1 before:w-[calc(100%+0.5rem)] before:border-t-2 before:border-edge before:border-dashed',
        )}
      >
        <span
          className={classNames(
            'relative grid aspect-square w-full max-w-16 place-content-center text-center font-display text-title leading-none font-bold',
            state === 'past' && 'text-on-apricot',
            state === 'to come' && 'font-normal text-ink-soft',
          )}
        >
          <svg viewBox="0 0 200 200" className="absolute inset-0 size-full overflow-visible" aria-hidden="true">
            {/* Turned, so that no two neighbors are alike. */}
            <g transform={`rotate(${index * 70} 100 100)`} strokeWidth={state === 'next' ? 14 : 8}>
              <path
                d="M100 10C155 9 192 50 191 101S155 191 100 191S9 155 10 100S46 10 100 10Z"
                className={rings[state]}
              />
              {state === 'past' && !isAbout && (
                <path
                  d="M100 30C142 29 172 60 171 101S142 171 100 171S29 142 30 100S58 31 100 30Z"
                  strokeWidth="4"
                  className="fill-none stroke-ink"
                />
              )}
            </g>
            {party && (
              <g className="[--art-print:var(--color-ink)]">
                <circle cx="168" cy="168" r="34" strokeWidth="8" className="fill-card stroke-ink" />
                <PawPrint transform="translate(168 171) scale(1.3)" />
              </g>
            )}
          </svg>
          <span className="relative">
            {isAbout && <span className="block font-sans text-sm leading-none max-[22rem]:hidden">about</span>}
            {figureOf(celebration)}
          </span>
        </span>
      </span>
      <span
        aria-hidden="true"
        className={classNames('mt-1 text-center', state === 'next' ? 'font-bold' : 'text-ink-soft')}
      >
        {month} {day}
        <span className="block max-[22rem]:hidden">{markOf(celebration, index)}</span>
      </span>
    </li>
  );
}

/** Returns in how many columns the stamps fill their rows, with at most so many in a row. */
function columnsOf(count: number, rowLength: number): number {
  return Math.ceil(count / Math.ceil(count / rowLength));
}

/** The year of a dog's life as stamps, from birthday to birthday. On its birthday it also offers the story of the past year. */
export function DogYear({ dog, parties, today }: { dog: Dog; parties: readonly Party[]; today: CalendarDate }) {
  const [openStory, openedStory] = useOpenDialog(async () => (await import('./story-dialog.tsx')).StoryDialog);
  const year = dogYearOn(dog.birthDate, today);
  if (!year) return null;
  const story = yearStory(dog, today);
  const stops = yearStops(dog, year, parties, today);
  const pastCount = stops.filter(({ celebration }) => celebration.date <= today).length;
  const columns = { '--columns': columnsOf(stops.length, 5), '--wide-columns': columnsOf(stops.length, 7) };
  return (
    <section aria-labelledby={`year-${dog.id}`} className="rounded-card bg-card px-5 py-4 print:hidden">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id={`year-${dog.id}`} className="min-w-0 flex-[1_1_6rem] text-title wrap-anywhere">
          {dog.name.length > 16 ? 'This Year' : `${dog.name}'s Year`}
        </h2>
        <p className="text-sm text-ink-soft">
          {pastCount} of {stops.length} stamps
        </p>
      </div>
      <ol
        className="isolate -mx-1 mt-4 grid grid-cols-[repeat(auto-fit,minmax(max(5rem-44px,100%/var(--columns)-8px),1fr))] gap-x-2 gap-y-4 overflow-x-clip px-1 md:[--columns:var(--wide-columns)]"
        style={columns as CSSProperties}
      >
        {stops.map((stop, index) => (
          <Stop
            key={`${stop.celebration.kind} ${stop.celebration.date}`}
            stop={stop}
            state={index < pastCount ? 'past' : index === pastCount ? 'next' : 'to come'}
            index={index}
          />
        ))}
      </ol>
      {story && (
        <Button
          variant="secondary"
          className="mt-4 max-w-full wrap-anywhere"
          onClick={() => void openStory({ dog, story, parties: partiesHeld(story.year, parties, today) })}
        >
          See {dog.name}'s Story
        </Button>
      )}
      {openedStory}
    </section>
  );
}
