import type { Statement } from '../database/requests.ts';
import type { Column, Table } from './catalogue.ts';
import type { Filter, Query } from './query.ts';
import type { Resolution } from './request.ts';

/** Binds a value and returns its placeholder. Values are texts, cast where they are used. */
type Bind = (value: string) => string;

function binder(): { values: string[]; bind: Bind } {
  const values: string[] = [];
  return { values, bind: (value) => `$1[${values.push(value)}]` };
}

function condition(filter: Filter, table: Table, bind: Bind): string {
  const column = `${table.identifier}.${filter.column.identifier}`;
  const { type } = filter.column;
  if (filter.kind === 'is') return `${column} is ${filter.test.replace('_', ' ')}`;
  // The subquery makes a cached plan read the value once instead of once a row.
  if (filter.kind === 'comparison') {
    return `${column} ${filter.operator} (select cast(${bind(filter.value)} as ${type}))`;
  }
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

/** The most rows in a page of a list. Hosted Supabase sends no more, either. */
export const mostRows = 1000;

/** Builds a statement whose answer has at most so many bytes. */
export type SizedStatement = (mostBytes: number) => Statement;

/**
 * Selects rows as JSON. The body is empty when there are several rows and they are too large. The total is counted only when asked
 * for, and only for a part: a complete list is its own total.
 * @param limit rows at most, in place of the query's
 */
export function selectStatement(table: Table, query: Query, countsExactly: boolean, limit: number): SizedStatement {
  const { values, bind } = binder();
  const rows = `from ${table.identifier}${where(query.filters, table, bind)}`;
  const order = query.order.map(
    ({ column, isDescending }) => `${table.identifier}.${column.identifier}${isDescending ? ' desc' : ''}`,
  );
  // Most requests have this limit. As a literal it keeps their statement the same, so that it stays prepared.
  const most = limit === mostRows ? String(limit) : `${bind(String(limit))}::bigint`;
  const page = [
    `select ${qualified(query.select, table)} ${rows}`,
    order.length > 0 ? `order by ${order.join(', ')}` : '',
    `limit ${most}`,
    query.offset === 0 ? '' : `offset ${bind(String(query.offset))}::bigint`,
  ].join(' ');
  const count = `(select count(*) ${rows})`;
  const total =
    query.offset === 0 ? `case when count(*) < ${most} then count(*) else ${count} end::int` : `${count}::int`;
  const answer = `select ${aggregate}, ${countsExactly ? total : 'null::int'} as total from (${page}) as page`;
  return (mostBytes) => {
    const body = `case when octet_length(body) <= ${mostBytes} or length = 1 then body else '' end`;
    return { text: `select ${body} as body, length, total from (${answer}) as answer`, values };
  };
}

/** What to do with a row whose key exists already. */
export type Conflict = { resolution: Resolution; columns: Column[] } | null;

export function insertStatement(
  table: Table,
  columns: Column[],
  body: string,
  conflict: Conflict,
  returning: Column[],
): SizedStatement {
  const { values, bind } = binder();
  const source =
    columns.length === 0
      ? 'default values'
      : `(${list(columns)}) select ${list(columns, 'source.')}
    from json_populate_recordset(null::${table.identifier}, ${bind(body)}::json) as source${inOrder(columns, conflict)}`;
  const text = `insert into ${table.identifier} ${source}${onConflict(columns, conflict)}
    ${returned(returning, table)}`;
  return withRows(text, values);
}

/** Sorts the rows of an upsert by key, so that simultaneous upserts lock them in the same order and cannot deadlock. */
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

/** Sets the columns of the filtered rows to the values of the one object in a JSON array. */
export function updateStatement(
  table: Table,
  columns: Column[],
  body: string,
  filters: Filter[],
  returning: Column[],
): SizedStatement {
  const { values, bind } = binder();
  const changes = columns.map(({ identifier }) => `${identifier} = source.${identifier}`).join(', ');
  const text = `update ${table.identifier} set ${changes}
    from json_populate_recordset(null::${table.identifier}, ${bind(body)}::json) as source
    ${where(filters, table, bind)} ${returned(returning, table)}`;
  return withRows(text, values);
}

export function deleteStatement(table: Table, filters: Filter[], returning: Column[]): SizedStatement {
  const { values, bind } = binder();
  const text = `delete from ${table.identifier}${where(filters, table, bind)} ${returned(returning, table)}`;
  return withRows(text, values);
}

/** Without columns to return, the statement needs no right to read. */
function returned(columns: Column[], table: Table): string {
  return `returning ${columns.length === 0 ? '1' : qualified(columns, table)}`;
}

/** Returns the changed rows. A length of -1 asks to undo the change, because the rows exceed the size of an answer. */
function withRows(change: string, values: string[]): SizedStatement {
  return (mostBytes) => ({
    text: `with page as (${change}), answer as (select ${aggregate} from page)
      select body, ${lengthWithin(mostBytes)}, null::int as total from answer`,
    values,
  });
}

const lengthWithin = (mostBytes: number) =>
  `case when octet_length(body) <= ${mostBytes} then length else -1 end as length`;

/** Gives a call of a function the bound of a change. */
export function withinBytes({ text, values }: Statement): SizedStatement {
  return (mostBytes) => ({
    text: `select body, ${lengthWithin(mostBytes)}, total from (${text}) as answer`,
    values,
  });
}
