import type { Statement } from '../../database/requests.ts';
import type { Column, Table } from './catalogue.ts';
import type { Resolution } from './preferences.ts';
import type { Filter, Query } from './query.ts';

/** Binds a value and answers its name in the statement. Values are texts, cast where they are used. */
type Bind = (value: string) => string;

function binder(): { values: string[]; bind: Bind } {
  const values: string[] = [];
  return { values, bind: (value) => `$1[${values.push(value)}]` };
}

function condition(filter: Filter, table: Table, bind: Bind): string {
  const column = `${table.identifier}.${filter.column.identifier}`;
  const { type } = filter.column;
  if (filter.kind === 'is') return `${column} is ${filter.test.replace('_', ' ')}`;
  if (filter.kind === 'comparison') return `${column} ${filter.operator} cast(${bind(filter.value)} as ${type})`;
  const list = bind(JSON.stringify(filter.values));
  return `${column} = any (array(select cast(value as ${type}) from json_array_elements_text(${list}::json)))`;
}

function where(filters: Filter[], table: Table, bind: Bind): string {
  return filters.length === 0 ? '' : ` where ${filters.map((filter) => condition(filter, table, bind)).join(' and ')}`;
}

function list(columns: readonly Column[], prefix = ''): string {
  return columns.map(({ identifier }) => `${prefix}${identifier}`).join(', ');
}

function qualified(columns: readonly Column[], table: Table): string {
  return list(columns, `${table.identifier}.`);
}

const aggregate = `coalesce(json_agg(page), '[]')::text as body, count(*)::int as length`;

/** Rows as JSON. The total is counted only when asked for, and only for a part: all rows are their own total. */
export function selectStatement(table: Table, query: Query, countsExactly: boolean): Statement {
  const { values, bind } = binder();
  const rows = `from ${table.identifier}${where(query.filters, table, bind)}`;
  const order = query.order.map(
    ({ column, isDescending, nulls }) =>
      `${table.identifier}.${column.identifier}${isDescending ? ' desc' : ''}${nulls ? ` nulls ${nulls}` : ''}`,
  );
  const page = [
    `select ${qualified(query.select, table)} ${rows}`,
    order.length > 0 ? `order by ${order.join(', ')}` : '',
    query.limit === null ? '' : `limit ${bind(String(query.limit))}::bigint`,
    query.offset === 0 ? '' : `offset ${bind(String(query.offset))}::bigint`,
  ].join(' ');
  const isWhole = query.limit === null && query.offset === 0;
  const count = isWhole ? 'count(*)' : `(select count(*) ${rows})`;
  const total = countsExactly ? `${count}::int` : 'null::int';
  return { text: `select ${aggregate}, ${total} as total from (${page}) as page`, values };
}

/** What to do with a row whose key exists already. */
export type Conflict = { resolution: Resolution; columns: Column[] } | null;

/** Inserts the objects of a JSON array. */
export function insertStatement(
  table: Table,
  columns: Column[],
  body: string,
  conflict: Conflict,
  returning: Column[],
): Statement {
  const { values, bind } = binder();
  const source =
    columns.length === 0
      ? 'default values'
      : `(${list(columns)}) select ${list(columns, 'source.')}
    from json_populate_recordset(null::${table.identifier}, ${bind(body)}::json) as source${inOrder(columns, conflict)}`;
  const text = `insert into ${table.identifier} ${source}${onConflict(columns, conflict)}
    ${returned(returning, table)}`;
  return { text: withRows(text), values };
}

/** Upserts lock their rows in the order of the key, whatever order they came in, so that two at once cannot deadlock. */
function inOrder(columns: readonly Column[], conflict: Conflict): string {
  const keys = conflict?.columns.filter((column) => columns.includes(column)) ?? [];
  return keys.length === 0 ? '' : ` order by ${list(keys, 'source.')}`;
}

function onConflict(columns: Column[], conflict: Conflict): string {
  if (!conflict || columns.length === 0) return '';
  const target = conflict.columns.length === 0 ? '' : ` (${list(conflict.columns)})`;
  if (conflict.resolution === 'ignore-duplicates' || target === '') return ` on conflict${target} do nothing`;
  const changes = columns.map(({ identifier }) => `${identifier} = excluded.${identifier}`).join(', ');
  return ` on conflict${target} do update set ${changes}`;
}

/** Sets the columns of the filtered rows to those of the one object in a JSON array. */
export function updateStatement(
  table: Table,
  columns: Column[],
  body: string,
  filters: Filter[],
  returning: Column[],
): Statement {
  const { values, bind } = binder();
  const changes = columns.map(({ identifier }) => `${identifier} = source.${identifier}`).join(', ');
  const text = `update ${table.identifier} set ${changes}
    from json_populate_recordset(null::${table.identifier}, ${bind(body)}::json) as source
    ${where(filters, table, bind)} ${returned(returning, table)}`;
  return { text: withRows(text), values };
}

/** Deletes the filtered rows. */
export function deleteStatement(table: Table, filters: Filter[], returning: Column[]): Statement {
  const { values, bind } = binder();
  const text = `delete from ${table.identifier}${where(filters, table, bind)} ${returned(returning, table)}`;
  return { text: withRows(text), values };
}

/** Without columns to return, the statement needs no right to read. */
function returned(columns: Column[], table: Table): string {
  return `returning ${columns.length === 0 ? '1' : qualified(columns, table)}`;
}

function withRows(change: string): string {
  return `with page as (${change}) select ${aggregate}, null::int as total from page`;
}
