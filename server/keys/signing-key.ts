import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';

/** Seconds that an access token lives. */
export const accessTokenLifetime = 3600;

/**
 * Milliseconds between the making of a key and its first signature: longer than any server goes without reading the keys
 * again, and than anyone keeps the published ones (ten minutes), so that whoever meets its signature knows it.
 */
export const publishedAhead = 15 * 60_000;

/** Milliseconds by which the clocks of servers may differ. */
const clockSkew = 5 * 60_000;

export const signingAlgorithm = 'ES256';

/** A private key with the time in which it serves. */
export type SigningKey = {
  readonly jwk: JWK & { readonly kid: string };
  /** From when it signs, until a later one does. */
  readonly signsFrom: Date;
  /** Until when its signatures count; null while no successor is known. */
  readonly verifiesUntil: Date | null;
};

/** Where signing keys are kept, for all servers that share them. */
export type KeyStore = {
  /** All keys that are kept, at least one: the first is made, once, by whoever comes first. */
  load(now: Date): Promise<SigningKey[]>;
  /** Adds a key. The others verify no longer than the given moment; one that is past drops them at once. */
  succeed(key: SigningKey, othersVerifyUntil: Date, now: Date): Promise<void>;
};

export async function createSigningKey(signsFrom: Date): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { jwk: { ...jwk, kid, alg: signingAlgorithm, use: 'sig' }, signsFrom, verifiesUntil: null };
}

/** What everybody may know of a key. */
export function publicPart({ jwk: { kid, kty, crv, x, y } }: SigningKey): JWK {
  return { kid, kty, crv, x, y, alg: signingAlgorithm, use: 'sig', key_ops: ['verify'] } as JWK;
}

/** Whether its signatures still count. A key that does not sign yet counts already. */
export function verifiesAt(key: SigningKey, now: Date): boolean {
  return key.verifiesUntil === null || key.verifiesUntil > now;
}

/** The key that signs: the latest of those whose time has come, or the earliest of all while it has come for none. */
export function signerAt(keys: readonly SigningKey[], now: Date): SigningKey {
  const able = keys.filter((key) => verifiesAt(key, now));
  const started = able.filter(({ signsFrom }) => signsFrom <= now);
  const key = latest(started) ?? earliest(able);
  if (!key) throw new Error('there is no signing key');
  return key;
}

function latest(keys: readonly SigningKey[]): SigningKey | undefined {
  return keys.reduce<SigningKey | undefined>(
    (best, key) => (best && best.signsFrom >= key.signsFrom ? best : key),
    undefined,
  );
}

function earliest(keys: readonly SigningKey[]): SigningKey | undefined {
  return keys.reduce<SigningKey | undefined>(
    (best, key) => (best && best.signsFrom <= key.signsFrom ? best : key),
    undefined,
  );
}

/**
 * Makes a new signing key and hands the signing over to it, without anybody noticing: it is published first and signs
 * later, and tokens of the older ones count until they expire. After a leak that is too long: `isLeaked` has it sign at
 * once, and every older key is dropped with all of its tokens.
 */
export async function rotateKeys(store: KeyStore, now: Date, { isLeaked = false } = {}): Promise<SigningKey> {
  const key = await createSigningKey(isLeaked ? now : new Date(now.getTime() + publishedAhead));
  const lastUse = key.signsFrom.getTime() + accessTokenLifetime * 1000 + clockSkew;
  await store.succeed(key, isLeaked ? now : new Date(lastUse), now);
  return key;
}

/** An older key under a new one. */
export function superseded(key: SigningKey, othersVerifyUntil: Date): SigningKey {
  const until =
    key.verifiesUntil === null || key.verifiesUntil > othersVerifyUntil ? othersVerifyUntil : key.verifiesUntil;
  return { ...key, verifiesUntil: until };
}

/** Whether something read from a store is a private ES256 key. */
export function isPrivateKey(value: unknown): value is SigningKey['jwk'] {
  if (typeof value !== 'object' || value === null) return false;
  const fields: Record<string, unknown> = { ...value };
  return fields.kty === 'EC' && ['kid', 'd', 'x', 'y'].every((name) => typeof fields[name] === 'string');
}

/** How long a key taken over from elsewhere beside others still counts: as long as the tokens that it may have signed. */
export function lastUseFrom(now: Date): Date {
  return new Date(now.getTime() + accessTokenLifetime * 1000 + clockSkew);
}
