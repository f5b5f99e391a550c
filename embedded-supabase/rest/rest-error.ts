import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { TokenError } from '../access/tokens.ts';
import { isPostgresError, isUnavailable } from '../database/database-error.ts';
import { TooManyWaiting } from '../database/requests.ts';
import { ServiceError } from '../errors.ts';
import { NoRoom } from '../http/rooms.ts';

/** An answer in PostgREST's shape; the codes are PostgREST's and PostgreSQL's. */
export class RestError extends ServiceError<{ details?: string | null; hint?: string | null }> {}

/** Refuses a query parameter that cannot be read. */
export function queryError(message: string, details: string | null = null): RestError {
  return new RestError(400, 'PGRST100', message, { details });
}

/** Refuses a result that is not one object. @param rows how many rows there are */
export function notOneRow(rows: string): RestError {
  return new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  });
}

/** Writes the answer. @param seconds until a request that cannot be answered now may be repeated */
export function respondWithError(c: Context, { status, code, message, more }: RestError, seconds = 1): Response {
  if (status === 401) c.header('WWW-Authenticate', 'Bearer');
  if (status === 429 || status === 503) c.header('Retry-After', String(seconds));
  return c.json({ code, details: more?.details ?? null, hint: more?.hint ?? null, message }, status);
}

/** Returns PostgREST's answer to a refusal; undefined for an unexpected error. @param isAnonymous for a request without a token */
export function answerTo(error: unknown, isAnonymous: boolean): RestError | undefined {
  if (error instanceof RestError) return error;
  if (error instanceof TokenError) {
    return new RestError(401, error.reason === 'expired' ? 'PGRST303' : 'PGRST301', error.message);
  }
  if (error instanceof TooManyWaiting) {
    return new RestError(429, 'PGRST003', 'Too many requests at once. Please try again.');
  }
  if (error instanceof NoRoom) {
    return new RestError(503, 'PGRST003', 'Too many answers have not been read yet. Please try again.');
  }
  if (isUnavailable(error)) {
    return new RestError(503, 'PGRST001', 'Database connection error. Retrying the connection.');
  }
  if (!isPostgresError(error)) return undefined;
  if (error.code === 'WD413') return new RestError(413, 'PGRST102', error.message);
  if (error.code === 'WD406') return notOneRow(error.message);
  if (error.code === 'WD401') {
    return new RestError(401, 'PGRST303', error.message, { details: 'session_not_found' });
  }
  const status = statusOf(error.code, isAnonymous);
  if (status >= 500) return undefined;
  return new RestError(status, error.code, error.message, { details: error.detail ?? null, hint: error.hint ?? null });
}

/**
 * Maps SQLSTATE to HTTP status as PostgREST does, for the codes that requests can cause. Class 54 (too deep or too large for the
 * database) differs, because the request is to blame.
 */
function statusOf(code: string, isAnonymous: boolean): ContentfulStatusCode {
  if (code === '42501') return isAnonymous ? 401 : 403;
  if (code === '23503' || code === '23505') return 409;
  if (code === '42883' || code === '42P01') return 404;
  if (code === '42P17') return 500;
  return /^(0A|21|22|23|42|54|P0001)/.test(code) ? 400 : 500;
}
