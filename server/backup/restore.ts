import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactionSql } from 'postgres';
import type { Sql } from '../database/connect.ts';
import { MIGRATION_SOURCES, type MigrationFile, migrateWithin, readSources } from '../database/migrate.ts';
import { StartUpError } from '../start-up-error.ts';
import { writeDurably } from '../storage/inbox.ts';
import { isPhotoId, type PhotoStore } from '../storage/photo-store.ts';
import { type Entry, readArchive, refuse } from './archive.ts';
import { type Contents, entryNames, type Header, photoExtensions } from './backup.ts';
import type { Reach } from './reach.ts';
import { copyIn, describeTable, listTables, resumeSequences, type TableShape } from './tables.ts';

export type Plan = { readonly file: string; readonly header: Header; readonly contents: Contents };

/**
 * Reads the whole file once, and touches nothing else.
 * @throws {StartUpError} unless it is a whole and undamaged backup that this Wagday understands
 */
export async function checkBackup(file: string): Promise<Plan> {
  let header: Header | null = null;
  let contents: Contents | null = null;
  let photos = 0;
  for await (const { name, bytes } of readArchive(file)) {
    if (name === entryNames.header) header = parse<Header>(bytes, file);
    else if (name === entryNames.contents) contents = parse<Contents>(bytes, file);
    else if (name.startsWith('photos/')) photos += 1;
  }
  if (!header || !contents || header.wagday !== 1) throw refuse(file, 'no backup of Wagday');
  if (photos !== contents.photos) throw refuse(file, 'damaged');
  await filesOf(header);
  return { file, header, contents };
}

/**
 * Puts a checked backup in the place of what is there, in one transaction: whoever looks, and a crash at any moment, finds
 * either all of it or nothing.
 * @param replace whether owners that are there already may be replaced
 * @throws {StartUpError}
 */
