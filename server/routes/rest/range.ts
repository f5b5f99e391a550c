import type { Result } from '../../database/requests.ts';
import { type Query, rangeError } from './query.ts';

/** Narrows the query by a Range header (`0-9`, `10-`), which counts only where limit and offset are silent. */
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

/** `0-9/35`, with a star for what is not known: nothing on the page, or no total asked for. */
export function contentRange(offset: number, { length, total }: Result): string {
  return `${length === 0 ? '*' : `${offset}-${offset + length - 1}`}/${total ?? '*'}`;
}

/** 206 for a part of a known whole. @throws {RestError} 416 when the page begins beyond the end */
export function statusOfPage(offset: number, { length, total }: Result): 200 | 206 {
  if (total === null) return 200;
  if (offset > total) throw rangeError(`An offset of ${offset} was requested, but there are only ${total} rows.`);
  return length < total ? 206 : 200;
}
