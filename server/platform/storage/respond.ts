import type { Context } from 'hono';
import { TokenError } from '../access/tokens.ts';
import { isPostgresError, isUnavailable } from '../database/database-error.ts';
import { TooManyWaiting } from '../database/requests.ts';
import { NoRoom } from '../http/unfinished.ts';
import { busy, invalidRequest, noSpace, StorageError } from '../photos/storage-error.ts';

/**
 * HTTP status and `statusCode` are the same here. Hosted Supabase sends 400 for both 403 and 404 in the status line and
 * the real status only in `statusCode`, so clients read that one.
 */
export function respondWithError(c: Context, { status, code, message, more: error = code }: StorageError): Response {
  if (status === 429 || status === 503) c.header('Retry-After', '1');
  // The rest of the body may never arrive.
  if (status === 408) c.header('Connection', 'close');
  return c.json({ statusCode: String(status), error, code, message }, status);
}

const accessDenied = (message: string) => new StorageError(403, 'AccessDenied', message, 'Unauthorized');

/** Supabase Storage's answer when the token, the database or the disk refuses; undefined for an unexpected error. */
export function answerTo(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error;
  if (error instanceof TokenError) return accessDenied(error.message);
  if (isFullDisk(error)) return noSpace();
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
  // A text that the database cannot hold, such as one with a null character, names no photo.
  if (/^(22|54)/.test(error.code)) return invalidRequest('The request cannot be read');
  return undefined;
}

function isFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
