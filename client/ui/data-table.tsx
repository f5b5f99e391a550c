import { classNames } from './class-names.ts';

type Row = { head: string; cells: readonly (string | number)[]; isMarked?: boolean };

export function DataTable({ caption, columns, rows }: { caption: string; columns: readonly string[]; rows: Row[] }) {
  const placeOf = (column: number) => {
    if (/\d/.test(String(rows[0]?.cells[column])))
      return classNames('text-end whitespace-nowrap', columns.length > 2 && 'w-px sm:w-auto');
    return column > 0 ? 'text-start sm:w-1/2 sm:ps-12 [tr:not([aria-current])>&]:text-ink-soft' : 'text-start';
  };
  return (
    <table className="w-full max-w-130 self-start border-collapse text-sm min-[22rem]:text-base">
      <caption className="mb-1 text-start font-bold wrap-anywhere">{caption}</caption>
      <thead>
        <tr className="border-b-2 border-edge text-sm text-ink-soft *:max-sm:whitespace-normal sm:text-base">
          {columns.map((column, index) => (
            <th
              key={column}
              scope="col"
              className={classNames('px-2 py-1.5 align-bottom first:ps-0', placeOf(index - 1))}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ head, cells, isMarked }) => (
          <tr
            key={head}
            aria-current={isMarked || undefined}
            className={classNames('border-b border-line', isMarked && 'bg-lamp font-bold text-on-lamp')}
          >
            <th scope="row" className={classNames('py-1.5 pe-2 text-start', isMarked && 'ps-2')}>
              {head}
            </th>
            {cells.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column.
              <td key={column} className={classNames('px-2 py-1.5', placeOf(column))}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
