import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactionSql } from 'postgres';
import type { Sql } from '../database/connect.ts';
import { migrateWithin } from '../database/migrate.ts';
import { describeKeys } from '../keys/key-file.ts';
import { createSigningKey } from '../keys/signing-key.ts';
import { writeDurably } from '../services/photos/inbox.ts';
import type { PhotoStore } from '../services/photos/photo-store.ts';
import { StartUpError } from '../start-up-error.ts';
import { type Entry, readArchive, refuse } from './archive.ts';
import { entryNames } from './backup.ts';
import { areKeys, type Plan, photoIn, pieceIn } from './check-backup.ts';
import { copyIn } from './copy.ts';
import type { Reach } from './reach.ts';
import {
  countRowsOf,
  describeTable,
  disableTriggers,
  enableTriggers,
  listTables,
  resumeSequences,
  type Table,
} from './tables.ts';

export type RestoreOptions = {
  /** Whether owners that are there already may be replaced. */
  readonly replace: boolean;
  /** Whether sessions and signing keys of the backup live on. */
  readonly keepSessions: boolean;
};

/** What an administrator has to know about a restore. */
export type Restored = {
  /** Accounts of the backup that the replaced database did not have; null where there was none to compare with. */
  readonly returned: readonly string[] | null;
};

/**
 * Puts a checked backup in the place of what is there, in one transaction: whoever looks, and a crash at any moment, finds
 * either all of it or nothing.
 * @throws {StartUpError}
 */
