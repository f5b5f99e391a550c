import { fileURLToPath } from 'node:url';
import { connect, type Sql } from '../server/platform/database/connect.ts';
import { MIGRATION_SOURCES, type MigrationSource, migrate } from '../server/platform/database/migrate.ts';

const [platform, migrations] = MIGRATION_SOURCES as [MigrationSource, MigrationSource];
export const schemaSources = {
  migrations,
  schemas: { prefix: 'schemas', folder: fileURLToPath(new URL('../supabase/schemas', import.meta.url)) },
};

/** The privileges that hosted Supabase grants by default. They reveal a privilege that somebody forgot to revoke. */
const hostedDefaults = ['tables', 'sequences', 'functions']
  .map(
    (things) =>
      `alter default privileges in schema public grant all on ${things} to anon, authenticated, service_role;`,
  )
  .join('\n');

/**
 * Creates a database with the product's schema from one of its two sources.
 * @param url of the superuser of a cluster
 * @throws {StartUpError} with the file that failed and PostgreSQL's message
 */
export async function buildSchema(url: string, source: MigrationSource): Promise<Sql> {
  const admin = connect(url, { max: 1 });
  const name = `from_${source.prefix}`;
  await admin.unsafe(`create database ${name}`).finally(() => admin.end());
  const sql = connect(Object.assign(new URL(url), { pathname: `/${name}` }).href, { max: 1 });
  try {
    await migrate(sql, [platform]);
    await sql.unsafe(hostedDefaults);
    // Applies the files as hosted Supabase does, so that it shows when they leave something open.
    await migrate(sql, [source], '');
    return sql;
  } catch (error) {
    await sql.end();
    throw error;
  }
}
