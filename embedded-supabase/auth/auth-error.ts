import type { Context } from 'hono';
import { ServiceError } from '../errors.ts';

/**
 * An error of the auth service. Codes and messages are GoTrue's, because clients compare them. It may name what makes a
 * password weak, and the seconds until the next try can succeed.
 */
export class AuthError extends ServiceError<{ reasons?: readonly string[]; retryAfter?: number | undefined }> {}

export function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message);
}

const versionHeader = 'X-Supabase-Api-Version';
const currentVersion = '2024-01-01';

/** Writes the error in the shape of the API version that the client asks for. */
export function respondWithError(c: Context, { status, code, message, more }: AuthError): Response {
  const weakPassword = more?.reasons ? { weak_password: { reasons: more.reasons } } : {};
  if (more?.retryAfter !== undefined) c.header('Retry-After', String(more.retryAfter));
  const asked = c.req.header(versionHeader);
  if (asked !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= currentVersion) {
    c.header(versionHeader, currentVersion);
    return c.json({ code, message, ...weakPassword }, status);
  }
  return c.json({ code: status, error_code: code, msg: message, ...weakPassword }, status);
}
