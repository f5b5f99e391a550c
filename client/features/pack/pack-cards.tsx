import { memo, type ReactNode, useDeferredValue, useEffect } from 'react';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import { EmptyPack } from '../../ui/art/empty-pack.tsx';
import { bringIntoView } from '../../ui/focus.ts';
import { cardOf, DogCard } from './dog-card.tsx';
import { NextUp } from './next-up.tsx';
import { PackTools } from './pack-tools.tsx';
import { usePackView } from './pack-view.ts';

/** The cards of the first screens come first; the others follow when the page is up. */
const firstCards = 24;

type CardSlots = {
  today: CalendarDate;
  renderParties: ((dog: Dog) => ReactNode) | undefined;
  renderActions: ((dog: Dog) => ReactNode) | undefined;
  renderChange: ((dog: Dog) => ReactNode) | undefined;
  onEdit: (dog: Dog) => void;
  onDelete: (dog: Dog) => void;
};

/** A card with its place in the grid. It is made anew only when something of its own has changed. */
const Place = memo(function Place({
  dog,
  isOneOfMany,
  today,
  renderParties,
  renderActions,
  renderChange,
  onEdit,
  onDelete,
}: CardSlots & { dog: Dog; isOneOfMany: boolean }) {
  return (
    <li className={isOneOfMany ? 'pack-place grid' : 'grid'}>
      <DogCard
        dog={dog}
        today={today}
        actions={renderActions?.(dog)}
        parties={renderParties?.(dog)}
        change={renderChange?.(dog)}
        onEdit={() => onEdit(dog)}
        onDelete={() => onDelete(dog)}
      />
    </li>
  );
});

/** What is next in the pack, the tools to look through it, and every dog on a card. */
export function PackCards({
  dogs,
  arrived = null,
  onArrived,
  children,
  ...slots
}: CardSlots & {
  dogs: Dog[];
  /** A dog that is to be seen: its card gets the focus as soon as it is there. */
  arrived?: Dog | null;
  onArrived?: () => void;
  children: ReactNode;
}) {
  const { shown, order, sortBy, isSearchable, search, lookFor, show, note } = usePackView(dogs, slots.today);
  const isUp = useDeferredValue(true, false);
  const cards = isUp ? shown : shown.slice(0, firstCards);

  useEffect(() => {
    if (!arrived) return;
    if (!cards.some(({ id }) => id === arrived.id)) {
      show(arrived.name);
      return;
    }
    const card = cardOf(arrived.id);
    if (card) bringIntoView(card);
    onArrived?.();
  }, [arrived, cards, show, onArrived]);

  return (
    <>
      <NextUp dogs={dogs} today={slots.today} />
      {children}
      {dogs.length > 1 && (
        <PackTools
          order={order}
          onSort={sortBy}
          search={isSearchable ? search : null}
          onSearch={lookFor}
          found={shown.length}
          all={dogs.length}
          note={note}
        />
      )}
      {shown.length === 0 && (
        <div className="grid justify-items-center gap-3 py-8 text-center">
          <EmptyPack className="w-56 max-w-full" />
          <p>Nobody in your pack answers to that.</p>
        </div>
      )}
      <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {cards.map((dog) => (
          <Place key={dog.id} dog={dog} isOneOfMany={dogs.length > firstCards} {...slots} />
        ))}
      </ul>
    </>
  );
}
