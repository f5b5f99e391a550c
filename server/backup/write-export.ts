import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasTable, isObjectName, StartUpError, type Transaction, writeDurably } from 'embedded-supabase';
import { readPhoto } from './create-backup.ts';
import { listParts, type MovingBucket, movingBuckets, psqlScript, selectPictures, selectRows } from './moving.ts';
import { type Data, readSnapshot } from './open-data.ts';
import { copyOut, countRowsOf } from './tables.ts';

/**
 * Writes everything that can move into a new folder, from one snapshot, while the server keeps running.
 * @param from the origin of a hosted Supabase project, whose photos are fetched from their public addresses; null for a Wagday,
 * whose photos are read from its store
 */
export async function exportTo({ sql, store }: Data, folder: string, from: string | null) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new StartUpError(`The folder ${folder} is not empty: choose another.`);
  const rows: Record<string, number> = {};
  /** Pictures left out, because Wagday does not accept their names or their files were missing. */
  const leftOut: string[] = [];
  /** The number of dogs' photos written. */
  let photos = 0;
  await readSnapshot(sql, async (snapshot) => {
    await requireSource(snapshot, from);
    const parts = await listParts(snapshot);
    for (const part of parts) rows[part.name] = await writeRows(snapshot, selectRows(parts, part), folder, part.name);
    await writePrivately(join(folder, 'hosted-supabase.sql'), psqlScript(parts));
    for (const bucket of movingBuckets) {
      const select = selectPictures(parts, bucket);
      rows[bucket.name] = await writeRows(snapshot, select, folder, bucket.name);
      for (const { id, name } of await snapshot.unsafe<{ id: string; name: string }[]>(select)) {
        const isOurs = isObjectName(name);
        const bytes = isOurs ? await (from ? fetchPicture(from, bucket, name) : readPhoto(store, id)) : null;
        if (bytes) await writePrivately(join(folder, bucket.name, name), bytes);
        else leftOut.push(name);
        if (bytes && bucket.name === 'photos') photos += 1;
      }
    }
  });
  // Written last, so that a folder without it is incomplete.
  await writePrivately(
    join(folder, 'export.json'),
    `${JSON.stringify({ wagday_export: 1, rows, leftOut }, null, 2)}\n`,
  );
  return { rows, photos, leftOut };
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

async function writeRows(snapshot: Transaction, select: string, folder: string, name: string): Promise<number> {
  const rows = () => copyOut(snapshot, `(${select})`, 'with (format csv, header)');
  await writeDurably(join(folder, `${name}.csv`), (file) => file.writeFile(rows()));
  return countRowsOf(snapshot, `(${select}) as rows`);
}

async function fetchPicture(from: string, { path }: MovingBucket, name: string): Promise<Buffer | null> {
  const response = await fetch(from + path + name, { signal: AbortSignal.timeout(60_000) });
  if (response.ok) return Buffer.from(await response.arrayBuffer());
  await response.body?.cancel();
  // Supabase Storage answers 400 for a missing file.
  if (response.status === 404 || response.status === 400) return null;
  throw new StartUpError(`The pictures at ${from} cannot be read (${response.status}).`);
}

async function writePrivately(file: string, content: Buffer | string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, content, { flag: 'wx', mode: 0o600 });
}
