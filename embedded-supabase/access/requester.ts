import type { Context } from 'hono';
import type { Work } from '../database/connect.ts';
import { logFailure } from '../database/database-error.ts';
import type { Requester } from '../database/requests.ts';
import type { ServiceError } from '../errors.ts';
import type { ClientOf } from '../http/connection.ts';
import type { Log } from '../log.ts';
import { TokenError, type Tokens } from './tokens.ts';

/** What each service is given. */
export type ServiceParts = Work & { readonly tokens: Tokens; readonly clientOf: ClientOf };

export function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
}

/**
 * Finds the requester: the owner of a valid token, or an anonymous caller. supabase-js sends its API key as the bearer token
 * when nobody is signed in; a key is not a token.
 * @throws {TokenError} for a token that is expired or not this server's
 */
export async function requesterOf(
  c: Context,
  { tokens, clientOf }: Pick<ServiceParts, 'tokens' | 'clientOf'>,
): Promise<Requester> {
  const client = clientOf(c);
  const bearer = bearerOf(c.req.header('Authorization'));
  if (bearer === undefined || bearer === c.req.header('apikey') || !/^eyJ|\./.test(bearer)) {
    return { claims: null, client };
  }
  const parts = bearer.split('.').length;
  if (parts !== 3) throw new TokenError('invalid', `Expected 3 parts in JWT; got ${parts}`);
  return { claims: await tokens.verify(bearer), client };
}

/** Logs why a request failed: errors of this server by their kind, refused access by its code. Other refusals are not logged. */
export function logRefusal(
  log: Log,
  c: Context,
  service: 'rest' | 'storage',
  error: unknown,
  answer: ServiceError<unknown> | undefined,
): void {
  const { method } = c.req;
  if (!answer || answer.status >= 500) logFailure(log, `${service}_request_failed`, error, method);
  else if (answer.status === 401 || answer.status === 403) {
    log.info('access_refused', { service, method, code: answer.code });
  }
}
