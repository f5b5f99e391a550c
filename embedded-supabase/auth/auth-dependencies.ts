import { bearerOf, type ServiceParts } from '../access/requester.ts';
import { TokenError } from '../access/tokens.ts';
import type { Outbox } from '../mail/mail-outbox.ts';
import { AuthError } from './auth-error.ts';
import type { AuthRateLimits } from './auth-limits.ts';
import type { CredentialRules } from './credentials.ts';
import { sessionExists } from './sessions.ts';
import { findUser, type User, userNotFound } from './users.ts';

export type AuthDependencies = ServiceParts & {
  readonly limits: AuthRateLimits;
  readonly outbox: Outbox;
  readonly credentialRules: CredentialRules;
  /** Names a browser and its operating system, from its User-Agent header. */
  readonly describeBrowser: (userAgent: string | null) => string;
  readonly signUpAllowed: boolean;
  /** Told of an account whose owner has followed a link that was mailed to its address. */
  readonly onProven?: (userId: string) => Promise<unknown>;
  /** The bcrypt cost of new passwords in tests; undefined means the product's cost. */
  readonly passwordCost?: number | undefined;
  /** The site's address; null takes it from each request. */
  readonly publicUrl: string | null;
};

/** The owner of an access token whose session still exists. */
export type Caller = { userId: string; sessionId: string; user: User };

/** Reads the caller. @throws {AuthError} 401 without a token; 403 when it is not valid, or its user or session is gone */
export async function authenticate(
  { sql, tokens }: AuthDependencies,
  authorization: string | undefined,
): Promise<Caller> {
  const token = bearerOf(authorization);
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const claims = await tokens.verify(token).catch((error: unknown) => {
    throw error instanceof TokenError ? badToken(error) : error;
  });
  const [user, exists] = await Promise.all([
    findUser(sql, claims.sub),
    sessionExists(sql, claims.sub, claims.session_id),
  ]);
  if (!user) throw userNotFound();
  if (!exists) throw sessionNotFound();
  return { userId: claims.sub, sessionId: claims.session_id, user };
}

export function sessionNotFound(): AuthError {
  return new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}

function badToken({ reason }: TokenError): AuthError {
  const why = reason === 'expired' ? 'token has invalid claims: token is expired' : 'signature is invalid';
  return new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`);
}
