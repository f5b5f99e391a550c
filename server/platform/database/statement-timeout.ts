import type { MaybeRow, PendingQuery, RowList } from 'postgres';
import { DatabaseUnreachable } from './database-socket.ts';

/**
 * Milliseconds until a statement is cancelled. This is longer than PostgreSQL itself lets a request's statement run
 * (logins.ts): a cancellation at the same moment might hit the next statement on the connection.
 */
const timeout = 6000;
/** Milliseconds after which a statement that was cancelled is not waited for any more. */
const graceOfCancelled = 1000;

/**
 * Waits for a statement and cancels it after six seconds; it then fails with SQLSTATE 57014. A database that does not even answer
 * that, and a statement that the driver has lost along with its connection, are given up a second later.
 */
export function withTimeout<Result extends readonly MaybeRow[]>(query: PendingQuery<Result>): Promise<RowList<Result>> {
  return new Promise((resolve, reject) => {
    let timer = setTimeout(() => {
      query.cancel();
      timer = setTimeout(() => reject(new DatabaseUnreachable('ETIMEDOUT')), graceOfCancelled);
    }, timeout);
    query.then(
      (rows) => {
        clearTimeout(timer);
        resolve(rows);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
