import type { MaybeRow, PendingQuery, RowList } from 'postgres';

/**
 * Milliseconds until a statement is cancelled. This is longer than PostgreSQL itself lets a request's statement run
 * (logins.ts): a cancellation at the same moment might hit the next statement on the connection.
 */
const timeout = 6000;

/**
 * Waits for a statement and cancels it after six seconds; it then fails with SQLSTATE 57014. This also ends the wait for a
 * statement that the driver has lost along with its connection.
 */
export async function withTimeout<Result extends readonly MaybeRow[]>(
  query: PendingQuery<Result>,
): Promise<RowList<Result>> {
  const timer = setTimeout(() => query.cancel(), timeout);
  try {
    return await query;
  } finally {
    clearTimeout(timer);
  }
}
