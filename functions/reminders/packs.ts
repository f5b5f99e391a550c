import { DataError } from '../web-function.ts';
import { type Claim, type Claimed, readClaims } from './claims.ts';
import type { TickParts } from './reminder.ts';

/** Owners whose packs are read at once: each may be large. */
const atOnce = 10;

type Loaded = {
  readonly claims: Claim[];
  /** The claims whose packs there was no time to read. */
  readonly left: Claimed[];
  /** How many packs could not be read. */
  failed: number;
};

/**
 * Reads all about owners who are due, a few at a time. A few whose packs cannot be read are halved until it is clear whose it is: the
 * claim of that one ends by itself, later each time, and nobody else waits.
 * @param end milliseconds since 1970, after which nothing more is read
 */
export async function loadPacks(
  { service, now }: TickParts,
  claimed: readonly Claimed[],
  end: number,
): Promise<Loaded> {
  const loaded: Loaded = { claims: [], left: [], failed: 0 };
  const at = now().toISOString();

  async function load(some: readonly Claimed[]): Promise<void> {
    if (now().getTime() > end) {
      loaded.left.push(...some);
      return;
    }
    try {
      const owners = some.map(({ owner }) => owner);
      loaded.claims.push(...readClaims(await service.call('reminder_packs', { owners, at }), some));
    } catch (error) {
      // Not about an owner: whoever reads has to wait.
      if (error instanceof DataError && error.status === 429) throw error;
      if (some.length === 1) {
        loaded.failed += 1;
        return;
      }
      const half = Math.ceil(some.length / 2);
      await load(some.slice(0, half));
      await load(some.slice(half));
    }
  }

  for (let first = 0; first < claimed.length; first += atOnce) await load(claimed.slice(first, first + atOnce));
  return loaded;
}