export async function restoreBackup(place: Reach, plan: Plan, replace: boolean): Promise<void> {
  const { sql, store, dataDir } = place;
  const files = await filesOf(plan.header);
  await requireNoServer(sql);
  await sql.begin(async (transaction) => {
    await makeSchema(transaction, files, replace);
    await transaction.unsafe('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0');
    const tables = await matchTables(transaction, plan.header);
    await transaction.unsafe(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`);
    // Rules for what owners enter now; what is restored was entered under them, some of it years ago.
    for (const { name } of tables) await transaction.unsafe(`alter table ${name} disable trigger user`);
    const secrets = await load(transaction, store, dataDir, plan, tables);
    for (const { name } of tables) await transaction.unsafe(`alter table ${name} enable trigger user`);
    await resumeSequences(transaction, tables);
    await requireCounts(transaction, plan);
    const keys = (place.keepsKeysInFile ? await takeKeysOut(transaction) : null) ?? secrets;
    if (keys) await putSecrets(dataDir, keys);
  });
  await removeStrangers(sql, store);
}

function parse<Value>(bytes: Buffer, file: string): Value {
  try {
    return JSON.parse(bytes.toString('utf8')) as Value;
  } catch {
    throw refuse(file, 'damaged');
  }
}

/** The migrations that made the backup's tables, in the order in which they were applied then. */
async function filesOf({ migrations }: Header): Promise<MigrationFile[]> {
  const known = new Map((await readSources(MIGRATION_SOURCES)).map((file) => [file.name, file]));
  return migrations.map(({ name, checksum }) => {
    const file = known.get(name);
    if (file?.checksum === checksum) return file;
    throw new StartUpError(
      `The backup was taken by another version of Wagday (${name} is not known here): restore it with that one or a later one. Nothing was touched.`,
    );
  });
}

/**
 * Servers over a database of their own hold a lock, which was asked for already; over DATABASE_URL there may be several.
 * The last connections of one that has just ended may still be listed for a moment.
 */
async function requireNoServer(sql: Sql): Promise<void> {
  for (let look = 0; look < 20; look += 1) {
    const [others] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = 'wagday'`;
    if (others?.count === 0) return;
    await sleep(100);
  }
  throw new StartUpError('A running Wagday is using this database: stop it first. Nothing was touched.');
}

async function makeSchema(
  transaction: TransactionSql,
  files: readonly MigrationFile[],
  replace: boolean,
): Promise<void> {
  const [found] = await transaction<{ migrated: boolean }[]>`
    select to_regclass('wagday.migrations') is not null as migrated`;
  if (!found?.migrated) return migrateWithin(transaction, files);
  const applied = await transaction<{ name: string }[]>`select name from wagday.migrations`;
  const names = new Set(applied.map(({ name }) => name));
  if (names.size !== files.length || !files.every(({ name }) => names.has(name))) {
    throw new StartUpError(
      'The database there has the tables of another version than the backup: restore into a new data directory or database, and start Wagday then. Nothing was touched.',
    );
  }
  const [users] = await transaction<{ exist: boolean }[]>`select exists (select from auth.users) as exist`;
  if (users?.exist && !replace) {
    throw new StartUpError(
      'There are owners already where the backup would go: choose an empty data directory or database, or say --replace to give them up. Nothing was touched.',
    );
  }
}

/** The names of a file are only trusted as far as the catalogue knows them. */
async function matchTables(transaction: TransactionSql, header: Header): Promise<TableShape[]> {
  const existing = new Map((await listTables(transaction)).map((table) => [table.name, table]));
  return header.tables.map((table) => {
    const match = existing.get(table.name);
    if (match && table.columns.every((column) => match.columns.includes(column))) return table;
    throw new StartUpError(`The backup has a table that is not known here (${table.name}). Nothing was touched.`);
  });
}

/** Follows the order of the file: tables, then photos. Answers the secrets, which come last into their place. */
async function load(
  transaction: TransactionSql,
  store: PhotoStore,
  dataDir: string,
  { file }: Plan,
  tables: readonly TableShape[],
): Promise<Buffer | null> {
  const entries = readArchive(file);
  let secrets: Buffer | null = null;
  let next = await entries.next();
  const take = async () => {
    next = await entries.next();
  };
  while (!next.done) {
    const { name, bytes }: Entry = next.value;
    const table = tables.find((candidate) => name.startsWith(`rows/${candidate.name}/`));
    if (table) {
      const prefix = `rows/${table.name}/`;
      await copyIn(
        transaction,
        describeTable(table),
        (async function* () {
          for (; !next.done && next.value.name.startsWith(prefix); await take()) yield next.value.bytes;
        })(),
      );
      continue;
    }
    if (name.startsWith('photos/')) await putPhoto(store, dataDir, name, bytes);
    if (name === entryNames.secrets) secrets = bytes;
    await take();
  }
  return secrets;
}

async function putPhoto(store: PhotoStore, dataDir: string, name: string, bytes: Buffer): Promise<void> {
  const extension = extname(name);
  const id = basename(name, extension);
  if (!isPhotoId(id)) throw new StartUpError('The backup holds a photo that none of ours could be.');
  const type = Object.entries(photoExtensions).find(([, ending]) => `.${ending}` === extension)?.[0];
  await storePhoto(store, dataDir, { id, bytes, type: type ?? 'application/octet-stream' });
}

/** Through a file beside the store's own, which takes it over. */
export async function storePhoto(
  store: PhotoStore,
  dataDir: string,
  { id, bytes, type }: { id: string; bytes: Buffer; type: string },
): Promise<void> {
  const folder = join(dataDir, 'photos', '.tmp');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  try {
    await writeDurably(path, [bytes]);
    await store.put(id, path, type);
  } finally {
    await rm(path, { force: true });
  }
}

async function requireCounts(transaction: TransactionSql, { contents, file }: Plan): Promise<void> {
  for (const [name, rows] of Object.entries(contents.rows)) {
    const [found] = await transaction.unsafe<{ count: number }[]>(`select count(*)::int as count from ${name}`);
    if (found?.count !== rows) throw refuse(file, 'damaged');
  }
}

/** Keys of servers that shared a database, in the form of the file that a server of its own keeps; null without any. */
async function takeKeysOut(transaction: TransactionSql): Promise<Buffer | null> {
  const [found] = await transaction<
    { table: string | null }[]
  >`select to_regclass('wagday.signing_keys')::text as table`;
  if (!found?.table) return null;
  const rows = await transaction<{ key: object }[]>`
    with taken as (delete from wagday.signing_keys returning *)
    select private_jwk || jsonb_strip_nulls(jsonb_build_object('signs_from', signs_from, 'verifies_until', verifies_until)) as key
    from taken where private_jwk is not null order by signs_from desc`;
  if (rows.length === 0) return null;
  return Buffer.from(`${JSON.stringify({ signingKeys: rows.map(({ key }) => key) }, null, 2)}\n`);
}

async function putSecrets(dataDir: string, bytes: Buffer): Promise<void> {
  const file = join(dataDir, 'secrets.json');
  const partial = `${file}.${randomUUID()}`;
  const handle = await open(partial, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(partial, file);
}

/** What was there before: nothing names it any more. */
async function removeStrangers(sql: Sql, store: PhotoStore): Promise<void> {
  const named = new Set((await sql<{ id: string }[]>`select id from storage.objects`).map(({ id }) => id));
  for (const { id } of await store.list()) if (!named.has(id)) await store.remove(id);
}
