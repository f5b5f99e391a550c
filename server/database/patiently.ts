import type { MaybeRow, PendingQuery, RowList } from 'postgres';

/**
 * Milliseconds until a statement is cancelled. Longer than PostgreSQL itself lets a request's statement run (logins.ts):
 * a cancellation that came at the same moment might hit the next statement on the connection.
 */
const patience = 6000;

/**
 * Waits for a statement, but not forever: one that takes too long, or that the driver has lost along with its
 * connection, is cancelled and fails with SQLSTATE 57014.
 */
export async function patiently<Result extends readonly MaybeRow[]>(
  query: PendingQuery<Result>,
): Promise<RowList<Result>> {
  const timer = setTimeout(() => query.cancel(), patience);
  try {
    return await query;
  } finally {
    clearTimeout(timer);
  }
}
