import { afterAll, onTestFinished } from 'vitest';
import { connect, type Sql } from '../../embedded-supabase/database/connect.ts';
import { shareCluster } from './shared-cluster.ts';
import { startTestBackend, type TestBackend, type TestBackendOptions } from './test-backend.ts';

/** Starts a server that stops after the tests of the file. */
export async function startForFile(options?: TestBackendOptions): Promise<TestBackend> {
  const backend = await startTestBackend(options);
  afterAll(backend.stop);
  return backend;
}

/** Starts a server that stops after the test. */
export async function startForTest(options?: TestBackendOptions): Promise<TestBackend> {
  const backend = await startTestBackend(options);
  onTestFinished(backend.stop);
  return backend;
}

/**
 * Starts one server for the tests of a file. Most of a short test's time would go into a server of its own, and into connections whose
 * first statements have to be planned. A test that changes the schema, stops the jobs or has a push service rest starts its own.
 * @returns a function that empties the server for the next test, and returns it
 */
export function shareBackend(
  options: TestBackendOptions,
  createDatabase: () => Promise<string>,
): () => Promise<TestBackend> {
  let backend: TestBackend | undefined;
  let tables: readonly string[];
  afterAll(() => backend?.stop());
  return async () => {
    if (backend) {
      await backend.beginAgain();
      await deleteRows(backend.sql, tables);
    } else {
      backend = await startTestBackend({ ...options, databaseUrl: await createDatabase() });
      tables = await tablesWithoutRows(backend.sql);
    }
    return backend;
  };
}

/**
 * Makes one database for the tests of a file, each of which has servers with settings of its own.
 * @returns a function that empties the database for the next test, and returns its address
 */
export function shareDatabase(): () => Promise<string> {
  const createDatabase = shareCluster();
  let shared: { readonly url: string; readonly tables: readonly string[] } | undefined;
  return async () => {
    const url = shared?.url ?? (await createDatabase());
    const sql = connect(url, { max: 1 });
    shared ??= { url, tables: await tablesWithoutRows(sql) };
    await deleteRows(sql, shared.tables);
    await sql.end({ timeout: 5 });
    return url;
  };
}

/** Lists the tables that a new server leaves empty. The others hold what it was started with, such as its logins and keys. */
async function tablesWithoutRows(sql: Sql): Promise<readonly string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`;
  const looks = tables.map(({ name }) => `select '${name}' as name where not exists (select from ${name})`);
  return (await sql.unsafe<{ name: string }[]>(looks.join(' union all '))).map(({ name }) => name);
}

/** Deletes all rows of these tables, which is faster than TRUNCATE where there are few, and wakes no trigger. */
async function deleteRows(sql: Sql, tables: readonly string[]): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await transaction.unsafe(tables.map((table) => `delete from ${table}`).join(';'));
  });
}
