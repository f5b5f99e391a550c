import type { Result } from '../database/requests.ts';
import { type Column, findColumn, findTargetColumn, type Table } from './catalogue.ts';
import { queryError, RestError } from './rest-error.ts';

const comparisons = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
type Comparison = keyof typeof comparisons;

const isTests = ['null', 'not_null', 'true', 'false', 'unknown'] as const;

/** Values are bound as parameters, never written into the statement. */
export type Filter =
  | { kind: 'comparison'; column: Column; operator: (typeof comparisons)[Comparison]; value: string }
  | { kind: 'in'; column: Column; values: string[] }
  | { kind: 'is'; column: Column; test: (typeof isTests)[number] };

type Order = { column: Column; isDescending: boolean };

export type Query = {
  select: Column[];
  filters: Filter[];
  order: Order[];
  limit: number | null;
  offset: number;
  /** The columns that a body writes; null to use the body's keys. */
  columns: Column[] | null;
  onConflict: Column[] | null;
};

/** More than any query of the product needs. */
const maxParts = 100;

/** Reads the parameters of a request. @throws {RestError} 400 for anything outside the subset, 416 for an impossible range */
export function parseQuery(table: Table, parameters: URLSearchParams): Query {
  const query: Query = {
    select: [...table.columns.values()],
    filters: [],
    order: [],
    limit: null,
    offset: 0,
    columns: null,
    onConflict: null,
  };
  if (parameters.size > maxParts) throw queryError('too many parameters');
  for (const [name, value] of parameters) {
    if (name === 'select') query.select = parseSelect(table, value);
    else if (name === 'order') query.order = splitList(value).map((part) => parseOrder(table, part));
    else if (name === 'limit') query.limit = parseCount(name, value);
    else if (name === 'offset') query.offset = parseCount(name, value);
    else if (name === 'columns') query.columns = splitList(value).map((part) => findTargetColumn(table, unquote(part)));
    else if (name === 'on_conflict')
      query.onConflict = splitList(value).map((part) => findColumn(table, unquote(part)));
    else query.filters.push(parseFilter(table, name, value));
  }
  return query;
}

function splitList(text: string): string[] {
  const parts = text.split(',');
  if (parts.length > maxParts) throw queryError('too many items in a list');
  return parts.map((part) => part.trim());
}

function unquote(name: string): string {
  return /^".*"$/.test(name) ? name.slice(1, -1) : name;
}

function parseSelect(table: Table, text: string): Column[] {
  const columns = new Set<Column>();
  for (const part of splitList(text)) {
    if (part === '*' || part === '') for (const column of table.columns.values()) columns.add(column);
    else if (/[():>]|->/.test(part))
      throw queryError('failed to parse select parameter', 'only columns can be selected');
    else columns.add(findColumn(table, unquote(part)));
  }
  return [...columns];
}

function parseOrder(table: Table, text: string): Order {
  const [, name, direction] = /^(.+?)(?:\.(asc|desc))?$/.exec(text) ?? [];
  if (!name) throw queryError('failed to parse order parameter');
  return { column: findColumn(table, unquote(name)), isDescending: direction === 'desc' };
}

function parseCount(name: string, text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw queryError(`failed to parse ${name} parameter`, 'a whole number is needed');
  const count = Number(text);
  if (count >= 0) return count;
  throw rangeError(`${name === 'limit' ? 'Limit' : 'Offset'} should be greater than or equal to zero.`);
}

function rangeError(details: string): RestError {
  return new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details });
}

function parseFilter(table: Table, name: string, text: string): Filter {
  const separator = text.indexOf('.');
  const operator = separator < 0 ? '' : text.slice(0, separator);
  const value = text.slice(separator + 1);
  // PostgREST reads the operator before it looks for the column.
  if (operator !== 'in' && operator !== 'is' && !Object.hasOwn(comparisons, operator)) {
    throw queryError('failed to parse filter', 'expecting one of eq, neq, gt, gte, lt, lte, in, is');
  }
  const column = findColumn(table, unquote(name));
  if (operator === 'in') return { kind: 'in', column, values: parseValueList(value) };
  if (operator === 'is') {
    const test = isTests.find((candidate) => candidate === value.toLowerCase());
    if (!test) throw queryError('failed to parse filter', `expecting one of ${isTests.join(', ')}`);
    return { kind: 'is', column, test };
  }
  return { kind: 'comparison', column, operator: comparisons[operator as Comparison], value };
}

/** Parses `(a,"b,c","say \"hi\"")` in one pass, so that the time grows only with the length. */
function parseValueList(text: string): string[] {
  if (!text.startsWith('(') || !text.endsWith(')')) {
    throw queryError('failed to parse filter', 'a list in parentheses is needed');
  }
  const inner = text.slice(1, -1);
  if (inner === '') return [];
  const unreadable = queryError('failed to parse filter', 'the list cannot be read');
  const quoted = /\s*"((?:[^"\\]|\\.)*)"/sy;
  const values: string[] = [];
  for (let start = 0; ; ) {
    quoted.lastIndex = start;
    const match = quoted.exec(inner);
    const from = match ? quoted.lastIndex : start;
    const comma = inner.indexOf(',', from);
    const end = comma < 0 ? inner.length : comma;
    const bare = inner.slice(from, end).trim();
    if (match ? bare !== '' : bare.includes('"')) throw unreadable;
    values.push(match ? (match[1] ?? '').replace(/\\(.)/gs, '$1') : bare);
    if (values.length > 1000) throw queryError('too many items in a list');
    if (comma < 0) return values;
    start = comma + 1;
  }
}

/** Narrows the query by a Range header (`0-9`, `10-`), which applies only without limit and offset. */
export function pageOf(query: Query, header: string | undefined): Query {
  const match = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(header ?? '');
  if (!match || query.limit !== null || query.offset !== 0) return query;
  const offset = Number(match[1]);
  if (match[2] === undefined) return { ...query, offset };
  const last = Number(match[2]);
  if (last < offset) {
    throw rangeError('The lower boundary must be lower than or equal to the upper boundary in the Range header.');
  }
  return { ...query, offset, limit: last - offset + 1 };
}

/** Formats `0-9/35`, with a star for an empty page, and for a total that was not asked for. */
export function contentRange(offset: number, { length, total }: Result): string {
  return `${length === 0 ? '*' : `${offset}-${offset + length - 1}`}/${total ?? '*'}`;
}

/** Returns 206 for a part of a known whole. @throws {RestError} 416 when the page begins beyond the end */
export function statusOfPage(offset: number, { length, total }: Result): 200 | 206 {
  if (total === null) return 200;
  if (offset > total) throw rangeError(`An offset of ${offset} was requested, but there are only ${total} rows.`);
  return length < total ? 206 : 200;
}
