import type { MaybeRow, PendingQuery, RowList } from 'postgres';

/** Milliseconds until a statement is cancelled. */
const patience = 5000;

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
