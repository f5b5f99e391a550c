import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An answer in the auth service's words; the codes and messages are GoTrue's, which clients compare. */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly reasons: readonly string[] | undefined;
  /** Seconds until it is worth asking again. */
  readonly retryAfter: number | undefined;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    more: { reasons?: readonly string[]; retryAfter?: number | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.reasons = more.reasons;
    this.retryAfter = more.retryAfter;
  }
}

const versionHeader = 'X-Supabase-Api-Version';
const currentVersion = '2024-01-01';

/** Writes the error in the shape of the API version that the client asks for. */
export function respondWithError(c: Context, error: AuthError): Response {
  const weakPassword = error.reasons ? { weak_password: { reasons: error.reasons } } : {};
  if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter));
  const asked = c.req.header(versionHeader);
  if (asked !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= currentVersion) {
    c.header(versionHeader, currentVersion);
    return c.json({ code: error.code, message: error.message, ...weakPassword }, error.status);
  }
  return c.json({ code: error.status, error_code: error.code, msg: error.message, ...weakPassword }, error.status);
}
