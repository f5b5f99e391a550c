import type { Context } from 'hono';
import { TokenError } from '../access/tokens.ts';
import { isPostgresError, isUnavailable } from '../database/database-error.ts';
import { TooManyWaiting } from '../database/requests.ts';
import { codeOf } from '../errors.ts';
import { isObject, parseJson } from '../http/parse-json.ts';
import { NoRoom } from '../http/rooms.ts';
import { busy, invalidRequest, noSpace, StorageError } from '../photos/photo-store.ts';
import type { Listing } from './objects.ts';

const maxNames = 1000;
const maxLimit = 1000;
const sortColumns = ['name', 'created_at', 'updated_at', 'last_accessed_at'] as const;

const namePattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[A-Za-z0-9][A-Za-z0-9_-]{0,63}\.(jpe?g|png|webp)$/i;

/**
 * Whether a photo may have the name: one folder named like a user id, and a file of plain characters with a picture's extension.
 * Such a name is harmless as the path of a file inside a folder. The row rules decide whose folder it is.
 */
export function isObjectName(name: string): boolean {
  return namePattern.test(name);
}

/** Reads the names that a request asks to remove. @throws {StorageError} 400 */
export function readNames(text: string): string[] {
  const { prefixes } = parseObject(text);
  const isList = Array.isArray(prefixes) && prefixes.every((name) => typeof name === 'string' && !name.includes('\0'));
  if (!isList || prefixes.length === 0 || prefixes.length > maxNames) {
    throw invalidRequest(`body/prefixes must be an array of 1 to ${maxNames} strings`);
  }
  return prefixes;
}

/** Reads which part of a folder a request lists. @throws {StorageError} 400 */
export function readListing(text: string): Listing {
  const { prefix, limit, offset, sortBy, search } = parseObject(text);
  const { column, order } = isObject(sortBy) ? sortBy : {};
  const folder = readText('prefix', prefix).replace(/\/+$/, '');
  const sortColumn = sortColumns.find((name) => name === (column ?? 'name'));
  if (!sortColumn) throw invalidRequest(`body/sortBy/column must be one of ${sortColumns.join(', ')}`);
  return {
    prefix: folder === '' ? '' : `${folder}/`,
    search: readText('search', search),
    column: sortColumn,
    isDescending: order === 'desc',
    limit: Math.min(readCount('limit', limit, 100), maxLimit),
    offset: readCount('offset', offset, 0),
  };
}

function readText(field: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' || value.length > 1000 || value.includes('\0')) {
    throw invalidRequest(`body/${field} must be a string`);
  }
  return value;
}

function readCount(field: string, value: unknown, fallback: number): number {
  if (value === undefined || value === null) return fallback;
  if (!Number.isInteger(value) || Number(value) < 0 || Number(value) > 1_000_000_000) {
    throw invalidRequest(`body/${field} must be a whole number`);
  }
  return Number(value);
}

function parseObject(text: string): Record<string, unknown> {
  const body = parseJson(text);
  if (isObject(body)) return body;
  throw invalidRequest('The body must be a JSON object');
}

/**
 * Writes the answer, with the same value as HTTP status and as `statusCode`. Hosted Supabase sends 400 for both 403 and 404 in the
 * status line and the real status only in `statusCode`, so clients read that one.
 */
export function respondWithError(c: Context, { status, code, message, more: error = code }: StorageError): Response {
  if (status === 429 || status === 503) c.header('Retry-After', '1');
  // The rest of the body may never arrive.
  if (status === 408) c.header('Connection', 'close');
  return c.json({ statusCode: String(status), error, code, message }, status);
}

const accessDenied = (message: string) => new StorageError(403, 'AccessDenied', message, 'Unauthorized');

/** Returns Supabase Storage's answer to a refusal of the token, the database or the disk; undefined for an unexpected error. */
export function answerTo(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error;
  if (error instanceof TokenError) return accessDenied(error.message);
  if (/^(ENOSPC|EDQUOT)$/.test(codeOf(error))) return noSpace();
  if (error instanceof TooManyWaiting) {
    return new StorageError(429, 'SlowDown', 'Too many requests at once. Please try again.', 'too_many_requests');
  }
  if (error instanceof NoRoom) return busy();
  if (isUnavailable(error)) {
    return new StorageError(503, 'DatabaseTimeout', 'The connection to the database timed out');
  }
  if (!isPostgresError(error)) return undefined;
  if (error.code === 'WD401') return accessDenied(error.message);
  if (error.code === '42501') {
    return error.message.startsWith('limit reached:')
      ? new StorageError(403, 'QuotaExceeded', error.message)
      : accessDenied('new row violates row-level security policy');
  }
  if (error.code === '23505') {
    return new StorageError(409, 'ResourceAlreadyExists', 'The resource already exists', 'Duplicate');
  }
  // A text that the database cannot store, such as one with a null character, names no photo.
  if (/^(22|54)/.test(error.code)) return invalidRequest('The request cannot be read');
  return undefined;
}
