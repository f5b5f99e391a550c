import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import {
  foundDogs,
  isPackOrder,
  manyDogs,
  type PackOrder,
  packOrders,
  sortedPack,
} from '../../../domain/dogs/pack-order.ts';
import { deviceStorage } from '../../data/drafts/web-storage.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { classNames } from '../../ui/class-names.ts';
import { SelectField, TextField } from '../../ui/field.tsx';

const orderKey = 'wagday-pack-order';

function keptOrder(): PackOrder {
  const kept = deviceStorage.read(orderKey);
  return isPackOrder(kept) ? kept : packOrders[0];
}

export function usePackView(dogs: Dog[], today: CalendarDate) {
  const [order, setOrder] = useState(keptOrder);
  const [search, setSearch] = useState('');
  const [note, setNote] = useState('');
  const hasTools = dogs.length >= manyDogs;
  // The field shows each letter at once; the cards follow.
  const wanted = useDeferredValue(hasTools ? search : '');
  const sorted = useMemo(
    () => sortedPack(dogs, hasTools ? order : packOrders[0], today),
    [dogs, hasTools, order, today],
  );
  const shown = useMemo(() => foundDogs(sorted, wanted), [sorted, wanted]);
  /** Clears a search that hides the dog with that name, and says so. */
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
    hasTools,
    isSearching: wanted.trim() !== '',
    search,
    lookFor: (next: string) => {
      setSearch(next);
      setNote('');
    },
    show,
    note,
  };
}

const orderNames: Record<PackOrder, string> = { newest: 'Newest first', birthday: 'Next birthday', name: 'Name' };

/** Searches and sorts the pack. Screen readers announce how many dogs were found. */
export function PackTools({ view, all }: { view: ReturnType<typeof usePackView>; all: number }) {
  const { search, shown } = view;
  const isEmpty = search.trim() !== '' && shown.length === 0;
  return (
    <div className="mb-4 flex flex-wrap gap-x-3 *:min-w-0 sm:mb-6 sm:gap-x-4">
      <search className="flex-[1_1_7rem] sm:max-w-[24rem] sm:basis-[16rem]">
        <TextField
          type="search"
          label="Find a dog"
          placeholder="Name or breed"
          autoComplete="off"
          enterKeyHint="search"
          value={search}
          onValueChange={view.lookFor}
        />
      </search>
      <div className="flex-[0_1_10rem] sm:flex-[0_1_14rem]">
        <SelectField
          label="Sort by"
          value={view.order}
          onValueChange={(next) => isPackOrder(next) && view.sortBy(next)}
          options={orderNames}
        />
      </div>
      {/* An empty result is reported below, with a picture. */}
      <p role="status" className={classNames(isEmpty ? 'sr-only' : 'mt-2 basis-full text-sm text-ink-soft empty:mt-0')}>
        {isEmpty ? 'Nobody found' : search.trim() === '' ? view.note : `${shown.length} of ${all} dogs`}
      </p>
    </div>
  );
}
