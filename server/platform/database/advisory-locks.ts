import postgres from 'postgres';

/**
 * The numbers of all advisory locks that servers and commands take in the database. Each lock has a number of its own, which
 * never changes, because servers of two versions may share a database.
 */
export const advisoryLocks = {
  /** One server at a time uses a database of its own. */
  server: 1_463_895_876,
  /** One server at a time prepares a database: migrations and logins. */
  start: 1_463_895_877,
  // 1_463_895_878 and 1_463_895_880 were used by earlier versions.
  /** While a backup is taken, no server removes photos. */
  backup: 1_463_895_879,
} as const;

export type LockHolder = { release(): Promise<void> };

/**
 * Tries once to become the one server of the database at `url`. The lock belongs to a connection of its own, kept for
 * life, so PostgreSQL frees it by itself when this process dies in whatever way.
 * @param onLost called when the connection breaks before `release`
 * @returns 'in use' when another server has the lock, 'again' when the database does not answer yet, or no longer
 * @throws {PostgresError} for what waiting will not mend, such as a refused password
 */
export async function tryClusterLock(url: string, onLost: () => void): Promise<LockHolder | 'in use' | 'again'> {
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
      if (isHeld) onLost();
      isHeld = false;
    },
  });
  const release = () => {
    isHeld = false;
    return sql.end({ timeout: 0 });
  };
  try {
    const [row] = await sql<
      { granted: boolean }[]
    >`select pg_try_advisory_lock(${advisoryLocks.server}::bigint) as granted`;
    isHeld = row?.granted ?? false;
    if (isHeld) return { release };
    await release();
    return 'in use';
  } catch (error) {
    await release();
    // Starting up, shutting down (57P0), out of connections (53) or of reach (08): all of these pass.
    if (error instanceof postgres.PostgresError && !/^(57P0|53|08)/.test(error.code)) throw error;
    return 'again';
  }
}
