import { memo, type ReactNode, useEffect, useMemo } from 'react';
import { dogHash } from '../../../addresses/addresses.ts';
import { daysToGo, daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { occasionOf } from '../../../domain/celebrations/occasion.ts';
import { addDays, type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { isInMemory } from '../../../domain/dogs/life.ts';
import { packCelebrations } from '../../../domain/dogs/pack-order.ts';
import { CalendarLeaf } from '../../art/calendar-leaf.tsx';
import { DogPicture } from '../../art/dog-picture.tsx';
import { EmptyPack } from '../../art/empty-pack.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { bringIntoView, focusOrHeading } from '../../ui/focus.ts';
import { PawIcon } from '../../ui/icons.tsx';
import { isAlwaysNear, useFirstItemsFirst, useNear } from '../../ui/use-near.ts';
import { cardOf, DogCard, DogLines } from './dog-card.tsx';
import { fewDogs, gridClasses } from './pack-loading.tsx';
import { PackTools, usePackView } from './pack-tools.tsx';

/** Returns the next celebration of the pack, from a day on; undefined if no dog has one within a year. */
function useNextUp(dogs: readonly Dog[], today: CalendarDate, from: CalendarDate) {
  const coming = useMemo(() => packCelebrations(dogs, today), [dogs, today]);
  return coming.find(({ date }) => date >= from);
}

/** Who is next, on a ticket that opens the dog's page. */
function NextUp({ next, today }: { next: NonNullable<ReturnType<typeof useNextUp>>; today: CalendarDate }) {
  const { dog, date } = next;
  return (
    <section aria-labelledby="next-up" className="mb-4">
      <a
        href={dogHash(dog.id)}
        className="flex items-center gap-x-4 rounded-card bg-card px-4 py-3 shadow-card transition duration-quick hover:bg-apricot-wash sm:px-6"
      >
        <CalendarLeaf date={date} />
        <DogPicture dog={dog} className="size-16 max-sm:hidden" />
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-8">
          <div className="min-w-0">
            <h2 id="next-up" className="mb-1 font-sans text-sm font-normal">
              Next Up
            </h2>
            <strong className="-ms-1 line-clamp-2 ps-1 font-display text-title leading-tight wrap-anywhere">
              {dog.name}
            </strong>
            <span className="block">
              {occasionOf(next)}
              {/* The leaf has no year. */}
              <span className={date.slice(0, 4) === today.slice(0, 4) ? 'sr-only' : undefined}>
                , {formatLongDate(date)}
              </span>
              <span className="sr-only">, </span>
            </span>
          </div>
          <strong className="font-display text-title leading-tight sm:text-heading">
            {daysToGoText(daysToGo(date, today))}
          </strong>
        </div>
      </a>
    </section>
  );
}

const count = 22;
const colours = ['--art-apricot', '--art-sky', '--art-leaf', '--art-butter', '--art-raspberry'] as const;
const shapes = ['h-5 w-2.5 rounded-sm', 'size-4 rounded-pill', 'h-2.5 w-6 rounded-pill'] as const;

/** Returns where on the edge of the card a speck lands, and how late it starts. */
function placeOf(index: number) {
  const turn = (index / count) * 2 * Math.PI;
  const [across, up] = [Math.sin(turn), Math.cos(turn)];
  const edge = Math.max(Math.abs(across), Math.abs(up));
  return {
    left: `${50 + 50 * (across / edge)}%`,
    top: `${50 - 50 * (up / edge)}%`,
    '--turn': `${Math.round((turn * 180) / Math.PI)}deg`,
    color: `var(${colours[index % colours.length]})`,
    animationDelay: `${120 + (index % 3) * 50}ms`,
  };
}

/** A ring of paw prints and confetti that bursts out around the card of a dog that has just been added. Decorative. */
function ArrivalSpecks({ onEnd }: { onEnd: (() => void) | undefined }) {
  return (
    <span
      className="arrival-specks"
      aria-hidden="true"
      onAnimationEnd={(event) => {
        if (event.target === event.currentTarget) onEnd?.();
      }}
    >
      {Array.from({ length: count }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the specks never change their order.
          key={index}
          className="arrival-speck"
          style={placeOf(index)}
        >
          {index % 2 === 0 ? (
            <PawIcon className="size-8 fill-current stroke-ring" />
          ) : (
            <span className={classNames('block bg-current', shapes[Math.floor(index / 2) % shapes.length])} />
          )}
        </span>
      ))}
    </span>
  );
}

/** What the page adds to the card of each dog. */
export type CardSlots = {
  /** The dog's parties. */
  renderParties?: ((dog: Dog) => ReactNode) | undefined;
  /**
   * Further actions for the dog. `isNext`: it is the one that celebrates next, so its first action is what one came for. On the day of a
   * celebration that is the candles.
   */
  renderActions?: ((dog: Dog, isNext: boolean) => ReactNode) | undefined;
  /** The state of the dog's unsent changes. */
  renderChange?: ((dog: Dog) => ReactNode) | undefined;
};

/** Today's celebration, above all else. In full it replaces what is next. */
export type TodaySlot = {
  renderToday?: ((renderDog: (dog: Dog) => ReactNode) => ReactNode) | null;
  isPartyFull?: boolean;
  /** The dog whose card the celebration is. */
  celebratedId?: string | null;
};

type CardProps = CardSlots & {
  today: CalendarDate;
  onEdit: (dog: Dog) => void;
  onDelete: (dog: Dog) => void;
  /** Called when the arrival of a new dog has been shown. */
  onGreeted?: (() => void) | undefined;
};

/** Fills the slots of a card for a dog. */
function filled(
  dog: Dog,
  isNext: boolean,
  { today, renderParties, renderActions, renderChange, onEdit, onDelete }: CardProps,
) {
  return {
    dog,
    today,
    actions: renderActions?.(dog, isNext),
    parties: renderParties?.(dog),
    change: renderChange?.(dog),
    onEdit: () => onEdit(dog),
    onDelete: () => onDelete(dog),
  };
}

type Place = { isFull: boolean; isNext: boolean; isAlwaysNear: boolean; isNewcomer: boolean };

/** One card in the pack. Memoized, so that a change elsewhere does not render it again. */
const PackCard = memo(function PackCard({
  dog,
  isFull,
  isNext,
  isAlwaysNear,
  isNewcomer,
  ...card
}: CardProps & Place & { dog: Dog }) {
  const { isNear, item } = useNear(isAlwaysNear, '13rem');
  return (
    <li
      {...item}
      className={classNames(
        'grid pb-4 sm:pb-6',
        // The facts of cards beside each other line up, however long one is.
        !isFull && 'roomy:row-span-6 roomy:grid-rows-subgrid',
        isNewcomer && 'pack-newcomer',
      )}
    >
      <DogCard isFull={isFull} isNear={isNear} {...filled(dog, isNext, card)} />
      {isNewcomer && <ArrivalSpecks onEnd={card.onGreeted} />}
    </li>
  );
});

/** Who is next in the pack, the tools to look through it, and every dog on a card. */
export function PackCards({
  dogs,
  arrived = null,
  newcomerId = null,
  onArrived,
  renderToday = null,
  isPartyFull = false,
  celebratedId = null,
  ...card
}: CardProps &
  TodaySlot & {
    dogs: Dog[];
    /** A dog that was just saved or restored. Its card is brought into view. */
    arrived?: Dog | null;
    /** A dog that was just added. The pack greets it. */
    newcomerId?: string | null;
    onArrived?: () => void;
  }) {
  const view = usePackView(dogs, card.today);
  const { hasTools, order, isSearching, show } = view;
  // A search looks through all cards, and the celebration makes room for what it finds.
  const shown = isSearching ? view.shown : view.shown.filter(({ id }) => id !== celebratedId);
  const cards = useFirstItemsFirst(shown);
  const seats = hasTools ? dogs.length : cards.length;
  const isFull = dogs.length <= fewDogs && !isPartyFull;
  const next = useNextUp(dogs, card.today, renderToday ? addDays(card.today, 1) : card.today);
  // The first cards of a pack by birthday say who is next, and so do full cards.
  const isSaid = hasTools ? order === 'birthday' && next && 'humanYears' in next : isFull && !renderToday;

  useEffect(() => {
    if (!arrived || isInMemory(arrived)) return;
    const element = cardOf(arrived.id);
    if (!element) {
      show(arrived.name);
      return;
    }
    bringIntoView(element);
    onArrived?.();
  });

  return (
    <>
      {hasTools && <PackTools view={view} all={dogs.length} />}
      {!isSearching && renderToday?.((dog) => <DogLines {...filled(dog, false, card)} />)}
      {!isSearching && !isPartyFull && next && !isSaid && <NextUp next={next} today={card.today} />}
      {isSearching && cards.length === 0 && (
        <div className="grid justify-items-center gap-3 py-8 text-center">
          <EmptyPack className="w-56 max-w-full" />
          <p>Nobody in your pack answers to that.</p>
          <Button
            variant="secondary"
            onClick={() => {
              view.lookFor('');
              // The button is gone with the search.
              focusOrHeading();
            }}
          >
            Show All {dogs.length}
          </Button>
        </div>
      )}
      <ul className={classNames(gridClasses(seats, isFull), newcomerId !== null && 'pack-looks-up')}>
        {cards.map((dog, index) => (
          <PackCard
            key={dog.id}
            dog={dog}
            isFull={isFull}
            isNext={!renderToday && dog.id === next?.dog.id}
            isAlwaysNear={isAlwaysNear(index, cards.length)}
            isNewcomer={dog.id === newcomerId}
            {...card}
          />
        ))}
      </ul>
    </>
  );
}
