import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { foundDogs, isPackOrder, type PackOrder, packOrders, sortedPack } from '../../../domain/pack-order.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import { deviceStorage } from '../../backend/web-storage.ts';

/** From this many dogs on a pack can be searched: fewer are found by looking. */
const searchableFrom = 12;

const orderKey = 'wagday-pack-order';

/** How this device sorts the pack; the usual way where nothing, or nothing of ours, is kept. */
function keptOrder(): PackOrder {
  const kept = deviceStorage.read(orderKey);
  return isPackOrder(kept) ? kept : packOrders[0];
}

/** The pack as its owner wants to see it: sorted, and searched where it is large. */
export function usePackView(dogs: Dog[], today: CalendarDate) {
  const [order, setOrder] = useState(keptOrder);
  const [search, setSearch] = useState('');
  const [note, setNote] = useState('');
  const isSearchable = dogs.length >= searchableFrom;
  // The letters appear at once, the cards follow.
  const wanted = useDeferredValue(isSearchable ? search : '');
  const sorted = useMemo(() => sortedPack(dogs, order, today), [dogs, order, today]);
  const shown = useMemo(() => foundDogs(sorted, wanted), [sorted, wanted]);
  /** Ends a search that hides this dog, and says so. */
  const show = useCallback(
    (name: string) => {
      if (search.trim() === '') return;
      setNote(`Your search is cleared, so that you see ${name}.`);
      setSearch('');
    },
    [search],
  );
  return {
    shown,
    order,
    sortBy: (next: PackOrder) => {
      setOrder(next);
      deviceStorage.keep(orderKey, next);
    },
    isSearchable,
    search,
    lookFor: (next: string) => {
      setSearch(next);
      setNote('');
    },
    show,
    note,
  };
}
