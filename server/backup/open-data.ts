import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { startCluster, urlOfRunningCluster } from '../platform/database/cluster.ts';
import { connect, type Sql } from '../platform/database/connect.ts';
import { openDataDirectory } from '../platform/database/data-directory.ts';
import { checkExternalDatabase } from '../platform/database/external-database.ts';
import { createLog } from '../platform/log.ts';
import { openDiskStore } from '../platform/photos/disk-store.ts';
import type { PhotoStore } from '../platform/photos/photo-store.ts';
import { openS3Store } from '../platform/photos/s3-store.ts';

/** What a command works on: the same database and photos as the server with the same settings. */
export type Data = {
  readonly sql: Sql;
  readonly store: PhotoStore;
  readonly dataDir: string;
  /** Whether the server keeps its keys in a file of the data directory, and not in the database. */
  readonly keepsKeysInFile: boolean;
};

/**
 * Opens what the environment names. It starts Wagday's own database when that does not run.
 * @param alone refuses a running server; otherwise the command works beside it
 * @throws {StartUpError}
 */
export async function openData({ alone }: { alone: boolean }): Promise<Data & AsyncDisposable> {
  const { databaseUrl, s3, ...config } = readConfig(process.env);
  const dataDir = await openDataDirectory(config.dataDir);
  await using cleanups = new AsyncDisposableStack();
  if (databaseUrl) await checkExternalDatabase(databaseUrl);
  let url = databaseUrl ?? (alone ? null : await urlOfRunningCluster(dataDir));
  if (!url) {
    const cluster = await startCluster({ dataDir, log: createLog() });
    cleanups.defer(() => cluster.stop());
    url = cluster.url;
  }
  // One connection for the work, one for the locks that are held meanwhile.
  const sql = connect(url, { max: 2, name: 'wagday command' });
  cleanups.defer(() => sql.end({ timeout: 5 }));
  const store = s3 ? await openS3Store(s3) : await openDiskStore(join(dataDir, 'photos'));
  const kept = cleanups.move();
  const keepsKeysInFile = databaseUrl === null;
  return { sql, store, dataDir, keepsKeysInFile, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
