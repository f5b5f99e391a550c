import { Fragment, memo, type ReactNode, useDeferredValue, useEffect, useMemo, useSyncExternalStore } from 'react';
import { daysToGo, daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { packMoments } from '../../../domain/celebrations/pack-moments.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { isInMemory } from '../../../domain/dogs/life.ts';
import { DogPicture } from '../../art/dog-picture.tsx';
import { EmptyPack } from '../../art/empty-pack.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import { classNames } from '../../ui/class-names.ts';
import { Summary } from '../../ui/disclosure.tsx';
import { bringIntoView } from '../../ui/focus.ts';
import { PawIcon } from '../../ui/icons.tsx';
import { cardOf, DogCard, DogLines } from './dog-card.tsx';
import { NextUp } from './next-up.tsx';
import { fewDogs, gridClasses } from './pack-loading.tsx';
import { PackTools, usePackView } from './pack-tools.tsx';

const phone = window.matchMedia('(max-width: 639px)');

function subscribe(onChange: () => void) {
  phone.addEventListener('change', onChange);
  return () => phone.removeEventListener('change', onChange);
}

/** The next celebrations and the plans of a pack of several dogs. On a phone they are folded, so that the dogs are near. */
function NewsFold({ dogs, today, children }: { dogs: Dog[]; today: CalendarDate; children: ReactNode }) {
  const isPhone = useSyncExternalStore(subscribe, () => phone.matches);
  const [next] = useMemo(() => packMoments(dogs, today), [dogs, today]);
  if (!isPhone || !next) return children;
  return (
    <details className="group/news mb-4">
      <Summary className="rounded-card bg-card px-4 shadow-card group-open/news:mb-4">
        <DogPicture dog={next.dog} className="size-10" />
        <span className="me-auto line-clamp-2 min-w-0 font-sans font-normal leading-snug wrap-anywhere">
          <strong className="font-display">What's next:</strong> {next.dog.name},{' '}
          {daysToGoText(daysToGo(next.date, today))}
        </span>
      </Summary>
      {children}
    </details>
  );
}

const count = 22;
const colours = ['bg-(--art-apricot)', 'bg-(--art-sky)', 'bg-(--art-leaf)', 'bg-(--art-butter)'] as const;
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
            <PawIcon className="size-8 text-ink-soft" />
          ) : (
            <span
              className={classNames(
                'block',
                colours[Math.floor(index / 2) % colours.length],
                shapes[Math.floor(index / 2) % shapes.length],
              )}
            />
          )}
        </span>
      ))}
    </span>
  );
}

/** How many cards are rendered first. The others follow once these are shown. */
const firstCards = 24;

/** What the page adds to the card of each dog. */
export type CardSlots = {
  /** The dog's parties. */
  renderParties?: ((dog: Dog) => ReactNode) | undefined;
  /** Further actions for the dog. */
  renderActions?: ((dog: Dog) => ReactNode) | undefined;
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
function filled(dog: Dog, { today, renderParties, renderActions, renderChange, onEdit, onDelete }: CardProps) {
  return {
    dog,
    today,
    actions: renderActions?.(dog),
    parties: renderParties?.(dog),
    change: renderChange?.(dog),
    onEdit: () => onEdit(dog),
    onDelete: () => onDelete(dog),
  };
}

/** One card in the pack. Memoized, so that a change elsewhere does not render it again. */
const PackCard = memo(function PackCard({
  dog,
  isWide,
  isOneOfMany,
  isNewcomer,
  ...card
}: CardProps & { dog: Dog; isWide: boolean; isOneOfMany: boolean; isNewcomer: boolean }) {
  return (
    <li className={classNames('grid', isOneOfMany && 'pack-card', isNewcomer && 'pack-newcomer')}>
      <DogCard isWide={isWide} {...filled(dog, card)} />
      {isNewcomer && <ArrivalSpecks onEnd={card.onGreeted} />}
    </li>
  );
});

/** What is next in the pack, the tools to look through it, and every dog on a card. */
export function PackCards({
  dogs: all,
  arrived = null,
  newcomerId = null,
  onArrived,
  renderToday = null,
  isPartyFull = false,
  celebratedId = null,
  children,
  ...card
}: CardProps &
  TodaySlot & {
    dogs: Dog[];
    /** A dog that was just saved or restored. Its card is brought into view. */
    arrived?: Dog | null;
    /** A dog that was just added. The pack greets it. */
    newcomerId?: string | null;
    onArrived?: () => void;
    children: ReactNode;
  }) {
  const dogs = useMemo(() => all.filter(({ id }) => id !== celebratedId), [all, celebratedId]);
  const view = usePackView(dogs, card.today);
  const { shown, show } = view;
  const isUp = useDeferredValue(true, false);
  const cards = isUp ? shown : shown.slice(0, firstCards);
  const areFew = dogs.length <= fewDogs;

  useEffect(() => {
    if (!arrived || isInMemory(arrived)) return;
    if (arrived.id !== celebratedId && !cards.some(({ id }) => id === arrived.id)) {
      show(arrived.name);
      return;
    }
    const card = cardOf(arrived.id);
    if (card) bringIntoView(card);
    onArrived?.();
  }, [arrived, cards, celebratedId, show, onArrived]);

  const today = renderToday && (
    <Fragment key="today">
      {renderToday((dog) => (
        <DogLines {...filled(dog, card)} />
      ))}
    </Fragment>
  );
  const news = (
    <Fragment key="news">
      {!isPartyFull && <NextUp dogs={all} today={card.today} />}
      {children}
    </Fragment>
  );
  // The key keeps the cards mounted, and the focus in them, when the news move to their other side.
  const pack = (
    <ul key="pack" className={classNames(gridClasses(dogs.length), newcomerId !== null && 'pack-looks-up')}>
      {cards.map((dog) => (
        <PackCard
          key={dog.id}
          dog={dog}
          isWide={areFew}
          isOneOfMany={dogs.length > firstCards}
          isNewcomer={dog.id === newcomerId}
          {...card}
        />
      ))}
    </ul>
  );

  if (areFew) return [today, pack, news];
  return [
    today,
    isPartyFull ? (
      news
    ) : (
      <NewsFold key="news" dogs={all} today={card.today}>
        {news}
      </NewsFold>
    ),
    <PackTools key="tools" view={view} all={dogs.length} />,
    shown.length === 0 && (
      <div key="nobody" className="grid justify-items-center gap-3 py-8 text-center">
        <EmptyPack className="w-56 max-w-full" />
        <p>Nobody in your pack answers to that.</p>
      </div>
    ),
    pack,
  ];
}
