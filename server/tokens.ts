import { createLocalJWKSet, errors, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';

/** How long an access token lives, in seconds. */
export const accessTokenLifetime = 3600;

/** Of this server whatever address it is reached by: its keys are its own, so a name is enough to pin. */
const issuer = 'wagday';
const audience = 'authenticated';
const algorithm = 'ES256';
const cacheSize = 2000;

/** What an access token says, named as Supabase's. */
export type AccessClaims = {
  sub: string;
  role: 'authenticated';
  email: string;
  session_id: string;
  user_metadata: Record<string, unknown>;
  app_metadata: Record<string, unknown>;
  aal: string;
  amr: { method: string; timestamp: number }[];
};

export type VerifiedClaims = JWTPayload & AccessClaims;

/** Why a token is refused. */
export class TokenError extends Error {
  readonly reason: 'expired' | 'invalid';

  constructor(reason: 'expired' | 'invalid') {
    super(`the token is ${reason}`);
    this.reason = reason;
  }
}

export type Tokens = {
  /** The keys that verify, as published at `/auth/v1/.well-known/jwks.json`. */
  readonly jwks: { keys: JWK[] };
  /** Signs with the newest key. */
  sign(claims: AccessClaims): Promise<{ token: string; expiresAt: number }>;
  /** @throws {TokenError} unless the token is this server's, unchanged and not expired. */
  verify(token: string): Promise<VerifiedClaims>;
};

function publicPart({ kid, kty, crv, x, y }: JWK): JWK {
  return { kid, kty, crv, x, y, alg: algorithm, use: 'sig', key_ops: ['verify'] } as JWK;
}

/**
 * Access tokens signed with ES256.
 * @param signingKeys private keys, newest first: the first signs, all verify
 */
export function createTokens(signingKeys: readonly JWK[], now: () => Date): Tokens {
  const [newest] = signingKeys;
  if (!newest?.kid) throw new Error('a signing key with a kid is needed');
  const { kid } = newest;
  const jwks = { keys: signingKeys.map(publicPart) };
  const keyOf = createLocalJWKSet(jwks);
  const privateKey = importJWK(newest, algorithm);
  // Checking a signature costs more than a small query; a client sends the same token for an hour.
  const verified = new Map<string, VerifiedClaims>();

  function remember(token: string, claims: VerifiedClaims) {
    const [oldest] = verified.keys();
    if (verified.size >= cacheSize && oldest !== undefined) verified.delete(oldest);
    verified.set(token, claims);
  }

  return {
    jwks,

    async sign(claims) {
      const issuedAt = Math.floor(now().getTime() / 1000);
      const expiresAt = issuedAt + accessTokenLifetime;
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(await privateKey);
      return { token, expiresAt };
    },

    async verify(token) {
      const currentDate = now();
      const known = verified.get(token);
      if (known) {
        if ((known.exp ?? 0) > currentDate.getTime() / 1000) return known;
        verified.delete(token);
        throw new TokenError('expired');
      }
      try {
        const { payload } = await jwtVerify<AccessClaims>(token, keyOf, {
          algorithms: [algorithm],
          issuer,
          audience,
          currentDate,
          requiredClaims: ['sub', 'exp', 'iat', 'role', 'session_id'],
        });
        if (payload.role !== 'authenticated') throw new TokenError('invalid');
        remember(token, payload);
        return payload;
      } catch (error) {
        throw new TokenError(error instanceof errors.JWTExpired ? 'expired' : 'invalid');
      }
    },
  };
}
