import { classNames } from './class-names.ts';

type Row = { head: string; cells: readonly (string | number)[]; isMarked?: boolean };

/** A small table of figures with a heading for each column and row. */
export function DataTable({ caption, columns, rows }: { caption: string; columns: readonly string[]; rows: Row[] }) {
  return (
    <table className="w-full self-start border-collapse text-sm">
      <caption className="mb-1 text-start font-bold wrap-anywhere">{caption}</caption>
      <thead>
        <tr className="border-b-2 border-edge text-ink-soft">
          {columns.map((column) => (
            <th key={column} scope="col" className="py-1.5 pe-2 text-start align-bottom last:pe-0">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ head, cells, isMarked }) => (
          <tr key={head} className={classNames('border-b border-line', isMarked && 'bg-apricot-wash font-bold')}>
            <th scope="row" className="py-1.5 pe-2 text-start">
              {head}
            </th>
            {cells.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column.
              <td key={column} className="py-1.5 pe-2 last:pe-0">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
