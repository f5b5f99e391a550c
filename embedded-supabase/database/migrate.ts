import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { messageOf, StartUpError } from '../errors.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { ownSchema, type Sql, type Transaction } from './connect.ts';
import type { Tag } from './sql.ts';

export type MigrationSource = {
  /** The start of a migration's name in the table, such as `platform` in `platform/0054_baseline.sql`. */
  readonly prefix: string;
  readonly folder: string;
  /** The server's own schema, where the files call it `embedded`. */
  readonly schema?: string;
  /** The archive of the migrations that the baseline in `folder` replaced, for databases and backups that have some of them. */
  readonly archive?: string;
};

/** What hosted Supabase provides itself, for new databases. A product that keeps them passes migrations that lead there. */
export const supabaseSchema = (schema = ownSchema): MigrationSource => ({
  prefix: 'platform',
  folder: fileURLToPath(new URL('schema', import.meta.url)),
  schema,
});

/**
 * Takes the default rights on whatever the current role creates from everybody else. Such a setting holds only for the role that made
 * it, and an administrator may migrate as another role than before. The migrations themselves do the same for hosted Supabase.
 */
const closeDefaultRights = `
do $$
declare
  api_role name;
begin
  alter default privileges revoke execute on functions from public;
  for api_role in select rolname from pg_roles where rolname in ('anon', 'authenticated', 'service_role') loop
    execute format('alter default privileges in schema public revoke all on tables from %I', api_role);
    execute format('alter default privileges in schema public revoke all on sequences from %I', api_role);
    execute format('alter default privileges in schema public revoke all on functions from %I', api_role);
  end loop;
end
$$`;

/**
 * Applies every file once, in order, each in a separate transaction. Transactions hold the advisory lock, not a session, so that
 * servers starting at once wait for each other even behind a connection pooler. A database that has some of the earlier migrations gets
 * the rest of them, and a new one the baseline.
 * @param before a statement that comes before every new file
 * @throws {StartUpError} with the file and PostgreSQL's message; nothing of that file remains
 * @returns the names of the files applied now
 */
export async function migrate(
  sql: Sql,
  sources: readonly MigrationSource[],
  before = closeDefaultRights,
): Promise<string[]> {
  const files = await readSources(sources);
  const known = await readApplied(sql);
  for (const file of files) requireUnchanged(file, known.get(file.name));

  const unneeded = new Set(files.flatMap(({ replaces }) => (replaces.some((name) => known.has(name)) ? [] : replaces)));
  const applied: string[] = [];
  for (const file of files) {
    if (known.has(file.name) || unneeded.has(file.name)) continue;
    if (await applyOnce(sql, file, before)) applied.push(file.name);
  }
  return applied;
}

export type MigrationFile = {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  /** The names of the earlier migrations that this one stands for: those of the archive for a baseline, none for others. */
  readonly replaces: readonly string[];
};

/** Reads the files of all sources in order, those of an archive before the baseline that replaced them. */
export async function readSources(sources: readonly MigrationSource[]): Promise<MigrationFile[]> {
  return (await Promise.all(sources.map(readSource))).flat();
}

/** The name of the server's own schema in its files. */
const ownName = new RegExp(`\\b${ownSchema}\\b`, 'g');

/** Matches a statement that begins or ends a transaction, unlike the `begin` of a function's body. */
const endsItsTransaction = /^\s*(begin|commit|rollback|start\s+transaction)(\s+(work|transaction))?\s*;/im;

