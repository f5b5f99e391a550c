import { isPackOrder, type PackOrder, packOrders } from '../../../domain/pack-order.ts';
import { SelectField, TextField } from '../../ui/field.tsx';

const orderNames: Record<PackOrder, string> = { newest: 'Newest first', birthday: 'Next birthday', name: 'Name' };

function countText(found: number, all: number): string {
  if (found === 0) return 'Nobody found';
  return `${found} of ${all} dogs`;
}

/** Sorting and searching the pack. How many were found is said aloud. */
export function PackTools({
  order,
  onSort,
  search,
  onSearch,
  found,
  all,
  note,
}: {
  order: PackOrder;
  onSort: (order: PackOrder) => void;
  /** Null while the pack is too small to be searched. */
  search: string | null;
  onSearch: (search: string) => void;
  found: number;
  all: number;
  /** What happened to the search, in words; empty for nothing. */
  note: string;
}) {
  return (
    <div className="mb-6 grid items-end gap-4 sm:grid-cols-[minmax(0,24rem)_minmax(0,14rem)] sm:justify-between">
      {search === null ? (
        <span className="hidden sm:block" />
      ) : (
        <search>
          <TextField
            type="search"
            label="Find a dog"
            placeholder="Name or breed"
            autoComplete="off"
            enterKeyHint="search"
            value={search}
            onValueChange={onSearch}
          />
          <p role="status" className="mt-2 min-h-6 text-sm text-ink-soft">
            {search.trim() === '' ? note : countText(found, all)}
          </p>
        </search>
      )}
      <div className={search === null ? undefined : 'sm:pb-8'}>
        <SelectField
          label="Sort by"
          value={order}
          onValueChange={(next) => {
            if (isPackOrder(next)) onSort(next);
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
