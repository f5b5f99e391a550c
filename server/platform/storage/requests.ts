import { isObject, parseJson } from '../http/parse-json.ts';
import { invalidRequest } from '../photos/storage-error.ts';
import type { Listing } from './objects.ts';

const maxNames = 1000;
const maxLimit = 1000;
const sortColumns = ['name', 'created_at', 'updated_at', 'last_accessed_at'] as const;

const namePattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[A-Za-z0-9][A-Za-z0-9_-]{0,63}\.(jpe?g|png|webp)$/i;

/**
 * Whether a photo may have the name: one folder named like a user id, and a file of plain characters with a picture's ending.
 * Such a name is harmless as the path of a file inside a folder. The row rules decide whose folder it is.
 */
export function isObjectName(name: string): boolean {
  return namePattern.test(name);
}

/** The names that a request wants removed. @throws {StorageError} 400 */
export function readNames(text: string): string[] {
  const { prefixes } = parseObject(text);
  const isList = Array.isArray(prefixes) && prefixes.every((name) => typeof name === 'string' && !name.includes('\0'));
  if (!isList || prefixes.length === 0 || prefixes.length > maxNames) {
    throw invalidRequest(`body/prefixes must be an array of 1 to ${maxNames} strings`);
  }
  return prefixes;
}

/** The part of a folder that a request lists. @throws {StorageError} 400 */
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
  try {
    const body = parseJson(text);
    if (isObject(body)) return body;
  } catch {
    // Answered below.
  }
  throw invalidRequest('The body must be a JSON object');
}