async function readSource({ prefix, folder, archive, schema = ownSchema }: MigrationSource): Promise<MigrationFile[]> {
  const earlier = archive ? await readArchived(archive) : {};
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const current = await Promise.all(
    names.map(
      async (name) => [name, (await readFile(join(folder, name), 'utf8')).replaceAll(ownName, schema)] as const,
    ),
  );
  return [...Object.entries(earlier), ...current].map(([name, text]) => {
    if (endsItsTransaction.test(text)) {
      throw new StartUpError(
        `The migration ${prefix}/${name} begins or ends a transaction itself, so a failure could leave half of it: leave that to the server.`,
      );
    }
    // Line ends do not count: a checkout with others is still the same migration.
    const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
    const replaces = name === names[0] ? Object.keys(earlier).map((replaced) => `${prefix}/${replaced}`) : [];
    return { name: `${prefix}/${name}`, text, checksum, replaces };
  });
}

/** Reads the texts of earlier migrations by the names of their files, in order. scripts/make-baseline.ts writes them. */
export async function readArchived(archive: string): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(brotliDecompressSync(await readFile(archive)).toString('utf8'));
}

const tableOfMigrations = (schema: string) => `
  create schema if not exists ${schema};
  revoke all on schema ${schema} from public;
  create table if not exists ${schema}.migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  );
`;

/** Applies exactly these files within a transaction, so that they succeed or fail with the rest of it. */
export async function migrateWithin(transaction: Transaction, files: readonly MigrationFile[]): Promise<void> {
  await transaction`select pg_advisory_xact_lock(${advisoryLocks.start}::bigint)`;
  await transaction.unsafe(tableOfMigrations(transaction.schema));
  for (const file of files) await apply(transaction, file);
}

/** Applies a file. A baseline is only noted where the migrations are that it replaces. */
async function apply(transaction: Transaction, file: MigrationFile): Promise<void> {
  const [replaced] = await transaction`
    select from ${transaction.own}.migrations where name = any (${[...file.replaces]}::text[]) limit 1`;
  if (!replaced) await transaction.unsafe(file.text);
  // A file may leave `set role` or `set search_path` behind, which must not stay in the pool's connection.
  await transaction.unsafe('reset role; reset all');
  // Uses the clock's time, not the transaction's, because backups sort migrations by it.
  await transaction`
    insert into ${transaction.own}.migrations (name, checksum, applied_at)
    values (${file.name}, ${file.checksum}, clock_timestamp())`;
}

async function readApplied(sql: Sql): Promise<Map<string, string>> {
  if (!(await hasTable(sql, `${sql.schema}.migrations`))) {
    await sql
      .begin(async (transaction) => {
        await transaction`select pg_advisory_xact_lock(${advisoryLocks.start}::bigint)`;
        await transaction.unsafe(tableOfMigrations(transaction.schema));
      })
      .catch((error: unknown) => {
        throw new StartUpError(`The database could not be prepared for migrations: ${messageOf(error)}.`);
      });
  }
  const rows = await sql<{ name: string; checksum: string }[]>`select name, checksum from ${sql.own}.migrations`;
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** Whether the table exists. @param name with its schema, such as `public.notes` */
export async function hasTable(sql: Tag, name: string): Promise<boolean> {
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass(${name}) is not null as exists`;
  return table?.exists ?? false;
}

function requireUnchanged(file: MigrationFile, checksum: string | undefined): void {
  if (checksum === undefined || checksum === file.checksum) return;
  throw new StartUpError(
    `The migration ${file.name} was changed after it had been applied: restore the file and put the change into a new one.`,
  );
}

/** Applies a file. Returns false when another server has applied it already. */
async function applyOnce(sql: Sql, file: MigrationFile, before: string): Promise<boolean> {
  try {
    return await sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(${advisoryLocks.start}::bigint)`;
      const [row] = await transaction<{ checksum: string }[]>`
        select checksum from ${transaction.own}.migrations where name = ${file.name}`;
      requireUnchanged(file, row?.checksum);
      if (row) return false;
      await transaction.unsafe(before);
      await apply(transaction, file);
      return true;
    });
  } catch (error) {
    if (error instanceof StartUpError) throw error;
    throw new StartUpError(`The migration ${file.name} failed: ${messageOf(error)}.`);
  }
}
