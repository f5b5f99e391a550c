import { openClient } from './connect.ts';
import { isPostgresError } from './database-error.ts';

/** All advisory locks of servers and commands. A number never changes, because two versions may share a database. */
export const advisoryLocks = {
  /** Lets one server at a time use its embedded database. */
  server: 1_463_895_876,
  /** Lets one server at a time prepare a database: migrations and logins. */
  start: 1_463_895_877,
  // 1_463_895_878 and 1_463_895_880 were used by earlier versions.
  /** Keeps servers from removing photos while a backup is taken. */
  backup: 1_463_895_879,
} as const;

export type LockHolder = { release(): Promise<void> };

/**
 * Tries once to become the only server of the database at `url`. The lock belongs to a separate connection that stays open, so
 * PostgreSQL frees it when this process dies in any way.
 * @param onLost called when the connection breaks before `release`
 * @returns 'in use' when another server has the lock, 'again' when the database does not answer yet, or no longer
 * @throws {DatabaseError} for a failure that waiting will not mend, such as a refused password
 */
export async function tryClusterLock(url: string, onLost: () => void): Promise<LockHolder | 'in use' | 'again'> {
  let isHeld = false;
  let release = async () => {};
  try {
    const client = await openClient(url, { name: 'server lock', connectTimeout: 10 });
    release = () => {
      isHeld = false;
      return client.end();
    };
    client.on('end', () => isHeld && onLost());
    const { rows } = await client.query(`select pg_try_advisory_lock(${advisoryLocks.server}) as granted`);
    isHeld = rows[0]?.granted === true;
    if (isHeld) return { release };
    await release();
    return 'in use';
  } catch (error) {
    await release();
    // Starting up or shutting down (57P0), out of connections (53), unreachable (08): all of these pass.
    if (isPostgresError(error) && !/^(57P0|53|08)/.test(error.code)) throw error;
    return 'again';
  }
}