export async function restoreBackup(place: Reach, plan: Plan, options: RestoreOptions, now: Date): Promise<Restored> {
  const { sql, store, dataDir } = place;
  await requireNoServer(sql);
  const restored = await sql
    .begin(async (transaction) => {
      const before = await makeSchema(transaction, plan, options.replace);
      // Migrations end with `reset all`.
      await transaction.unsafe('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0');
      const tables = await matchTables(transaction, plan);
      await transaction.unsafe(`truncate ${tables.map(({ sql }) => sql).join(', ')}`);
      await disableTriggers(transaction, tables);
      const secrets = await load(transaction, place, plan, tables);
      await enableTriggers(transaction, tables);
      await resumeSequences(transaction, tables);
      const keys = await settleKeys(transaction, place, plan, secrets, options.keepSessions, now);
      await endWhatHadItsTime(transaction, tables, options.keepSessions);
      const after = await transaction<{ id: string }[]>`select id from auth.users order by id`;
      if (keys) await putSecrets(dataDir, keys);
      return { returned: before && after.map(({ id }) => id).filter((id) => !before.has(id)) };
    })
    .catch((error: unknown) => {
      throw explain(error, plan.file);
    });
  await removeStrangers(sql, store);
  return restored;
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

/** Answers the ids of the accounts that are about to be replaced; null where there was no database of Wagday. */
async function makeSchema(
  transaction: TransactionSql,
  { migrations, file }: Plan,
  replace: boolean,
): Promise<Set<string> | null> {
  const [found] = await transaction<{ migrated: boolean }[]>`
    select to_regclass('wagday.migrations') is not null as migrated`;
  if (!found?.migrated) {
    await migrateWithin(transaction, migrations).catch((error: unknown) => {
      // Each is known, but they do not go together in this order.
      throw error instanceof Error && 'code' in error && String(error.code).startsWith('42')
        ? refuse(file, 'damaged')
        : error;
    });
    return null;
  }
  const applied = await transaction<{ name: string }[]>`select name from wagday.migrations`;
  const names = new Set(applied.map(({ name }) => name));
  if (names.size !== migrations.length || !migrations.every(({ name }) => names.has(name))) {
    throw new StartUpError(
      'The database there has the tables of another version than the backup: restore into a new data directory or database, and start Wagday then. Nothing was touched.',
    );
  }
  const users = await transaction<{ id: string }[]>`select id from auth.users`;
  if (users.length > 0 && !replace) {
    throw new StartUpError(
      'There are owners already where the backup would go: choose an empty data directory or database, or say --replace to give them up. Nothing was touched.',
    );
  }
  return users.length > 0 ? new Set(users.map(({ id }) => id)) : null;
}

/**
 * The tables in the order of the file, each name and column in the catalogue's own spelling. A backup has exactly the
 * tables that its migrations make: a missing one would be emptied without a word.
 */
async function matchTables(transaction: TransactionSql, { header, file }: Plan): Promise<Table[]> {
  const existing = await listTables(transaction);
  if (existing.length !== header.tables.length) throw refuse(file, 'damaged');
  return header.tables.map((told) => {
    const table = existing.find(({ name }) => name === told.name);
    const columns = told.columns.flatMap((column) => table?.columns.find(({ name }) => name === column) ?? []);
    if (!table || columns.length !== told.columns.length || columns.length !== table.columns.length) {
      throw refuse(file, 'damaged');
    }
    return { ...table, columns };
  });
}

/** Follows the order of the file: secrets, tables, then photos. Answers the secrets, which come last into their place. */
async function load(
  transaction: TransactionSql,
  place: Reach,
  plan: Plan,
  tables: readonly Table[],
): Promise<Buffer | null> {
  await using entries = readArchive(plan.file);
  let secrets: Buffer | null = null;
  let next = await entries.next();
  const take = async () => {
    next = await entries.next();
  };
  const isNextOf = (table: Table) => !next.done && pieceIn(next.value.name)?.name === table.name;
  let areRowsProved = false;
  while (!next.done) {
    const { name, bytes }: Entry = next.value;
    if (name === entryNames.secrets) secrets = bytes;
    const table = tables.find(isNextOf);
    if (table) {
      await copyIn(
        transaction,
        describeTable(table),
        (async function* () {
          for (; !next.done && isNextOf(table); await take()) yield next.value.bytes;
        })(),
      );
      continue;
    }
    const photo = photoIn(name);
    if (photo) {
      // From here on files are written, which no rollback takes back.
      if (!areRowsProved) await requireWhole(transaction, plan, tables);
      areRowsProved = true;
      await storePhoto(place.store, place.dataDir, { ...photo, bytes });
    }
    await take();
  }
  if (!areRowsProved) await requireWhole(transaction, plan, tables);
  return secrets;
}

/** As many rows as were told, and a photo for each row of one, but for those that were lost before the backup. */
async function requireWhole(transaction: TransactionSql, plan: Plan, tables: readonly Table[]): Promise<void> {
  for (const { name, sql } of tables) {
    if ((await countRowsOf(transaction, sql)) !== plan.contents.rows[name]) throw refuse(plan.file, 'damaged');
  }
  const named = await transaction<{ id: string }[]>`select id from storage.objects where metadata is not null`;
  const inFile = new Set([...plan.photoIds, ...plan.contents.missing]);
  if (named.length !== inFile.size || !named.every(({ id }) => inFile.has(id))) throw refuse(plan.file, 'damaged');
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

/** What the database refuses: rows that its checks do not take, or a table that others hold on to. */
function explain(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^2[23]/.test(code)) return refuse(file, 'damaged');
  if (code === '0A000') {
    return new StartUpError(
      "Tables of another program refer to Wagday's in this database: restore into a database of its own. Nothing was touched.",
    );
  }
  return error;
}

/**
 * Ends what a later moment had ended: whoever signed out, or was signed out, since the backup must not come back. Mailed
 * links and mail that waits are worth something for an hour, so they never do.
 */
async function endWhatHadItsTime(
  transaction: TransactionSql,
  tables: readonly Table[],
  keepSessions: boolean,
): Promise<void> {
  const shortLived = ['auth.one_time_tokens', 'wagday.mail_outbox', ...(keepSessions ? [] : ['auth.sessions'])];
  for (const { name, sql } of tables) if (shortLived.includes(name)) await transaction.unsafe(`delete from ${sql}`);
}

/**
 * Answers what the secrets file has to hold, null when it stays as it is. Keys of the backup may have been dropped since,
 * such as after a leak. So they are given up, unless sessions are kept, and a new one takes their place.
 */
async function settleKeys(
  transaction: TransactionSql,
  { keepsKeysInFile }: Reach,
  { file }: Plan,
  secrets: Buffer | null,
  keepSessions: boolean,
  now: Date,
): Promise<Buffer | null> {
  if (keepSessions) {
    const taken = keepsKeysInFile ? await takeKeysOut(transaction) : null;
    if (taken && !(await areKeys(taken.toString('utf8')))) throw refuse(file, 'damaged');
    return taken ?? secrets;
  }
  // The names stay, so that no server brings one of these keys in again.
  if (await hasKeyTable(transaction)) await transaction`update wagday.signing_keys set private_jwk = null`;
  // Without any file of keys the first start makes one, in the database or in the file.
  return secrets || keepsKeysInFile ? withNewKey(secrets, now) : null;
}

/** The secrets of a backup with a new signing key in place of its own; what else they hold stays. */
async function withNewKey(secrets: Buffer | null, now: Date): Promise<Buffer> {
  const others = secrets ? JSON.parse(secrets.toString('utf8')) : {};
  const signingKeys = describeKeys([await createSigningKey(now)]);
  return Buffer.from(`${JSON.stringify({ ...others, signingKeys }, null, 2)}\n`);
}

async function hasKeyTable(transaction: TransactionSql): Promise<boolean> {
  const [found] = await transaction<{ exists: boolean }[]>`
    select to_regclass('wagday.signing_keys') is not null as exists`;
  return found?.exists ?? false;
}

/** Keys of servers that shared a database, in the form of the file that a server of its own keeps; null without any. */
async function takeKeysOut(transaction: TransactionSql): Promise<Buffer | null> {
  if (!(await hasKeyTable(transaction))) return null;
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
