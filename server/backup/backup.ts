import { readFile } from 'node:fs/promises';
import type { TransactionSql } from 'postgres';
import { ignoreMissing } from '../files.ts';
import { secretsFileOf } from '../keys/secret-store.ts';
import type { PhotoStore } from '../services/photos/photo-store.ts';
import { StartUpError } from '../start-up-error.ts';
import { type AddEntry, writeArchive } from './archive.ts';
import { copyOut, countRows } from './copy.ts';
import type { Reach } from './reach.ts';
import { whilePhotosRest } from './rest-for-backup.ts';
import { describeTable, listTables, type Table } from './tables.ts';

/** A table by its plain name, with the names of the columns in the order of its rows. */
export type ArchivedTable = { readonly name: string; readonly columns: readonly string[] };

/** The first entry: what the rows belong to, and which tables follow in which order. */
export type Header = {
  readonly wagday: 1;
  readonly takenAt: string;
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  readonly tables: readonly ArchivedTable[];
};
/** The last entry but the sum: how much there must be. */
export type Contents = {
  readonly rows: Readonly<Record<string, number>>;
  readonly photos: number;
  /** Rows whose photo was not in the store: lost before. */
  readonly missing: readonly string[];
};

export const entryNames = { header: 'backup.json', secrets: 'secrets.json', contents: 'contents.json' } as const;
export const photoExtensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/**
 * Writes everything Wagday knows at one moment into one file, while it goes on serving: rows from one snapshot, and every
 * photo that they name.
 */
export async function createBackup(
  { sql, store, dataDir }: Reach,
  file: string,
  now: () => Date,
): Promise<Contents & { readonly bytes: number }> {
  let contents: Contents | null = null;
  const bytes = await writeArchive(file, (add) =>
    // The photos first have to stay, and only then is the snapshot taken.
    whilePhotosRest(sql, () =>
      sql.begin('isolation level repeatable read read only', async (snapshot) => {
        await snapshot.unsafe('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0');
        contents = await writeEntries(snapshot, store, dataDir, now, add);
      }),
    ),
  );
  if (!contents) throw new Error('a backup without contents');
  return { ...(contents as Contents), bytes };
}

async function writeEntries(
  snapshot: TransactionSql,
  store: PhotoStore,
  dataDir: string,
  now: () => Date,
  add: AddEntry,
): Promise<Contents> {
  const migrations = await readMigrations(snapshot);
  const tables = await listTables(snapshot);
  const header: Header = {
    wagday: 1,
    takenAt: now().toISOString(),
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
  };
  await add(entryNames.header, json(header));
  const secrets = await readFile(secretsFileOf(dataDir)).catch(ignoreMissing);
  if (secrets) await add(entryNames.secrets, secrets);

  const rows: Record<string, number> = {};
  for (const table of tables) rows[table.name] = await writeTable(snapshot, table, add);
  const contents = { rows, ...(await writePhotos(snapshot, store, add)) };
  await add(entryNames.contents, json(contents));
  return contents;
}

async function readMigrations(snapshot: TransactionSql): Promise<{ name: string; checksum: string }[]> {
  const [table] = await snapshot<{ found: boolean }[]>`select to_regclass('wagday.migrations') is not null as found`;
  if (!table?.found) throw new StartUpError('There is nothing to back up: this database was never used by Wagday.');
  return [
    ...(await snapshot<{ name: string; checksum: string }[]>`
    select name, checksum from wagday.migrations order by applied_at, name`),
  ];
}

async function writeTable(snapshot: TransactionSql, table: Table, add: AddEntry): Promise<number> {
  let rows = 0;
  let piece = 0;
  for await (const bytes of copyOut(snapshot, describeTable(table))) {
    piece += 1;
    rows += countRows(bytes);
    await add(`rows/${table.name}/${String(piece).padStart(6, '0')}`, bytes);
  }
  return rows;
}

async function writePhotos(snapshot: TransactionSql, store: PhotoStore, add: AddEntry) {
  let photos = 0;
  const missing: string[] = [];
  const named = snapshot<{ id: string; type: string | null }[]>`
    select id, metadata ->> 'mimetype' as type from storage.objects where metadata is not null order by id`;
  for await (const rows of named.cursor(200)) {
    for (const { id, type } of rows) {
      const bytes = await readPhoto(store, id);
      if (bytes) {
        photos += 1;
        await add(`photos/${id}.${photoExtensions[type ?? ''] ?? 'bin'}`, bytes);
      } else missing.push(id);
    }
  }
  return { photos, missing };
}

/** Whole, because the bucket keeps photos small. */
export async function readPhoto(store: PhotoStore, id: string): Promise<Buffer | null> {
  const stream = await store.read(id, null);
  return stream && Buffer.from(await new Response(stream).arrayBuffer());
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
