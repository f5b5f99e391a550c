import { errors, type JWK, type JWTHeaderParameters, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { accessTokenLifetime, type KeyRing, publicPart, signingAlgorithm } from '../keys/key-ring.ts';
import { putLast } from '../put-last.ts';

const audience = 'authenticated';
const cacheSize = 2000;
/** Matches the names of our keys, which are thumbprints (RFC 7638). A name of another form does not make the server reread them. */
const kidPattern = /^[\w-]{43}$/;

/** The claims of an access token, named as Supabase names them. */
type AccessClaims = {
  sub: string;
  role: 'authenticated';
  email: string;
  session_id: string;
  user_metadata: Record<string, unknown>;
  app_metadata: Record<string, unknown>;
  aal: string;
  amr: { method: string; timestamp: number }[];
};

type VerifiedClaims = JWTPayload & AccessClaims;

/** A refused token, with the reason. The messages are PostgREST's. */
export class TokenError extends Error {
  readonly reason: 'expired' | 'invalid';

  constructor(
    reason: 'expired' | 'invalid',
    message = reason === 'expired' ? 'JWT expired' : 'No suitable key or wrong key type',
  ) {
    super(message);
    this.reason = reason;
  }
}

function isUuid(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}

export type Tokens = ReturnType<typeof createTokens>;

/** Signs and verifies access tokens with ES256. @param issuer any fixed name, because no other server has its keys */
export function createTokens(keys: KeyRing, issuer: string, now: () => Date) {
  /** Public keys by name. Each stays the same object, because jose caches the imported key by it. */
  const publicKeys = new Map<string, JWK>();
  // Caches verified tokens: checking a signature costs more than a small query, and a client sends the same token for an hour.
  const verified = new Map<string, { claims: VerifiedClaims; kid: string }>();

  /** Finds a public key by name. Reads the keys again for an unknown name, because another server may sign with a new key. */
  async function publicKeyOf({ kid = '' }: JWTHeaderParameters): Promise<JWK> {
    if (!keys.verifier(kid) && kidPattern.test(kid)) await keys.reread();
    const key = keys.verifier(kid);
    if (!key) throw new TokenError('invalid');
    const known = publicKeys.get(kid) ?? publicPart(key);
    publicKeys.set(kid, known);
    return known;
  }

  return {
    /** The keys that verify, as published at `/auth/v1/.well-known/jwks.json`. */
    jwks: (): { keys: JWK[] } => ({ keys: keys.published() }),

    async sign(claims: AccessClaims): Promise<{ token: string; expiresAt: number }> {
      const key = keys.signer();
      const issuedAt = Math.floor(now().getTime() / 1000);
      const expiresAt = issuedAt + accessTokenLifetime;
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: signingAlgorithm, kid: key.jwk.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key.jwk);
      return { token, expiresAt };
    },

    /**
     * Verifies a token, but not that its session still exists: the database checks that in `run_as`.
     * @throws {TokenError} unless the token is this server's, unchanged and not expired
     */
    async verify(token: string): Promise<VerifiedClaims> {
      const currentDate = now();
      const known = verified.get(token);
      // Also refuses a cached token whose key was dropped.
      if (known && keys.verifier(known.kid)) {
        if ((known.claims.exp ?? 0) > currentDate.getTime() / 1000) return known.claims;
        verified.delete(token);
        throw new TokenError('expired');
      }
      verified.delete(token);
      try {
        const { payload, protectedHeader } = await jwtVerify<AccessClaims>(token, publicKeyOf, {
          algorithms: [signingAlgorithm],
          issuer,
          audience,
          currentDate,
          requiredClaims: ['sub', 'exp', 'iat', 'role', 'session_id'],
        });
        const isOurs = payload.role === 'authenticated' && isUuid(payload.sub) && isUuid(payload.session_id);
        if (!isOurs) throw new TokenError('invalid');
        putLast(verified, token, { claims: payload, kid: protectedHeader.kid ?? '' }, cacheSize);
        return payload;
      } catch (error) {
        throw new TokenError(error instanceof errors.JWTExpired ? 'expired' : 'invalid');
      }
    },
  };
}
