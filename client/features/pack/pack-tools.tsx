import { isPackOrder, type PackOrder, packOrders } from '../../../domain/dogs/pack-order.ts';
import { classNames } from '../../ui/class-names.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import type { usePackView } from './pack-view.ts';

const orderNames: Record<PackOrder, string> = { newest: 'Newest first', birthday: 'Next birthday', name: 'Name' };

function countText(found: number, all: number): string {
  if (found === 0) return 'Nobody found';
  return `${found} of ${all} dogs`;
}

/** Sorting and searching the pack. Screen readers read how many dogs were found. */
export function PackTools({ view, all }: { view: ReturnType<typeof usePackView>; all: number }) {
  const { isSearchable, search } = view;
  return (
    <div
      className={classNames(
        'mb-6 grid items-end gap-4 sm:grid-cols-[minmax(0,24rem)_minmax(0,14rem)] sm:justify-between',
        isSearchable && 'grid-cols-[minmax(0,1fr)_minmax(0,9.5rem)]',
      )}
    >
      {isSearchable ? (
        <search>
          <TextField
            type="search"
            label="Find a dog"
            placeholder="Name or breed"
            autoComplete="off"
            enterKeyHint="search"
            value={search}
            onValueChange={view.lookFor}
          />
          <p role="status" className="mt-2 min-h-6 text-sm text-ink-soft">
            {search.trim() === '' ? view.note : countText(view.shown.length, all)}
          </p>
        </search>
      ) : (
        <span className="hidden sm:block" />
      )}
      <div className={isSearchable ? 'pb-8' : undefined}>
        <SelectField
          label="Sort by"
          value={view.order}
          onValueChange={(next) => {
            if (isPackOrder(next)) view.sortBy(next);
          }}
        >
          {packOrders.map((known) => (
            <option key={known} value={known}>
              {orderNames[known]}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  );
}
