import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isPostgresError, isUnavailable } from '../../database/database-error.ts';
import { TooManyWaiting } from '../../database/requests.ts';

/** An answer in PostgREST's shape; the codes are PostgREST's and PostgreSQL's. */
export class RestError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly details: string | null;
  readonly hint: string | null;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    more: { details?: string | null; hint?: string | null } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = more.details ?? null;
    this.hint = more.hint ?? null;
  }
}

/** A query parameter that cannot be read. */
export function queryError(message: string, details: string | null = null): RestError {
  return new RestError(400, 'PGRST100', message, { details });
}

/** One object was asked for. @param rows how many rows there are */
export function notOneRow(rows: string): RestError {
  return new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  });
}

export function respondWithError(c: Context, error: RestError): Response {
  if (error.status === 401) c.header('WWW-Authenticate', 'Bearer');
  if (error.status === 429) c.header('Retry-After', '1');
  const { code, details, hint, message } = error;
  return c.json({ code, details, hint, message }, error.status);
}

/**
 * What PostgREST would answer when the database refuses; undefined for what nobody expected.
 * @param isAnonymous whether the request came without a token
 */
export function fromDatabaseError(error: unknown, isAnonymous: boolean): RestError | undefined {
  if (error instanceof TooManyWaiting)
    return new RestError(429, 'PGRST003', 'Too many requests at once. Please try again.');
  if (isUnavailable(error)) {
    return new RestError(503, 'PGRST001', 'Database connection error. Retrying the connection.');
  }
  if (!isPostgresError(error)) return undefined;
  if (error.code === 'WD406') return notOneRow(error.message);
  if (error.code === 'WD401') {
    return new RestError(401, 'PGRST303', error.message, { details: 'session_not_found' });
  }
  const status = statusOf(error.code, isAnonymous);
  if (status >= 500) return undefined;
  const { code, message, detail = null, hint = null } = error;
  return new RestError(status, code, message, { details: detail, hint });
}

/**
 * PostgREST's table from SQLSTATE to HTTP status, as far as row requests can meet it. Two classes differ, because the
 * request alone is to blame: what is too deep or too large for the database (54), and two requests that waited for each
 * other (40).
 */
function statusOf(code: string, isAnonymous: boolean): ContentfulStatusCode {
  if (code === '42501') return isAnonymous ? 401 : 403;
  if (code === '23503' || code === '23505') return 409;
  if (code === '42883' || code === '42P01') return 404;
  if (code === '42P17') return 500;
  if (/^40/.test(code)) return 409;
  if (/^(0A|21|22|23|42|54)/.test(code)) return 400;
  if (code === 'P0001') return 400;
  return 500;
}
