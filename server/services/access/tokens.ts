import {
  type CryptoKey,
  errors,
  importJWK,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import type { KeyRing } from '../../keys/key-ring.ts';
import { accessTokenLifetime, publicPart, type SigningKey, signingAlgorithm } from '../../keys/signing-key.ts';

/** Of this server whatever address it is reached by: its keys are its own, so a name is enough to pin. */
const issuer = 'wagday';
const audience = 'authenticated';
const cacheSize = 2000;
/** What keys of ours are called: the thumbprint of the key (RFC 7638). */
const kidPattern = /^[\w-]{43}$/;

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

/** Why a token is refused; the messages are PostgREST's. */
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

export type Tokens = {
  /** The keys that verify, as published at `/auth/v1/.well-known/jwks.json`. */
  jwks(): { keys: JWK[] };
  /** Signs with the key whose time it is. */
  sign(claims: AccessClaims): Promise<{ token: string; expiresAt: number }>;
  /**
   * Says nothing about whether the session still exists: whoever uses the claims asks the database, as `wagday.run_as` does.
   * @throws {TokenError} unless the token is this server's, unchanged and not expired.
   */
  verify(token: string): Promise<VerifiedClaims>;
};

function isUuid(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}

/** Access tokens signed with ES256. */
export function createTokens(keys: KeyRing, now: () => Date): Tokens {
  const signingKeyOf = keepImported((key) => importJWK(key.jwk, signingAlgorithm));
  const verifyingKeyOf = keepImported((key) => importJWK(publicPart(key), signingAlgorithm));
  // Checking a signature costs more than a small query; a client sends the same token for an hour.
  const verified = new Map<string, { claims: VerifiedClaims; kid: string }>();

  function remember(token: string, claims: VerifiedClaims, kid: string) {
    const [oldest] = verified.keys();
    if (verified.size >= cacheSize && oldest !== undefined) verified.delete(oldest);
    verified.set(token, { claims, kid });
  }

  /** An unknown key may be one that another server has begun to sign with; a name that is none of ours cannot. */
  async function findKey(kid: string | undefined): Promise<SigningKey> {
    const known = kid === undefined ? null : keys.verifier(kid);
    if (known) return known;
    if (kid === undefined || !kidPattern.test(kid)) throw new TokenError('invalid');
    await keys.reread();
    const found = keys.verifier(kid);
    if (!found) throw new TokenError('invalid');
    return found;
  }

  return {
    jwks: () => ({ keys: keys.published() }),

    async sign(claims) {
      const key = keys.signer();
      const issuedAt = Math.floor(now().getTime() / 1000);
      const expiresAt = issuedAt + accessTokenLifetime;
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: signingAlgorithm, kid: key.jwk.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(await signingKeyOf(key));
      return { token, expiresAt };
    },

    async verify(token) {
      const currentDate = now();
      const known = verified.get(token);
      // A key that was dropped takes the tokens with it that it has signed, also those that are known here.
      if (known && keys.verifier(known.kid)) {
        if ((known.claims.exp ?? 0) > currentDate.getTime() / 1000) return known.claims;
        verified.delete(token);
        throw new TokenError('expired');
      }
      verified.delete(token);
      try {
        const keyOf = async ({ kid }: JWTHeaderParameters) => verifyingKeyOf(await findKey(kid));
        const { payload, protectedHeader } = await jwtVerify<AccessClaims>(token, keyOf, {
          algorithms: [signingAlgorithm],
          issuer,
          audience,
          currentDate,
          requiredClaims: ['sub', 'exp', 'iat', 'role', 'session_id'],
        });
        const isOurs = payload.role === 'authenticated' && isUuid(payload.sub) && isUuid(payload.session_id);
        if (!isOurs) throw new TokenError('invalid');
        remember(token, payload, protectedHeader.kid ?? '');
        return payload;
      } catch (error) {
        throw new TokenError(error instanceof errors.JWTExpired ? 'expired' : 'invalid');
      }
    },
  };
}

/** Turning a JWK into a key costs more than using it. */
function keepImported(importKey: (key: SigningKey) => Promise<CryptoKey | Uint8Array>) {
  const imported = new Map<string, Promise<CryptoKey | Uint8Array>>();
  return (key: SigningKey) => {
    const { kid } = key.jwk;
    const known = imported.get(kid) ?? importKey(key);
    imported.set(kid, known);
    return known;
  };
}
