import { readFile } from 'node:fs/promises';
import {
  hasTable,
  ignoreMissing,
  type PhotoStore,
  StartUpError,
  secretsFileOf,
  type Transaction,
} from 'embedded-supabase';
import { type AddEntry, writeArchive } from './archive.ts';
import { type Contents, entryNames, type Header, photoExtensions } from './check-archive.ts';
import { type Data, readSnapshot } from './open-data.ts';
import { copyOut, countRows, describeTable, listTables, type Table } from './tables.ts';

/** Writes all data at one moment into one file while servers run: rows of one snapshot, and every photo that they name. */
export async function createBackup(
  { sql, store, dataDir }: Data,
  file: string,
  now: () => Date,
): Promise<Contents & { readonly bytes: number }> {
  const rows: Record<string, number> = {};
  let pictures: Pick<Contents, 'photos' | 'missing'> = { photos: 0, missing: [] };
  const bytes = await writeArchive(file, (add) =>
    readSnapshot(sql, async (snapshot) => {
      const tables = await listTables(snapshot);
      await add(entryNames.header, json({ ...describe(tables, now()), migrations: await listMigrations(snapshot) }));
      const secrets = await readFile(secretsFileOf(dataDir)).catch(ignoreMissing);
      if (secrets) await add(entryNames.secrets, secrets);
      for (const table of tables) {
        rows[table.name] = (await writeRows(snapshot, table.name, describeTable(table), add)).rows;
      }
      pictures = await writePhotos(snapshot, store, add);
      await add(entryNames.contents, json({ rows, ...pictures }));
    }),
  );
  return { rows, ...pictures, bytes };
}

/** What the headers of backups and exports share. */
export function describe(tables: readonly Table[], now: Date): Pick<Header, 'wagday' | 'takenAt' | 'tables'> {
  return {
    wagday: 1,
    takenAt: now.toISOString(),
    tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
  };
}

async function listMigrations(snapshot: Transaction): Promise<Header['migrations']> {
  if (!(await hasTable(snapshot, 'wagday.migrations'))) {
    throw new StartUpError('There is nothing to back up: this database was never used by Wagday.');
  }
  return snapshot<Header['migrations'][number][]>`
    select name, checksum from wagday.migrations order by applied_at, name`;
}

/** Writes the rows of a table or query. Returns their number, and the names of the entries that hold them. */
export async function writeRows(snapshot: Transaction, table: string, what: string, add: AddEntry) {
  let rows = 0;
  const entries: string[] = [];
  for await (const bytes of copyOut(snapshot, what)) {
    const entry = `rows/${table}/${String(entries.length + 1).padStart(6, '0')}`;
    await add(entry, bytes);
    entries.push(entry);
    rows += countRows(bytes);
  }
  return { rows, entries };
}

async function writePhotos(snapshot: Transaction, store: PhotoStore, add: AddEntry) {
  const missing: string[] = [];
  let photos = 0;
  const named = await snapshot<{ id: string; type: string | null }[]>`
    select id, metadata ->> 'mimetype' as type from storage.objects where metadata is not null order by id`;
  for (const { id, type } of named) {
    const bytes = await readPhoto(store, id);
    if (bytes) {
      photos += 1;
      await add(`photos/${id}.${photoExtensions[type ?? ''] ?? 'bin'}`, bytes);
    } else missing.push(id);
  }
  return { photos, missing };
}

/** Reads a whole photo into memory: the bucket's limit keeps photos small. */
export async function readPhoto(store: PhotoStore, id: string): Promise<Buffer | null> {
  const stream = await store.read(id, null);
  return stream && Buffer.from(await new Response(stream).arrayBuffer());
}

export function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
