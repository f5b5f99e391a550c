import { rm } from 'node:fs/promises';
import { afterAll, beforeAll } from 'vitest';
import { type Cluster, startCluster } from '../../server/platform/database/cluster.ts';
import { connect } from '../../server/platform/database/connect.ts';
import { openDatabase } from '../../server/platform/database/open-database.ts';
import { layEmptyDatabase } from './prepared-database.ts';
import { makeDataDir } from './start-server.ts';

/**
 * Starts one PostgreSQL for the tests of a file, each of which has its own server. Copying a database in it takes less time than starting
 * and stopping a PostgreSQL.
 * @returns a function that creates a database with all migrations and no rows, and returns its address
 */
export function shareCluster(): () => Promise<string> {
  let dataDir: string;
  let cluster: Cluster;
  let made = 0;
  const addressOf = (name: string) => Object.assign(new URL(cluster.url), { pathname: `/${name}` }).href;
  const create = async (name: string, template: string) => {
    const sql = connect(cluster.url, { max: 1 });
    await sql`create database ${sql(name)} template ${sql(template)}`;
    await sql.end({ timeout: 5 });
  };
  beforeAll(async () => {
    dataDir = await makeDataDir();
    await layEmptyDatabase(dataDir);
    const silent = () => undefined;
    cluster = await startCluster({ dataDir, log: { info: silent, error: silent } });
    await create('whole', 'template0');
    await (await openDatabase(addressOf('whole'))).close();
  });
  afterAll(async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return async () => {
    made += 1;
    const name = `whole_${made}`;
    await create(name, 'whole');
    return addressOf(name);
  };
}
