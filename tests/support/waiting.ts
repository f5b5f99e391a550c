import type { Socket } from 'node:net';
import { expect } from 'vitest';
import type { Sql, Transaction } from '../../embedded-supabase/database/connect.ts';

/** Resolves once this many connections to the database of `sql` wait for a lock. */
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
 * Runs `meanwhile` while transactions hold this many connections of `sql`.
 */
export async function whileAllHeld<Result>(
  sql: Sql,
  count: number,
  meanwhile: (held: readonly Transaction[]) => Promise<Result>,
): Promise<Result> {
  const held: Transaction[] = [];
  const allHeld = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const transactions = Array.from({ length: count }, () =>
    sql.begin(async (transaction) => {
      if (held.push(transaction) === count) allHeld.resolve();
      await release.promise;
    }),
  );
  try {
    await Promise.race([allHeld.promise, Promise.all(transactions)]);
    return await meanwhile(held);
  } finally {
    release.resolve();
    await Promise.all(transactions);
  }
}

/** Resolves when a connection is closed, even with an error: `once()` of node:events would reject then. */
export function untilClosed(socket: Socket): Promise<void> {
  socket.on('error', () => undefined);
  return new Promise((resolve) => socket.once('close', () => resolve()));
}
