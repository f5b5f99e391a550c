import type { Context } from 'hono';
import { isPostgresError, isUnavailable } from '../../database/database-error.ts';
import { TooManyWaiting } from '../../database/requests.ts';
import { invalidRequest, noSpace, StorageError } from '../../services/photos/storage-error.ts';

const tooManyRequests = () =>
  new StorageError(429, 'SlowDown', 'Too many requests at once. Please try again.', 'too_many_requests');

/**
 * HTTP status and `statusCode` are the same here. Hosted Supabase says 400 for both 403 and 404 in the status line and
 * the truth only in `statusCode`, so clients read that one.
 */
export function respondWithError(c: Context, { status, error, code, message }: StorageError): Response {
  c.header('Cache-Control', 'no-store');
  if (status === 429) c.header('Retry-After', '1');
  // Nobody knows whether the rest of the body will ever come.
  if (status === 408) c.header('Connection', 'close');
  return c.json({ statusCode: String(status), error, code, message }, status);
}

/** What Supabase Storage would answer when the database refuses, or the disk; undefined for what nobody expected. */
export function fromDatabaseError(error: unknown): StorageError | undefined {
  if (isFullDisk(error)) return noSpace();
  if (error instanceof TooManyWaiting) return tooManyRequests();
  if (isUnavailable(error)) {
    return new StorageError(503, 'DatabaseTimeout', 'The connection to the database timed out');
  }
  if (!isPostgresError(error)) return undefined;
  if (error.code === 'WD401') return new StorageError(403, 'AccessDenied', error.message, 'Unauthorized');
  if (error.code === '42501') {
    return new StorageError(403, 'AccessDenied', 'new row violates row-level security policy', 'Unauthorized');
  }
  if (error.code === '23514' && error.message.startsWith('limit reached:')) {
    return new StorageError(403, 'QuotaExceeded', error.message);
  }
  if (error.code === '23505') {
    return new StorageError(409, 'ResourceAlreadyExists', 'The resource already exists', 'Duplicate');
  }
  // A text that the database cannot hold, such as one with a null character, names nothing that is here.
  if (/^(22|54)/.test(error.code)) return invalidRequest('The request cannot be read');
  return undefined;
}

function isFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
