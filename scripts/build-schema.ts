import { fileURLToPath } from 'node:url';
import { connect, type Sql } from '../server/platform/database/connect.ts';
import {
  MIGRATION_SOURCES,
  type MigrationSource,
  migrate,
  migrateWithin,
  readSources,
} from '../server/platform/database/migrate.ts';

const folderAt = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const [platform, product] = MIGRATION_SOURCES as [MigrationSource, MigrationSource];

/** The two descriptions of each schema: the migrations that lead to it, and its files by subject. */
export const schemaSources = {
  platform: {
    migrations: platform,
    schema: { prefix: 'platform-schema', folder: folderAt('server/platform/database/schema') },
  },
  product: { migrations: product, schema: { prefix: 'schema', folder: folderAt('supabase/schemas') } },
};

/** The privileges that hosted Supabase grants by default. They reveal a privilege that somebody forgot to revoke. */
const hostedDefaults = ['tables', 'sequences', 'functions']
  .map(
    (things) =>
      `alter default privileges in schema public grant all on ${things} to anon, authenticated, service_role;`,
  )
  .join('\n');

/**
 * Creates a database with the schema that these sources lead to.
 * @param url of the superuser of a cluster
 * @param name of the database
 * @param begun the names of migrations that the database has already, as one of an earlier version
 * @throws {StartUpError} with the file that failed and PostgreSQL's message
 */
export async function buildSchema(
  url: string,
  name: string,
  [ofPlatform, ofProduct]: readonly [MigrationSource, MigrationSource],
  begun: readonly string[] = [],
): Promise<Sql> {
  const admin = connect(url, { max: 1 });
  await admin.unsafe(`create database ${name}`).finally(() => admin.end());
  const sql = connect(Object.assign(new URL(url), { pathname: `/${name}` }).href, { max: 1 });
  try {
    await migrateTo(sql, ofPlatform, begun);
    await sql.unsafe(hostedDefaults);
    // Applies the files as hosted Supabase does, so that it shows when they leave something open.
    await migrateTo(sql, ofProduct, begun, '');
    return sql;
  } catch (error) {
    await sql.end();
    throw error;
  }
}

async function migrateTo(sql: Sql, source: MigrationSource, begun: readonly string[], before?: string): Promise<void> {
  const earlier = (await readSources([source])).filter(({ name }) => begun.includes(name));
  await sql.begin((transaction) => migrateWithin(transaction, earlier));
  await migrate(sql, [source], before);
}
