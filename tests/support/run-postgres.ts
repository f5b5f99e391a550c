import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { startCluster } from '../../embedded-supabase/database/cluster.ts';
import { connect, type Sql } from '../../embedded-supabase/database/connect.ts';
import { openDatabase } from '../../embedded-supabase/database/open-database.ts';
import { databaseOptions } from '../../server/product.ts';
import { layCluster } from './prepared-database.ts';
import { makeDataDir } from './start-server.ts';

/** Names the address of the run's PostgreSQL to the workers, which inherit the environment. */
const variable = 'WAGDAY_TEST_POSTGRES';

const silent = { info: () => undefined, error: () => undefined };

/**
 * Each worker has a template of its own. Copies have the logins of their template, which are the whole cluster's, and two servers that
 * start at once on different databases cannot both set the same login's password.
 */
const templateOf = (worker: string | number) => `template_of_worker_${worker}`;

/**
 * Starts one PostgreSQL for all files of a run, for Vitest's `globalSetup`. Copying a database in it takes less time than starting and
 * stopping a PostgreSQL for each file. All projects share it.
 */
export async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env[variable]) return undefined;
  const workers = Number(vitest.config.maxWorkers);
  const dataDir = await makeDataDir();
  await layCluster(dataDir, `templates-${workers}`, async (url) => {
    const sql = connect(url, { max: 1 });
    for (let worker = 1; worker <= workers; worker += 1) {
      const name = templateOf(worker);
      await sql`create database ${sql(name)} template template0`;
      await (await openDatabase(inCluster(url, name), databaseOptions)).close();
    }
    await sql.end({ timeout: 5 });
  });
  const cluster = await startCluster({ dataDir, log: silent });
  // Otherwise a table that is empty when its statistics are taken, and full a moment later, gets a plan for an empty one.
  await withAdmin(cluster.url, async (sql) => {
    await sql`alter system set autovacuum = off`;
    await sql`select pg_reload_conf()`;
  });
  process.env[variable] = cluster.url;
  return async () => {
    delete process.env[variable];
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

export type RunDatabase = { readonly url: string; drop(): Promise<void> };

/** Creates a database with all migrations and no rows in the run's PostgreSQL. Null outside of such a run, such as in a benchmark. */
export async function createRunDatabase(): Promise<RunDatabase | null> {
  const clusterUrl = process.env[variable];
  if (!clusterUrl) return null;
  const name = `test_${randomUUID()}`;
  await withAdmin(clusterUrl, async (sql) => {
    await sql`create database ${sql(name)} template ${sql(templateOf(process.env.VITEST_POOL_ID ?? ''))}`;
  });
  return {
    url: inCluster(clusterUrl, name),
    drop: () =>
      withAdmin(clusterUrl, async (sql) => {
        await sql`drop database ${sql(name)} with (force)`;
      }),
  };
}

async function withAdmin(url: string, work: (sql: Sql) => Promise<void>): Promise<void> {
  const sql = connect(url, { max: 1 });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const inCluster = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
