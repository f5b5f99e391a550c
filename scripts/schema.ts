/**
 * Writes the migration for changes in supabase/schemas, as in `npm run schema -- "A dog has a favorite toy"`. It builds one database
 * from the migrations and one from the schemas, and lists the differences. It writes nothing when a person must decide about one, such
 * as a dropped column with its data.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { startCluster } from '../embedded-supabase/database/cluster.ts';
import type { MigrationSource } from '../embedded-supabase/database/migrate.ts';
import { buildSchema, schemaSources } from './build-schema.ts';
import { reportFailure } from './report-failure.ts';
import { compare, describe, readCatalogue, type Thing, writeMigration } from './schema-catalogue.ts';

type Catalogue = ReadonlyMap<string, Thing>;

async function readBoth(): Promise<{ former: Catalogue; wanted: Catalogue }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wagday-schema-'));
  const cluster = await startCluster({ dataDir, log: { info: () => undefined, error: console.error } });
  const { platform, product } = schemaSources;
  const read = async (name: string, source: MigrationSource) => {
    const sql = await buildSchema(cluster.url, name, [platform.migrations, source]);
    return sql.begin(readCatalogue).finally(() => sql.end());
  };
  try {
    return { former: await read('migrated', product.migrations), wanted: await read('declared', product.schema) };
  } finally {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Returns a function as the schema files have it, with its layout and comments, instead of PostgreSQL's version. */
function asWritten(statement: string, schemas: string): string {
  const [, name] = /^CREATE OR REPLACE FUNCTION ([\w.]+)\(/.exec(statement) ?? [];
  if (!name) return statement;
  const definition = `^create (function ${name.replace('.', '\\.')}\\([^]*?(?:\\$\\$;$|^return [^]*?;$))`;
  const [found, ...overloads] = schemas.matchAll(new RegExp(definition, 'gm'));
  return found && overloads.length === 0 ? `create or replace ${found[1]}` : statement;
}

/** Returns the current time as a version, such as 20261124093000, or a minute after the newest migration if that is later. */
async function nextVersion(): Promise<string> {
  const versionOf = (time: number) => new Date(time).toISOString().slice(0, 19).replace(/\D/g, '');
  const newest = (await readdir(schemaSources.product.migrations.folder)).toSorted().at(-1)?.slice(0, 14) ?? '';
  const time = newest.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z');
  const now = versionOf(Date.now());
  return now > newest ? now : versionOf(Date.parse(time) + 60_000);
}

async function writeFor(purpose: string, statements: readonly string[]): Promise<string> {
  const { folder } = schemaSources.product.schema;
  const names = (await readdir(folder)).toSorted();
  const schemas = (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
  const written = statements.map((statement) => asWritten(statement, schemas));
  const hasFunctions = written.some((statement) => statement.startsWith('create or replace'));
  // Functions may call one another, in whatever order they are written.
  const settings = hasFunctions ? ['set local check_function_bodies = off;'] : [];
  const words = purpose.toLowerCase().match(/[a-z0-9]+/g) ?? ['change'];
  const file = join(
    schemaSources.product.migrations.folder,
    `${await nextVersion()}_${words.join('_').slice(0, 100)}.sql`,
  );
  await writeFile(file, `${[`-- ${purpose}.`, ...settings, ...written].join('\n\n')}\n`, { flag: 'wx' });
  return relative(process.cwd(), file);
}

async function main(): Promise<void> {
  const purpose = process.argv.slice(2).join(' ').trim().replace(/\.$/, '');
  const { former, wanted } = await readBoth();
  const { statements, undecided } = writeMigration(former, wanted);
  console.log(
    compare(former, wanted).map(describe).join('\n') || 'supabase/migrations lead to what supabase/schemas hold.',
  );
  if (undecided.length > 0) {
    console.log(
      '\nYou have to decide these, because data may be lost or has to be changed. Write their statements by hand:',
    );
    for (const { kind, name } of undecided) console.log(`  ${kind} ${name}`);
  }
  if (statements.length === 0) return;
  if (purpose) {
    const file = await writeFor(purpose, statements);
    console.log(
      `\nWritten to ${file}: read it, say why in its comment, and run npm test -- tests/structure/schema.test.ts`,
    );
  } else {
    console.log('\nSay what the migration is for, and it is written: npm run schema -- "A dog has a favorite toy"');
  }
}

await main().catch(reportFailure);
