import { dogYearOn, partiesHeld, stampPlaces, yearStory } from '../../../domain/celebrations/dog-year.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { PawPrint } from '../../art/paw-print.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useOpenStory } from './use-open-story.tsx';

/** Counts the paws of the year: there is time, never something missing. */
function countText(held: number, planned: number, until: string): string {
  const count = held < stampPlaces ? `${held} of ${stampPlaces} so far` : `${held} so far, a full year`;
  const coming = planned > 0 ? `, ${planned} planned` : '';
  return `Throw a party, earn a paw. ${count}${coming}. There is time until ${until}.`;
}

/** A place for a paw print: stamped if a party was held, pencilled in if one is planned. */
function Stamp({ isStamped, isPlanned, turn }: { isStamped: boolean; isPlanned: boolean; turn: number }) {
  return (
    <svg
      viewBox="-30 -30 60 60"
      aria-hidden="true"
      className={classNames('size-full', isStamped && '[--art-print:var(--color-on-apricot)]')}
    >
      <circle
        r="26"
        strokeWidth="2.5"
        strokeDasharray={isStamped ? undefined : '5 6'}
        strokeLinecap="round"
        className={isStamped ? 'fill-apricot stroke-ink' : 'fill-none stroke-edge'}
      />
      {(isStamped || isPlanned) && <PawPrint transform={`rotate(${turn}) scale(1.15)`} />}
    </svg>
  );
}

/** The year of a dog's life as a card with a place for each party. On its birthday it also offers the story of the past year. */
export function DogYear({ dog, parties, today }: { dog: Dog; parties: readonly Party[]; today: CalendarDate }) {
  const [openStory, openedStory] = useOpenStory();
  const year = dogYearOn(dog.birthDate, today);
  if (!year) return null;
  const story = yearStory(dog, today);
  const held = partiesHeld(year, parties, today);
  const planned = parties
    .filter(({ celebrationDate: day }) => day >= today && day < year.end)
    .toSorted((one, other) => (one.celebrationDate < other.celebrationDate ? -1 : 1));
  const earned = [...held, ...planned];
  const places = Math.max(stampPlaces, earned.length);
  const turns = [-12, 8, -4, 14, -9];
  return (
    <section aria-labelledby={`year-${dog.id}`} className="rounded-card bg-card px-5 py-4 print:hidden">
      <h2 id={`year-${dog.id}`} className="text-title wrap-anywhere">
        {dog.name}'s Year
      </h2>
      <ol className="mt-3 grid grid-cols-5 gap-2">
        {Array.from({ length: places }, (_, place) => {
          const party = earned[place];
          const isHeld = place < held.length;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place has no other name than its number.
            <li key={place} className="mx-auto grid w-full max-w-18 content-start gap-1">
              <Stamp
                isStamped={isHeld}
                isPlanned={!isHeld && party !== undefined}
                turn={turns[place % turns.length] ?? 0}
              />
              <span className={party ? 'line-clamp-2 text-center text-sm wrap-anywhere' : 'sr-only'}>
                {party ? party.title : 'Still free'}
                {party && (
                  <span className="sr-only">
                    , {!isHeld && 'planned for '}
                    {formatLongDate(party.celebrationDate)}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="mt-3 text-sm wrap-anywhere text-ink-soft">
        {countText(held.length, planned.length, formatLongDate(year.end))}
      </p>
      {story && (
        <Button
          variant="secondary"
          className="mt-3 max-w-full wrap-anywhere"
          onClick={() => void openStory({ dog, story, parties: partiesHeld(story.year, parties, today) })}
        >
          See {dog.name}'s Story
        </Button>
      )}
      {openedStory}
    </section>
  );
}
