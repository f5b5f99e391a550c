import { advisoryLocks } from '../database/advisory-locks.ts';
import type { Sql } from '../database/connect.ts';
import type { PhotoStore } from '../services/photos/photo-store.ts';

/**
 * Runs `work` while no server of this database removes photos, so that every photo that the rows of a snapshot name can
 * still be read when its turn comes. The lock belongs to a transaction, so it goes with this process however it ends, and
 * holds behind a connection pooler too.
 */
export async function whilePhotosRest<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  const outcome = await sql.begin(async (transaction) => {
    await transaction.unsafe('set local idle_in_transaction_session_timeout = 0');
    await transaction`select pg_advisory_xact_lock_shared(${advisoryLocks.backup}::bigint)`;
    return { result: await work() };
  });
  return outcome.result;
}

/**
 * Leaves a photo where it is while a backup is under way. Its row is gone then, so nobody can read it any more, and a later
 * sweep finds it. The row goes before the look at the lock, so a backup that begins after the look does not know the photo.
 */
export function leavePhotosToBackups(store: PhotoStore, sql: Sql): PhotoStore {
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
