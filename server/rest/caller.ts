import { TokenError, type Tokens, type VerifiedClaims } from '../tokens.ts';
import { RestError } from './rest-error.ts';

/**
 * Who asks: the claims of a valid token, or null for an anonymous caller. supabase-js sends its key as the bearer token
 * when nobody is signed in; a key is not a token.
 * @throws {RestError} 401 for a token that is expired or not this server's
 */
export async function readCaller(
  tokens: Tokens,
  authorization: string | undefined,
  apiKey: string | undefined,
): Promise<VerifiedClaims | null> {
  const bearer = /^bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
  if (bearer === undefined || bearer === apiKey || !/^eyJ|\./.test(bearer)) return null;
  const parts = bearer.split('.').length;
  if (parts !== 3) throw new RestError(401, 'PGRST301', `Expected 3 parts in JWT; got ${parts}`);
  try {
    return await tokens.verify(bearer);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    if (error.reason === 'expired') throw new RestError(401, 'PGRST303', 'JWT expired');
    throw new RestError(401, 'PGRST301', 'No suitable key or wrong key type');
  }
}
