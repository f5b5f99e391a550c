import postgres from 'postgres';
import { advisoryLocks } from './advisory-locks.ts';

export type LockHolder = { release(): Promise<void> };

export type LockAttempt =
  | { readonly outcome: 'granted'; readonly holder: LockHolder }
  | { readonly outcome: 'refused' }
  /** The database does not answer yet, or no longer. */
  | { readonly outcome: 'unavailable' }
  /** It answers, but with something that waiting will not mend. */
  | { readonly outcome: 'failed'; readonly reason: string };

/**
 * Tries once to become the one server of the database at `url`. The lock belongs to a connection of its own, kept for
 * life, so PostgreSQL frees it by itself when this process dies in whatever way.
 * @param onLost called when the connection breaks before `release`.
 */
export async function tryClusterLock(url: string, onLost: () => void): Promise<LockAttempt> {
  let isHeld = false;
  const sql = postgres(url, {
    max: 1,
    connect_timeout: 10,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => undefined,
    connection: { application_name: 'wagday lock' },
    onclose: () => {
      if (!isHeld) return;
      isHeld = false;
      onLost();
    },
  });
  try {
    const [row] = await sql<
      { granted: boolean }[]
    >`select pg_try_advisory_lock(${advisoryLocks.server}::bigint) as granted`;
    if (!row?.granted) {
      await sql.end({ timeout: 0 });
      return { outcome: 'refused' };
    }
    isHeld = true;
    return {
      outcome: 'granted',
      holder: {
        release: async () => {
          isHeld = false;
          await sql.end({ timeout: 0 });
        },
      },
    };
  } catch (error) {
    await sql.end({ timeout: 0 });
    // A refused password or a missing database will not mend themselves; 57P03 is "starting up" or "shutting down".
    if (error instanceof postgres.PostgresError && !/^(57P0|53|08)/.test(error.code)) {
      return { outcome: 'failed', reason: error.message };
    }
    return { outcome: 'unavailable' };
  }
}
