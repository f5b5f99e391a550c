import { setTimeout as wait } from 'node:timers/promises';
import { logFailure } from '../database/database-error.ts';
import { StartUpError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { SecretStore } from './secret-store.ts';
import {
  createSigningKey,
  describeKeys,
  handOver,
  latestFirst,
  parseKeys,
  publicPart,
  publishedAhead,
  type SigningKey,
  signerAt,
  verifiesAt,
} from './signing-key.ts';

/** The name of the signing keys among the secrets. */
export const signingSecret = 'signing';

/** Milliseconds between two regular reads, so that a server knows a new key long before the key signs. */
const interval = 60_000;
/** Milliseconds between two reads for unknown key names, so that made-up names do not keep the database busy. */
const distance = 1_000;

/** The keys as this server knows them. Another process may add one at any time. */
export type KeyRing = Awaited<ReturnType<typeof openKeyRing>>;

/**
 * Loads every stored key. Creates the first key where there is none, and drops keys whose last token has expired.
 * @throws {StartUpError} when the keys are damaged
 */
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
