import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { foundDogs, isPackOrder, type PackOrder, packOrders, sortedPack } from '../../../domain/dogs/pack-order.ts';
import { deviceStorage } from '../../data/drafts/web-storage.ts';
import type { Dog } from '../../data/records/dogs.ts';

/** A pack of this many dogs or more can be searched. */
const searchableFrom = 12;

const orderKey = 'wagday-pack-order';

/** The order that this device keeps, or the default. */
function keptOrder(): PackOrder {
  const kept = deviceStorage.read(orderKey);
  return isPackOrder(kept) ? kept : packOrders[0];
}

/** The sorted pack, filtered by the search if it is large. */
export function usePackView(dogs: Dog[], today: CalendarDate) {
  const [order, setOrder] = useState(keptOrder);
  const [search, setSearch] = useState('');
  const [note, setNote] = useState('');
  const isSearchable = dogs.length >= searchableFrom;
  // The field shows each letter at once; the cards follow.
  const wanted = useDeferredValue(isSearchable ? search : '');
  const sorted = useMemo(() => sortedPack(dogs, order, today), [dogs, order, today]);
  const shown = useMemo(() => foundDogs(sorted, wanted), [sorted, wanted]);
  /** Clears a search that hides the dog of that name, and says so. */
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
