import { afterAll } from 'vitest';
import { createRunDatabase, type RunDatabase } from './run-postgres.ts';

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
