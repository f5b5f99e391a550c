import { expect } from 'vitest';
import type { Sql } from '../../server/database/connect.ts';

/** Resolves once so many connections to the database of `sql` wait for a lock that somebody else holds. */
export async function untilWaiting(sql: Sql, count: number): Promise<void> {
  await expect
    .poll(async () => {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      return row?.count;
    })
    .toBe(count);
}

/**
 * Runs `meanwhile` while a transaction of its own stands open after `hold`, commits it, and answers what `meanwhile` did.
 * It is how a test decides who comes first: what waits for the lock goes on after the commit.
 */
export async function whileHeld<Result>(
  sql: Sql,
  hold: (transaction: Pick<Sql, 'unsafe'>) => Promise<unknown>,
  meanwhile: () => Promise<{ readonly result: Promise<Result> }>,
): Promise<Result> {
  const { result } = await sql.begin(async (transaction) => {
    await hold(transaction);
    return meanwhile();
  });
  return result;
}
