import { fileURLToPath } from 'node:url';
import { connect, type Sql } from '../embedded-supabase/database/connect.ts';
import {
  type MigrationSource,
  migrate,
  migrateWithin,
  readSources,
  supabaseSchema,
} from '../embedded-supabase/database/migrate.ts';
import { migrationSources, productName } from '../server/product.ts';

const folderAt = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const [platform, product] = migrationSources as [MigrationSource, MigrationSource];

/** The two descriptions of each schema: the migrations that lead to it, and its files by subject. */
export const schemaSources = {
  platform: {
    migrations: platform,
    schema: [supabaseSchema(productName), { prefix: 'overrides', folder: folderAt('server/database/overrides') }],
  },
  product: { migrations: product, schema: { prefix: 'schema', folder: folderAt('supabase/schemas') } },
};

/** What a database is built from, in order. */
type Description = MigrationSource | readonly MigrationSource[];

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
  [ofPlatform, ofProduct]: readonly [Description, Description],
  begun: readonly string[] = [],
): Promise<Sql> {
  const admin = connect(url, { max: 1 });
  await admin.unsafe(`create database ${name}`).finally(() => admin.end());
  const address = Object.assign(new URL(url), { pathname: `/${name}` });
  const sql = connect(address.href, { max: 1, schema: productName });
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

async function migrateTo(sql: Sql, description: Description, begun: readonly string[], before?: string): Promise<void> {
  const sources = [description].flat();
  const earlier = (await readSources(sources)).filter(({ name }) => begun.includes(name));
  await sql.begin((transaction) => migrateWithin(transaction, earlier));
  await migrate(sql, sources, before);
}
