import { setTimeout as wait } from 'node:timers/promises';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { logFailure } from '../database/database-error.ts';
import { StartUpError } from '../errors.ts';
import { isObject } from '../http/parse-json.ts';
import type { Log } from '../log.ts';
import type { SecretStore } from './secret-store.ts';

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
function verifiesAt(key: SigningKey, now: Date): boolean {
  return key.verifiesUntil === null || key.verifiesUntil > now;
}

/** Returns the key that signs: the latest whose start has passed, or the earliest of all while none has started. */
function signerAt(keys: readonly SigningKey[], now: Date): SigningKey {
  const able = latestFirst(keys).filter((key) => verifiesAt(key, now));
  const key = able.find(({ signsFrom }) => signsFrom <= now) ?? able.at(-1);
  if (!key) throw new Error('there is no signing key');
  return key;
}

function latestFirst(keys: readonly SigningKey[]): SigningKey[] {
  return keys.toSorted((one, other) => other.signsFrom.getTime() - one.signsFrom.getTime());
}

/** Returns the keys after a rotation: earlier ones verify until their last tokens have expired, unless they have leaked. */
function handOver(keys: readonly SigningKey[], to: SigningKey, isLeaked: boolean): SigningKey[] {
  if (isLeaked) return [to];
  const lastUse = new Date(to.signsFrom.getTime() + accessTokenLifetime * 1000 + clockSkew);
  const isSooner = ({ verifiesUntil }: SigningKey) => verifiesUntil !== null && verifiesUntil < lastUse;
  return [to, ...keys.map((key) => (isSooner(key) ? key : { ...key, verifiesUntil: lastUse }))];
}

type StoredKey = SigningKey['jwk'] & { readonly signs_from?: unknown; readonly verifies_until?: unknown };

export function describeKeys(keys: readonly SigningKey[]): object[] {
  return keys.map(({ jwk, signsFrom, verifiesUntil }) => ({
    ...jwk,
    signs_from: signsFrom.toISOString(),
    ...(verifiesUntil && { verifies_until: verifiesUntil.toISOString() }),
  }));
}

/** Parses stored keys, at least one; null when they are damaged. Those from before rotation existed have always signed. */
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

function isPrivateKey(value: unknown): value is SigningKey['jwk'] {
  return (
    isObject(value) && value.kty === 'EC' && ['kid', 'd', 'x', 'y'].every((name) => typeof value[name] === 'string')
  );
}

export const signingSecret = 'signing';

/** Milliseconds between two regular reads, so that a server knows a new key long before the key signs. */
const interval = 60_000;
/** Milliseconds between two reads for unknown key names, so that made-up names do not keep the database busy. */
const distance = 1_000;

/** The keys as this server knows them. Another process may add one at any time. */
export type KeyRing = Awaited<ReturnType<typeof openKeyRing>>;

/** Loads the keys, creates the first, and drops those whose last token has expired. @throws {StartUpError} when they are damaged */
export async function loadKeys(store: SecretStore, now: Date): Promise<SigningKey[]> {
  const stored = await store.read(signingSecret);
  const keys = stored === undefined ? [] : requireKeys(stored);
  if (keys.length > 0 && keys.every((key) => verifiesAt(key, now))) return keys;
  const spare = await createSigningKey(now);
  let loaded = keys;
  await store.change(signingSecret, (value) => {
    const living = (value === undefined ? [] : requireKeys(value)).filter((key) => verifiesAt(key, now));
    loaded = living.length > 0 ? living : [spare];
    return describeKeys(loaded);
  });
  return loaded;
}

function requireKeys(value: unknown): SigningKey[] {
  const keys = parseKeys(value);
  if (!keys) throw new StartUpError('The signing keys among the secrets are damaged: restore them from a backup.');
  return latestFirst(keys);
}

/**
 * Creates a new signing key and switches to it without signing anybody out: the key is published first and signs later, and
 * tokens of older keys stay valid until they expire. After a leak that takes too long: with `isLeaked` the new key signs at
 * once, and every older key is dropped with all its tokens.
 */
export async function rotateKeys(store: SecretStore, now: Date, { isLeaked = false } = {}): Promise<SigningKey> {
  const key = await createSigningKey(isLeaked ? now : new Date(now.getTime() + publishedAhead));
  await store.change(signingSecret, (value) =>
    describeKeys(handOver(value === undefined ? [] : requireKeys(value), key, isLeaked)),
  );
  return key;
}

/** Opens the keys. @throws when they cannot be read now; later failures are only logged, and the known keys stay */
export async function openKeyRing(store: SecretStore, { log, now }: { readonly log: Log; readonly now: () => Date }) {
  const closing = new AbortController();
  let keys = await loadKeys(store, now());
  let next: Promise<void> | null = null;
  let current: Promise<void> = Promise.resolve();
  let last = Number.NEGATIVE_INFINITY;

  async function read(): Promise<void> {
    try {
      const known = keys;
      keys = await loadKeys(store, now());
      if (namesOf(keys) !== namesOf(known)) log.info('signing_keys_changed', { count: keys.length });
    } catch (error) {
      if (!closing.signal.aborted) logFailure(log, 'signing_keys_not_read', error, 'READ');
    }
  }

  function reread(): Promise<void> {
    next ??= (async () => {
      await current;
      const pause = last + distance - performance.now();
      if (pause > 0) await wait(pause, undefined, { signal: closing.signal }).catch(() => undefined);
      next = null;
      if (closing.signal.aborted) return;
      last = performance.now();
      current = read();
      await current;
    })();
    return next;
  }

  const timer = setInterval(() => void reread(), interval);
  timer.unref();
  return {
    signer: () => signerAt(keys, now()),
    /** Returns the key of this name while its signatures are valid, otherwise null. */
    verifier: (kid: string) => keys.find((key) => key.jwk.kid === kid && verifiesAt(key, now())) ?? null,
    /** Returns the public parts of all keys that verify, including the one that will sign next. */
    published: () => keys.filter((key) => verifiesAt(key, now())).map(publicPart),
    /** Reads the keys again. Calls close together share one read, which begins after each of them. */
    reread,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      closing.abort();
      await next;
      await current;
    },
  };
}

function namesOf(keys: readonly SigningKey[]): string {
  return keys.map((key) => key.jwk.kid).join();
}
