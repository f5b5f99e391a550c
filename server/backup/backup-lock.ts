import type { TransactionSql } from 'postgres';
import { advisoryLocks } from '../platform/database/advisory-locks.ts';
import type { Sql } from '../platform/database/connect.ts';
import type { PhotoStore } from '../platform/photos/photo-store.ts';

/**
 * Runs `work` while no server of this database removes photos, so that every photo that the rows of a snapshot name can
 * still be read when its turn comes. The lock belongs to a transaction: it ends with this process, however that ends, and
 * it also works behind a connection pooler.
 */
export async function withBackupLock<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  const outcome = await sql.begin(async (transaction) => {
    await transaction.unsafe('set local idle_in_transaction_session_timeout = 0');
    await transaction`select pg_advisory_xact_lock_shared(${advisoryLocks.backup}::bigint)`;
    return { result: await work() };
  });
  return outcome.result;
}

/** Reads from one snapshot of the rows, for as long as it takes, with the backup lock. */
export function readSnapshot(sql: Sql, read: (snapshot: TransactionSql) => Promise<void>): Promise<void> {
  // The lock comes first, so that every photo of the snapshot stays.
  return withBackupLock(sql, async () => {
    await sql.begin('isolation level repeatable read read only', async (snapshot) => {
      await snapshot.unsafe('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0');
      await read(snapshot);
    });
  });
}

/**
 * A store that removes no photo while a backup is under way. The photo's row is gone by then, so nobody can read it any
 * more, and a later sweep removes it. The lock is looked at after the row has gone, so a backup that begins later does not
 * know the photo.
 */
export function withoutRemovalDuringBackup(store: PhotoStore, sql: Sql): PhotoStore {
  return {
    ...store,
    async remove(id) {
      const [backup] = await sql<{ is_running: boolean }[]>`
        select exists (
          select from pg_locks
          where locktype = 'advisory' and classid = 0 and objid = ${advisoryLocks.backup}::oid and objsubid = 1 and granted
            and database = (select oid from pg_database where datname = current_database())
        ) as is_running`;
      if (!backup?.is_running) await store.remove(id);
    },
  };
}
