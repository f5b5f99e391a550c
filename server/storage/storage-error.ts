import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { TooManyWaiting } from '../database/requests.ts';
import { isPostgresError, isUnavailable } from '../http/database-error.ts';

/** An answer in Supabase Storage's shape; names, codes and messages are its own. */
export class StorageError extends Error {
  readonly status: ContentfulStatusCode;
  /** The older name of the reason, which clients compare. */
  readonly error: string;
  readonly code: string;

  constructor(status: ContentfulStatusCode, code: string, message: string, error: string = code) {
    super(message);
    this.status = status;
    this.code = code;
    this.error = error;
  }
}

export const bucketNotFound = () => new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found');
export const objectNotFound = () => new StorageError(404, 'NoSuchKey', 'Object not found', 'not_found');
export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message);
/** @param key as it was asked for; only its beginning is repeated */
export const invalidKey = (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key.slice(0, 200)}`);
export const tooLarge = () =>
  new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', 'Payload too large');
export const stalled = () => new StorageError(408, 'RequestTimeout', 'The upload did not go on');
export const unsupportedType = (type: string) =>
  new StorageError(415, 'InvalidMimeType', `mime type ${type} is not supported`, 'invalid_mime_type');
/** 507, so that a supervisor tells it from a busy moment: only space will help. Reads go on meanwhile. */
export const noSpace = () => new StorageError(507, 'InsufficientStorage', 'There is no space left for photos');
const tooManyRequests = () =>
  new StorageError(429, 'SlowDown', 'Too many requests at once. Please try again.', 'too_many_requests');
export const busy = () => new StorageError(503, 'SlowDown', 'Too many photos are arriving at once. Please try again.');

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
