import { hasTable, isObjectName, StartUpError, type Transaction } from 'embedded-supabase';
import { LARGEST_ENTRY, writeArchive } from './archive.ts';
import { entryNames } from './check-archive.ts';
import { describe, json, readPhoto, writeRows } from './create-backup.ts';
import { listMoving, type MovingBucket, movingBuckets, psqlScript, selectPictures, selectRows } from './moving.ts';
import { type Data, readSnapshot } from './open-data.ts';
import type { Table } from './tables.ts';

/**
 * Writes everything that can move into one file, from one snapshot, while the server keeps running.
 * @param from the origin of a hosted Supabase project, whose photos are fetched from their public addresses; null for a Wagday,
 * whose photos are read from its store
 */
export async function exportTo({ sql, store }: Data, file: string, from: string | null) {
  const rows: Record<string, number> = {};
  const entries = new Map<Table, readonly string[]>();
  const pictures: string[] = [];
  /** Pictures left out, because Wagday does not accept their names or their files were missing. */
  const missing: string[] = [];
  await writeArchive(file, (add) =>
    readSnapshot(sql, async (snapshot) => {
      await requireSource(snapshot, from);
      const tables = await listMoving(snapshot);
      await add(entryNames.header, json({ ...describe(tables, new Date()), kind: 'export', migrations: [] }));
      for (const table of tables) {
        const written = await writeRows(snapshot, table.name, `(${selectRows(tables, table)})`, add);
        rows[table.name] = written.rows;
        entries.set(table, written.entries);
      }
      await add(entryNames.script, Buffer.from(psqlScript(tables, entries)));
      for (const bucket of movingBuckets) {
        const named = await snapshot.unsafe<{ id: string; name: string }[]>(selectPictures(tables, bucket));
        for (const { id, name } of named) {
          const isOurs = isObjectName(name);
          const bytes = isOurs ? await (from ? fetchPicture(from, bucket, name) : readPhoto(store, id)) : null;
          const isTaken = bytes !== null && bytes.length <= LARGEST_ENTRY;
          if (isTaken) await add(`${bucket.name}/${name}`, bytes);
          (isTaken ? pictures : missing).push(`${bucket.name}/${name}`);
        }
      }
      await add(entryNames.contents, json({ rows, photos: pictures.length, missing }));
    }),
  );
  return { rows, pictures, missing };
}

async function requireSource(snapshot: Transaction, from: string | null): Promise<void> {
  if (!(await hasTable(snapshot, 'public.dogs'))) {
    throw new StartUpError('There is nothing to export: this database has no dogs table.');
  }
  if (!from && !(await hasTable(snapshot, 'wagday.migrations'))) {
    throw new StartUpError(
      'This is the database of a hosted Supabase project: say where its photos are with --from https://<reference>.supabase.co',
    );
  }
}

async function fetchPicture(from: string, { path }: MovingBucket, name: string): Promise<Buffer | null> {
  const response = await fetch(from + path + name, { signal: AbortSignal.timeout(60_000) });
  if (response.ok) return Buffer.from(await response.arrayBuffer());
  await response.body?.cancel();
  // Supabase Storage answers 400 for a missing file.
  if (response.status === 404 || response.status === 400) return null;
  throw new StartUpError(`The pictures at ${from} cannot be read (${response.status}).`);
}
