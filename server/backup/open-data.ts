import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  advisoryLocks,
  checkExternalDatabase,
  connect,
  createLog,
  openDataDirectory,
  openDiskStore,
  openS3Store,
  type PhotoStore,
  type Sql,
  StartUpError,
  startCluster,
  type Transaction,
  urlOfRunningCluster,
} from 'embedded-supabase';
import { type Config, readConfig } from '../config.ts';
import { productName, sharedHome } from '../product.ts';

/** The data that a command works on: the same database and photos as the server with the same settings. */
export type Data = {
  readonly sql: Sql;
  readonly store: PhotoStore;
  readonly dataDir: string;
  /** Whether the server keeps its keys in a file of the data directory, not in the database. */
  readonly keepsKeysInFile: boolean;
};

type OpenOptions = {
  /** Refuses to work beside a running server. */
  readonly isExclusive: boolean;
  /** Refuses a data directory without a database, instead of making one there. */
  readonly mustExist?: boolean;
  /** Where the data is; by default where the environment says. */
  readonly config?: Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>;
};

/** Opens the data that the configuration names. Starts the embedded database when it is not running. @throws {StartUpError} */
export async function openData({
  isExclusive,
  mustExist = false,
  config = readConfig(process.env),
}: OpenOptions): Promise<Data & AsyncDisposable> {
  const { databaseUrl, s3 } = config;
  if (mustExist && !databaseUrl && !existsSync(join(config.dataDir, 'database'))) {
    throw new StartUpError(`There is no data of Wagday in ${config.dataDir}: say where it is with WAGDAY_DATA.`);
  }
  const dataDir = await openDataDirectory(config.dataDir);
  await using cleanups = new AsyncDisposableStack();
  if (databaseUrl) await checkExternalDatabase(databaseUrl);
  let url = databaseUrl ?? (isExclusive ? null : await urlOfRunningCluster(dataDir));
  if (!url) {
    const cluster = await startCluster({ dataDir, sharedHome, log: createLog() });
    cleanups.defer(() => cluster.stop());
    url = cluster.url;
  }
  // One connection for the work, one for the locks held meanwhile.
  const sql = connect(url, { max: 2, name: 'wagday command', schema: productName });
  cleanups.defer(() => sql.end({ timeout: 5 }));
  const store = s3 ? await openS3Store(s3) : await openDiskStore(join(dataDir, 'photos'));
  const kept = cleanups.move();
  const keepsKeysInFile = databaseUrl === null;
  return { sql, store, dataDir, keepsKeysInFile, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/**
 * Runs `work` while no server of this database removes photos, so that every photo named by a snapshot's rows can still be read
 * later. The lock belongs to a transaction: it ends with this process, in whatever way that ends, and also works behind a
 * connection pooler.
 */
export async function withBackupLock<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  const outcome = await sql.begin(async (transaction) => {
    await transaction.unsafe('set local idle_in_transaction_session_timeout = 0');
    await transaction`select pg_advisory_xact_lock_shared(${advisoryLocks.backup}::bigint)`;
    return { result: await work() };
  });
  return outcome.result;
}

/** Reads from one snapshot of the rows, for as long as needed, with the backup lock. */
export function readSnapshot(sql: Sql, read: (snapshot: Transaction) => Promise<void>): Promise<void> {
  // The lock comes first, so that every photo of the snapshot stays.
  return withBackupLock(sql, async () => {
    await sql.begin(async (snapshot) => {
      await snapshot.unsafe('set transaction isolation level repeatable read, read only');
      await snapshot.unsafe('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0');
      await read(snapshot);
    });
  });
}

/**
 * Wraps a store so that it removes no photo during a backup. The photo's row is deleted by then, so nobody can read the photo any
 * more, and a later sweep removes it. The lock is checked after the row was deleted, so a backup that begins later does not know
 * the photo.
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
