import { memo, type ReactNode, useDeferredValue, useEffect } from 'react';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import { EmptyPack } from '../../ui/art/empty-pack.tsx';
import { bringIntoView } from '../../ui/focus.ts';
import { cardOf, DogCard } from './dog-card.tsx';
import { NextUp } from './next-up.tsx';
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

type CardProps = CardSlots & { today: CalendarDate; onEdit: (dog: Dog) => void; onDelete: (dog: Dog) => void };

/** One card in the grid. It is rendered again only when something of its own has changed. */
const PackCard = memo(function PackCard({
  dog,
  isOneOfMany,
  today,
  renderParties,
  renderActions,
  renderChange,
  onEdit,
  onDelete,
}: CardProps & { dog: Dog; isOneOfMany: boolean }) {
  return (
    <li className={isOneOfMany ? 'pack-card grid' : 'grid'}>
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
  ...card
}: CardProps & {
  dogs: Dog[];
  /** A dog that was saved or restored just now. Its card is brought into view. */
  arrived?: Dog | null;
  onArrived?: () => void;
  children: ReactNode;
}) {
  const view = usePackView(dogs, card.today);
  const { shown, show } = view;
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
      <NextUp dogs={dogs} today={card.today} />
      {children}
      {dogs.length > 1 && <PackTools view={view} all={dogs.length} />}
      {shown.length === 0 && (
        <div className="grid justify-items-center gap-3 py-8 text-center">
          <EmptyPack className="w-56 max-w-full" />
          <p>Nobody in your pack answers to that.</p>
        </div>
      )}
      <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {cards.map((dog) => (
          <PackCard key={dog.id} dog={dog} isOneOfMany={dogs.length > firstCards} {...card} />
        ))}
      </ul>
    </>
  );
}
