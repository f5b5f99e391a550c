import { TokenError, type Tokens, type VerifiedClaims } from './tokens.ts';

/** The token of an Authorization header. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
}

/**
 * Who asks: the claims of a valid token, or null for an anonymous caller. supabase-js sends its key as the bearer token
 * when nobody is signed in; a key is not a token.
 * @throws {TokenError} for a token that is expired or not this server's
 */
export async function readCaller(
  tokens: Tokens,
  authorization: string | undefined,
  apiKey: string | undefined,
): Promise<VerifiedClaims | null> {
  const bearer = bearerOf(authorization);
  if (bearer === undefined || bearer === apiKey || !/^eyJ|\./.test(bearer)) return null;
  const parts = bearer.split('.').length;
  if (parts !== 3) throw new TokenError('invalid', `Expected 3 parts in JWT; got ${parts}`);
  return await tokens.verify(bearer);
}
