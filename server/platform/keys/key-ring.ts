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

/** What the signing keys are called among the secrets. */
export const signingSecret = 'signing';

/** Milliseconds between two readings, so that a server knows a new key long before it signs. */
const interval = 60_000;
/** Milliseconds between two readings for unknown key names, so that made-up ones do not keep the database busy. */
const distance = 1_000;

/** The keys as this server knows them; another process may add one at any time. */
export type KeyRing = Awaited<ReturnType<typeof openKeyRing>>;

type KeyRingOptions = { readonly log: Log; readonly now: () => Date };

/**
 * Every key that is kept. Makes the first key where there is none, and drops those whose last token has expired.
 * @throws {StartUpError} when they are damaged
 */
export async function loadKeys(store: SecretStore, now: Date): Promise<SigningKey[]> {
  const kept = await store.read(signingSecret);
  const keys = kept === undefined ? [] : requireKeys(kept);
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
 * Makes a new signing key and moves the signing to it without signing anybody out: it is published first and signs
 * later, and tokens of the older ones count until they expire. After a leak that is too long: `isLeaked` has it sign at
 * once, and every older key is dropped with all of its tokens.
 */
export async function rotateKeys(store: SecretStore, now: Date, { isLeaked = false } = {}): Promise<SigningKey> {
  const key = await createSigningKey(isLeaked ? now : new Date(now.getTime() + publishedAhead));
  await store.change(signingSecret, (value) =>
    describeKeys(handOver(value === undefined ? [] : requireKeys(value), key, isLeaked)),
  );
  return key;
}

/** @throws when the keys cannot be read now; later failures are logged, and the keys stay as they were known. */
export async function openKeyRing(store: SecretStore, { log, now }: KeyRingOptions) {
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
    /** The key that signs now. */
    signer: () => signerAt(keys, now()),
    /** The key of this name, while its signatures count. */
    verifier: (kid: string) => keys.find((key) => key.jwk.kid === kid && verifiesAt(key, now())) ?? null,
    /** The public parts of all keys that verify, also of the one that will sign next. */
    published: () => keys.filter((key) => verifiesAt(key, now())).map(publicPart),
    /** Reads the keys again; calls that come close together share one reading, which begins after each of them. */
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
