import { join } from 'node:path';
import type { Config } from '../config.ts';
import { startCluster, urlOfRunningCluster } from '../database/cluster.ts';
import { connect, type Sql } from '../database/connect.ts';
import { checkExternalDatabase } from '../database/external-database.ts';
import type { Log } from '../log.ts';
import { openDiskStore } from '../services/photos/disk-store.ts';
import type { PhotoStore } from '../services/photos/photo-store.ts';
import { openS3Store } from '../services/photos/s3-store.ts';

/** What a command works on: the same database and photos as the server with the same settings. */
export type Reach = AsyncDisposable & {
  readonly sql: Sql;
  readonly store: PhotoStore;
  readonly dataDir: string;
  /** Whether the server keeps its keys in a file of the data directory, and not in the database. */
  readonly keepsKeysInFile: boolean;
};

/**
 * @param alone a running server is refused; otherwise the command works beside it
 * @throws {StartUpError}
 */
export async function reach(config: Config, dataDir: string, log: Log, alone: boolean): Promise<Reach> {
  await using cleanups = new AsyncDisposableStack();
  const running = config.databaseUrl || alone ? null : await urlOfRunningCluster(dataDir);
  let url = config.databaseUrl ?? running;
  if (config.databaseUrl) await checkExternalDatabase(config.databaseUrl);
  if (!url) {
    const cluster = await startCluster({ dataDir, log });
    cleanups.defer(() => cluster.stop());
    url = cluster.url;
  }
  // One for the work, one for what must be held meanwhile.
  const sql = connect(url, { max: 2, name: 'wagday command' });
  cleanups.defer(() => sql.end({ timeout: 5 }));
  const store = config.s3 ? await openS3Store(config.s3) : await openDiskStore(join(dataDir, 'photos'));
  const kept = cleanups.move();
  const keepsKeysInFile = config.databaseUrl === null;
  return { sql, store, dataDir, keepsKeysInFile, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
