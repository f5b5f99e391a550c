import { Fragment, memo, type ReactNode, useDeferredValue, useEffect } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { isInMemory } from '../../../domain/dogs/life.ts';
import { EmptyPack } from '../../art/empty-pack.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import { classNames } from '../../ui/class-names.ts';
import { bringIntoView } from '../../ui/focus.ts';
import { ArrivalSpecks } from './arrival-specks.tsx';
import { cardOf, DogCard } from './dog-card.tsx';
import { NewsFold } from './news-fold.tsx';
import { NextUp } from './next-up.tsx';
import { fewDogs, gridClasses } from './pack-shape.ts';
import { PackTools } from './pack-tools.tsx';
import { usePackView } from './pack-view.ts';

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

/** What is celebrated today, above all else. In full it takes the place of what is next. */
export type TodaySlot = { party?: ReactNode; isPartyFull?: boolean };

type CardProps = CardSlots & {
  today: CalendarDate;
  onEdit: (dog: Dog) => void;
  onDelete: (dog: Dog) => void;
  /** Called when the arrival of a new dog has been shown. */
  onGreeted?: (() => void) | undefined;
};

/** One card in the pack. It is rendered again only when something of its own has changed. */
const PackCard = memo(function PackCard({
  dog,
  isWide,
  isOneOfMany,
  isNewcomer,
  today,
  renderParties,
  renderActions,
  renderChange,
  onEdit,
  onDelete,
  onGreeted,
}: CardProps & { dog: Dog; isWide: boolean; isOneOfMany: boolean; isNewcomer: boolean }) {
  return (
    <li className={classNames('grid', isOneOfMany && 'pack-card', isNewcomer && 'pack-newcomer')}>
      <DogCard
        dog={dog}
        today={today}
        isWide={isWide}
        actions={renderActions?.(dog)}
        parties={renderParties?.(dog)}
        change={renderChange?.(dog)}
        onEdit={() => onEdit(dog)}
        onDelete={() => onDelete(dog)}
      />
      {isNewcomer && <ArrivalSpecks onEnd={onGreeted} />}
    </li>
  );
});

/** What is next in the pack, the tools to look through it, and every dog on a card. */
export function PackCards({
  dogs,
  arrived = null,
  newcomerId = null,
  onArrived,
  party,
  isPartyFull = false,
  children,
  ...card
}: CardProps &
  TodaySlot & {
    dogs: Dog[];
    /** A dog that was saved or restored just now. Its card is brought into view. */
    arrived?: Dog | null;
    /** A dog that was added just now. The pack greets it. */
    newcomerId?: string | null;
    onArrived?: () => void;
    children: ReactNode;
  }) {
  const view = usePackView(dogs, card.today);
  const { shown, show } = view;
  const isUp = useDeferredValue(true, false);
  const cards = isUp ? shown : shown.slice(0, firstCards);
  const areFew = dogs.length <= fewDogs;

  useEffect(() => {
    if (!arrived || isInMemory(arrived)) return;
    if (!cards.some(({ id }) => id === arrived.id)) {
      show(arrived.name);
      return;
    }
    const card = cardOf(arrived.id);
    if (card) bringIntoView(card);
    onArrived?.();
  }, [arrived, cards, show, onArrived]);

  const today = party && <Fragment key="today">{party}</Fragment>;
  const news = (
    <Fragment key="news">
      {!isPartyFull && <NextUp dogs={dogs} today={card.today} />}
      {children}
    </Fragment>
  );
  // The key keeps the cards where they are in the document, and the focus in them, when the news move to their other side.
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
      <NewsFold key="news" dogs={dogs} today={card.today}>
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
