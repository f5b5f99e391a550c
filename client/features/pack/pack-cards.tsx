import { type ComponentType, memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import { dogHash } from '../../../addresses/addresses.ts';
import { daysToGo, daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { celebrationTitle } from '../../../domain/celebrations/occasion.ts';
import { addDays, type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { isInMemory } from '../../../domain/dogs/life.ts';
import { packCelebrations } from '../../../domain/dogs/pack-order.ts';
import { isolated } from '../../../domain/text/text.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { EmptyPack } from '../../art/empty-pack.tsx';
import { Tier } from '../../art/icing.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { bringIntoView, focusOrHeading } from '../../ui/focus.ts';
import { PawIcon } from '../../ui/icons.tsx';
import { isAlwaysNear, useFirstItemsFirst, useNear } from '../../ui/use-near.ts';
import { cardOf, DogCard, DogLines, shortDate } from './dog-card.tsx';
import { fewDogs, gridClasses } from './pack-loading.tsx';
import { PackTools, usePackView } from './pack-tools.tsx';

/** Returns the next celebration of the pack, from a day on; undefined if no dog has one within a year. */
function useNextUp(dogs: readonly Dog[], today: CalendarDate, from: CalendarDate) {
  const coming = useMemo(() => packCelebrations(dogs, today), [dogs, today]);
  return coming.find(({ date }) => date >= from);
}

const colours = ['--art-apricot', '--art-sky', '--art-leaf', '--art-butter', '--art-raspberry'] as const;
const lastWeek = [7, 6, 5, 4, 3, 2, 1] as const;

/** Counts the last week down on a strip of icing: a candle for each of its days, the last one tomorrow. Decorative. */
function WeekOfCandles({ days }: { days: number }) {
  return (
    <span className="relative flex h-14 basis-full items-end overflow-hidden max-sm:col-span-2">
      {[0, 1, 2, 3].map((tier) => (
        <Tier key={tier} colour="apricot" className="h-8 w-96 shrink-0" />
      ))}
      <svg viewBox="0 0 168 44" className="absolute start-3 bottom-3 h-10 overflow-visible" aria-hidden="true">
        <g stroke="var(--art-ink)" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
          {lastWeek.slice(0, 8 - days).map((day, index) => (
            <g key={day} transform={`translate(${index * 24})`}>
              <path d="M8 18Q12 16 16 18L15 44H9Z" fill={`var(${colours[index % colours.length]})`} />
              <path d="M12 14C6 11 8 5 12 1C16 5 18 11 12 14V18" fill="var(--art-butter)" />
            </g>
          ))}
        </g>
      </svg>
    </span>
  );
}

type NextUpProps = {
  next: NonNullable<ReturnType<typeof useNextUp>>;
  today: CalendarDate;
  Action: CardSlots['NextAction'];
};

/** Who is next, on a ticket that opens the dog's page, with the one thing to do about it. */
function NextUp({ next, today, Action }: NextUpProps) {
  const { dog, date } = next;
  const days = daysToGo(date, today);
  return (
    <section
      aria-labelledby="next-up"
      className="relative mb-4 grid grid-cols-[minmax(0,calc(var(--spacing)*36))_minmax(min(10.5rem,75%),1fr)] items-center overflow-hidden rounded-card bg-card shadow-card transition duration-quick has-[a:hover]:bg-apricot-wash sm:mb-6 sm:grid-cols-[calc(var(--spacing)*60)_1fr]"
    >
      <span className="relative min-h-30 self-stretch overflow-hidden max-sm:m-3 max-sm:me-0 max-sm:rounded-field">
        <DogPhoto dog={dog} photo={dog.photoUrl} alt="" loading="lazy" className="absolute inset-0 size-full" />
      </span>
      <div className="contents min-h-40 min-w-0 flex-wrap items-center gap-x-6 gap-y-2 pt-5 sm:flex">
        <div className="min-w-[min(14rem,100%)] flex-1 px-4 py-3 sm:px-6 sm:pt-0 sm:pb-5">
          <h2 id="next-up" className="mb-1 font-sans text-sm font-normal">
            Next Up
          </h2>
          <a
            href={dogHash(dog.id)}
            className="line-clamp-4 rounded-field font-display text-title leading-tight font-bold wrap-anywhere after:absolute after:inset-0 lg:text-heading"
          >
            {celebrationTitle(isolated(dog.name), next)}
          </a>
          <p className="mt-1">
            <span aria-hidden="true">{shortDate(date, today)} · </span>
            <span className="sr-only">{formatLongDate(date)}, </span>
            <strong className="inline-block font-display">{daysToGoText(days)}</strong>
          </p>
        </div>
        <div className="relative z-10 grid px-3 pb-4 empty:hidden max-sm:col-span-2 sm:px-6 sm:pb-5">
          {Action && <Action dog={dog} date={date} />}
        </div>
        {days <= 7 && <WeekOfCandles days={days} />}
      </div>
    </section>
  );
}

const count = 22;
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
      // Round the card. Where there is room, half of it is in the space above and below. Ends last, and with it the arrival.
      className="pointer-events-none absolute inset-[0_0_1rem] animate-[clock_1.6s_linear_both] sm:inset-[-0.5rem_0_0.5rem]"
      aria-hidden="true"
      onAnimationEnd={(event) => {
        if (event.target === event.currentTarget) onEnd?.();
      }}
    >
      {Array.from({ length: count }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the specks never change their order.
          key={index}
          className="absolute -translate-1/2 rotate-(--turn) animate-[speck-flies_1.1s_var(--ease-settle)_both] max-sm:scale-60"
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

export type CardSlots = {
  NextAction?: ComponentType<{ dog: Dog; date: CalendarDate }> | undefined;
  Parties?: ComponentType<{ dog: Dog }> | undefined;
  /** Further actions. `isNext`: it celebrates next, so the first is what one came for. On the day of a celebration that is the candles. */
  Actions?: ComponentType<{ dog: Dog; isNext: boolean }> | undefined;
  Change?: ComponentType<{ dog: Dog }> | undefined;
};

/** Today's celebration, above all else. In full it replaces what is next. */
export type TodaySlot = {
  /** Null on an ordinary day. Its children are the facts and actions of the dog whose card it is. */
  Today?: ComponentType<{ children: ReactNode }> | null;
  isPartyFull?: boolean;
  celebratedId?: string | null;
};

type CardProps = CardSlots & {
  today: CalendarDate;
  onEdit: (dog: Dog) => void;
  onDelete: (dog: Dog) => void;
  onGreeted?: (() => void) | undefined;
};

function filled(dog: Dog, isNext: boolean, { today, Parties, Actions, Change, onEdit, onDelete }: CardProps) {
  return {
    dog,
    today,
    actions: Actions && <Actions dog={dog} isNext={isNext} />,
    parties: Parties && <Parties dog={dog} />,
    change: Change && <Change dog={dog} />,
    onEdit: () => onEdit(dog),
    onDelete: () => onDelete(dog),
  };
}

type Place = { isFull: boolean; isNext: boolean; isAlwaysNear: boolean; isNewcomer: boolean };

type PackCardProps = CardProps & Place & { dog: Dog };

/** One card in the pack. Memoized, so that a change elsewhere does not render it again. */
const PackCard = memo(function PackCard({ dog, isFull, isNext, isAlwaysNear, isNewcomer, ...card }: PackCardProps) {
  const { isNear, item } = useNear(isAlwaysNear, '13rem');
  return (
    <li {...item} className={classNames('grid pb-4 sm:pb-6', isNewcomer && 'pack-newcomer')}>
      <DogCard isFull={isFull} isNear={isNear} {...filled(dog, isNext, card)} />
      {isNewcomer && <ArrivalSpecks onEnd={card.onGreeted} />}
    </li>
  );
});

export function PackCards({
  dogs,
  arrived = null,
  newcomerId = null,
  onArrived,
  Today = null,
  isPartyFull = false,
  celebratedId = null,
  NextAction,
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
  const celebrated = dogs.find(({ id }) => id === celebratedId);
  const cards = useFirstItemsFirst(shown);
  // A visit keeps the cards as they were at its beginning, so that none changes while a dog comes or goes.
  const [atFirst] = useState(dogs.length);
  const isFull = atFirst <= fewDogs && !hasTools && !isPartyFull;
  const seats = hasTools ? dogs.length : Math.max(cards.length, isPartyFull ? 0 : fewDogs + 1);
  const next = useNextUp(dogs, card.today, Today ? addDays(card.today, 1) : card.today);
  // The first cards of a pack by birthday say who is next, and so does the card of an only dog.
  const isSaid = hasTools ? order === 'birthday' && next && 'humanYears' in next : dogs.length === 1 && !Today;
  const hasTicket = !isSearching && !isPartyFull && next !== undefined && !isSaid;

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
      {!isSearching && Today && <Today>{celebrated && <DogLines {...filled(celebrated, false, card)} />}</Today>}
      {hasTicket && <NextUp next={next} today={card.today} Action={Today ? undefined : NextAction} />}
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
      <ul
        className={classNames(
          gridClasses(isFull ? atFirst : seats, isFull, cards.length < seats),
          newcomerId !== null && 'pack-looks-up',
        )}
      >
        {cards.map((dog, index) => (
          <PackCard
            key={dog.id}
            dog={dog}
            isFull={isFull}
            isNext={!Today && !hasTicket && dog.id === next?.dog.id}
            isAlwaysNear={isAlwaysNear(index, cards.length)}
            isNewcomer={dog.id === newcomerId}
            {...card}
          />
        ))}
      </ul>
    </>
  );
}
