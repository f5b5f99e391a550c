import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { isObject } from '../http/parse-json.ts';

/** Seconds until an access token expires. */
export const accessTokenLifetime = 3600;

/**
 * Milliseconds between the creation of a key and its first signature: longer than any server goes without reading the keys again,
 * and than clients cache the published ones (ten minutes). Otherwise some would see a signature of an unknown key.
 */
export const publishedAhead = 15 * 60_000;

/** Milliseconds by which the clocks of servers may differ. */
const clockSkew = 5 * 60_000;

export const signingAlgorithm = 'ES256';

/** A private key, with the times from which it signs and until which it verifies. */
export type SigningKey = {
  readonly jwk: JWK & { readonly kid: string };
  /** When it starts to sign. It signs until a later key starts. */
  readonly signsFrom: Date;
  /** When its signatures stop being valid; null while it has no successor. */
  readonly verifiesUntil: Date | null;
};

export async function createSigningKey(signsFrom: Date): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { jwk: { ...jwk, kid, alg: signingAlgorithm, use: 'sig' }, signsFrom, verifiesUntil: null };
}

export function publicPart({ jwk: { kid, kty, crv, x, y } }: SigningKey): JWK {
  return { kid, kty, crv, x, y, alg: signingAlgorithm, use: 'sig', key_ops: ['verify'] } as JWK;
}

/** Whether a key's signatures are valid at this time. A key that does not sign yet verifies already. */
export function verifiesAt(key: SigningKey, now: Date): boolean {
  return key.verifiesUntil === null || key.verifiesUntil > now;
}

/** Returns the key that signs: the latest whose start has passed, or the earliest of all while none has started. */
export function signerAt(keys: readonly SigningKey[], now: Date): SigningKey {
  const able = latestFirst(keys).filter((key) => verifiesAt(key, now));
  const key = able.find(({ signsFrom }) => signsFrom <= now) ?? able.at(-1);
  if (!key) throw new Error('there is no signing key');
  return key;
}

/** Sorts keys by their first signature, the latest first. */
export function latestFirst(keys: readonly SigningKey[]): SigningKey[] {
  return keys.toSorted((one, other) => other.signsFrom.getTime() - one.signsFrom.getTime());
}

/**
 * Returns the keys after a rotation to this one: earlier keys verify until the last tokens that they may sign have expired. After
 * a leak they are dropped, with all their tokens.
 */
export function handOver(keys: readonly SigningKey[], to: SigningKey, isLeaked: boolean): SigningKey[] {
  if (isLeaked) return [to];
  const lastUse = new Date(to.signsFrom.getTime() + accessTokenLifetime * 1000 + clockSkew);
  const isSooner = ({ verifiesUntil }: SigningKey) => verifiesUntil !== null && verifiesUntil < lastUse;
  return [to, ...keys.map((key) => (isSooner(key) ? key : { ...key, verifiesUntil: lastUse }))];
}

type StoredKey = SigningKey['jwk'] & { readonly signs_from?: unknown; readonly verifies_until?: unknown };

/** Converts keys to the format in which they are stored. */
export function describeKeys(keys: readonly SigningKey[]): object[] {
  return keys.map(({ jwk, signsFrom, verifiesUntil }) => ({
    ...jwk,
    signs_from: signsFrom.toISOString(),
    ...(verifiesUntil && { verifies_until: verifiesUntil.toISOString() }),
  }));
}

/**
 * Parses stored keys, at least one; null when they are damaged. Keys from before rotation existed have no times: they have always
 * signed, and still do.
 */
export function parseKeys(stored: unknown): SigningKey[] | null {
  if (!Array.isArray(stored) || stored.length === 0 || !stored.every(isPrivateKey)) return null;
  const keys = stored.map(({ signs_from, verifies_until, ...jwk }: StoredKey) => ({
    jwk,
    signsFrom: signs_from === undefined ? new Date(0) : new Date(String(signs_from)),
    verifiesUntil: verifies_until === undefined ? null : new Date(String(verifies_until)),
  }));
  const times = keys.flatMap(({ signsFrom, verifiesUntil }) => [signsFrom, verifiesUntil ?? signsFrom]);
  return times.some((time) => Number.isNaN(time.getTime())) ? null : keys;
}

/** Whether a stored value is a private ES256 key. */
function isPrivateKey(value: unknown): value is SigningKey['jwk'] {
  return (
    isObject(value) && value.kty === 'EC' && ['kid', 'd', 'x', 'y'].every((name) => typeof value[name] === 'string')
  );
}
