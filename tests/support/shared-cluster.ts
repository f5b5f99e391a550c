import { rm } from 'node:fs/promises';
import { afterAll } from 'vitest';
import { type Cluster, startCluster } from '../../embedded-supabase/database/cluster.ts';
import { layEmptyDatabase } from './prepared-database.ts';
import { createRunDatabase, type RunDatabase } from './run-postgres.ts';
import { makeDataDir } from './start-server.ts';

/**
 * Makes databases for the tests of a file, each of which has its own server, in the PostgreSQL of the run.
 * @returns a function that creates a database with all migrations and no rows, and returns its address
 */
export function shareCluster(): () => Promise<string> {
  const made: RunDatabase[] = [];
  afterAll(async () => {
    for (const database of made) await database.drop();
  });
  return async () => {
    const database = await createRunDatabase();
    if (!database) throw new Error('the project of this test does not start a PostgreSQL (vitest.config.ts)');
    made.push(database);
    return database.url;
  };
}

/**
 * Starts a PostgreSQL of a file's or a test's own, without any table unless `lay` brings some.
 * @param atEnd Vitest's `afterAll` or `onTestFinished`
 */
export async function startOwnCluster(
  atEnd: (end: () => Promise<void>) => void,
  lay = layEmptyDatabase,
): Promise<Cluster & { readonly dataDir: string }> {
  const dataDir = await makeDataDir();
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  await lay(dataDir);
  const cluster = await startCluster({ dataDir, log: { info: () => undefined, error: () => undefined } });
  atEnd(cluster.stop);
  return { ...cluster, dataDir };
}
