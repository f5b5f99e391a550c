import { setTimeout as wait } from 'node:timers/promises';
import type { JWK } from 'jose';
import { logFailure } from '../database/database-error.ts';
import type { Log } from '../log.ts';
import { type KeyStore, publicPart, type SigningKey, signerAt, verifiesAt } from './signing-key.ts';

/** Milliseconds between two readings, so that a server knows a new key long before it signs. */
const interval = 60_000;
/** Milliseconds between two readings that tokens ask for: whoever makes keys up must not keep the database busy. */
const distance = 1_000;

/** The keys as this server knows them; another process may add one at any time. */
export type KeyRing = {
  /** The key that signs now. */
  signer(): SigningKey;
  /** The key of this name, while its signatures count. */
  verifier(kid: string): SigningKey | null;
  /** The public parts of all keys that verify, also of the one that will sign next. */
  published(): JWK[];
  /** Reads the keys again; calls that come close together share one reading, which begins after each of them. */
  reread(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type KeyRingOptions = { readonly log: Log; readonly now: () => Date };

/** @throws when the keys cannot be read now; later failures are logged, and the keys stay as they were known. */
export async function openKeyRing(store: KeyStore, { log, now }: KeyRingOptions): Promise<KeyRing> {
  const closing = new AbortController();
  let keys = byName(await store.load(now()));
  let next: Promise<void> | null = null;
  let current: Promise<void> = Promise.resolve();
  let last = Number.NEGATIVE_INFINITY;

  async function read(): Promise<void> {
    try {
      const found = byName(await store.load(now()));
      if (found.size === 0) throw new Error('there is no signing key');
      if ([...found.keys()].join() !== [...keys.keys()].join()) log.info('signing_keys_changed', { count: found.size });
      keys = found;
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
    signer: () => signerAt([...keys.values()], now()),
    verifier(kid) {
      const key = keys.get(kid);
      return key && verifiesAt(key, now()) ? key : null;
    },
    published() {
      const at = now();
      return [...keys.values()].filter((key) => verifiesAt(key, at)).map(publicPart);
    },
    reread,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      closing.abort();
      await next;
      await current;
    },
  };
}

/** In the order of their first signature, the latest first. */
function byName(keys: readonly SigningKey[]): Map<string, SigningKey> {
  const sorted = keys.toSorted((one, other) => other.signsFrom.getTime() - one.signsFrom.getTime());
  return new Map(sorted.map((key) => [key.jwk.kid, key]));
}
