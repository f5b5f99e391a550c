import type { Sql, Work } from '../database/connect.ts';
import { hourly, type JobKind } from '../jobs/jobs.ts';
import type { PhotoStore } from '../photos/photo-store.ts';

/** Milliseconds. Longer than any upload takes between storing its photo and inserting its row. */
const grace = 60 * 60_000;
/** When more than this and more than half of all are missing, the cause is not a crash but a wrong database, disk or bucket. */
const fewest = 10;

/** The most rows of unused files that one sweep deletes. */
const mostUnused = 1_000;

/** A file that the product no longer uses. */
export type UnusedFile = { readonly bucket: string; readonly name: string };

type Sweepable = Work & {
  readonly store: PhotoStore;
  /** Lists files that no row of the product names any more: at most so many, at a moment. */
  readonly listUnused?: ((sql: Sql, at: Date, most: number) => Promise<readonly UnusedFile[]>) | undefined;
  /** Whether other servers of this database may keep photos where this one cannot look. */
  readonly isPartial?: boolean;
  /** Ends the sweep between two photos. */
  readonly signal?: AbortSignal;
};

/**
 * Deletes what crashes, closed tabs and deleted accounts leave: rows in the folders of deleted users, files that the product
 * lists as unused, and, when older than an hour, photos without a row and rows without a photo. It deletes neither of the last two
 * when so many are missing that it looks like a mistake. Safe beside uploads, here and on other servers: an upload takes seconds
 * between its photo and its row.
 */
export async function sweepPhotos({ sql, store, log, now, listUnused, isPartial = false, signal }: Sweepable) {
  const removedOfAccounts = await sql`
    delete from storage.objects
    where not exists (select from auth.users where users.id::text = (storage.foldername(objects.name))[1])
      and exists (select from auth.users)
    returning id`;
  const old = new Date(now().getTime() - grace);
  const unused = (await listUnused?.(sql, now(), mostUnused)) ?? [];
  const removedUnused = await sql`
    delete from storage.objects using jsonb_to_recordset(${JSON.stringify(unused)}::text::jsonb) as unused (bucket text, name text)
    where objects.bucket_id = unused.bucket and objects.name = unused.name
    returning objects.id`;

  // Lists photos first: one that is stored meanwhile must not look like a row without a photo.
  const listed = await store.list();
  const rows = await sql<{ id: string; is_old: boolean }[]>`
    select id, created_at < ${old} as is_old from storage.objects`;
  const [users] = await sql<{ exist: boolean }[]>`select exists (select from auth.users) as exist`;

  const known = new Set(rows.map(({ id }) => id));
  const gone = new Set([...removedOfAccounts, ...removedUnused].map(({ id }) => String(id)));
  const stored = new Set(listed.map(({ id }) => id));
  const isOld = (at: Date) => now().getTime() - at.getTime() > grace;
  const orphans = listed.filter(({ id, storedAt }) => !known.has(id) && (gone.has(id) || isOld(storedAt)));
  const lost = rows.filter(({ id, is_old }) => is_old && !stored.has(id));

  const photosAreSafe = users?.exist === true && !isMistake(orphans.length - gone.size, listed.length);
  const rowsAreSafe = !isPartial && listed.length > 0 && !isMistake(lost.length, rows.length);
  if (photosAreSafe) {
    for (const { id } of orphans) {
      signal?.throwIfAborted();
      await store.remove(id);
    }
  } else if (orphans.length > 0) log.error('photos_without_rows_left_alone', { count: orphans.length });
  if (rowsAreSafe && lost.length > 0) {
    await sql`delete from storage.objects where id = any(${lost.map(({ id }) => id)}::uuid[])`;
  } else if (lost.length > 0) log.error('photos_missing', { count: lost.length });

  return {
    accounts: removedOfAccounts.length,
    unused: removedUnused.length,
    photos: photosAreSafe ? orphans.length : 0,
    rows: rowsAreSafe ? lost.length : 0,
  };
}

function isMistake(missing: number, all: number): boolean {
  return missing > fewest && missing > all / 2;
}

export function photoSweep(parts: Omit<Sweepable, 'signal'>): JobKind {
  return hourly('sweep photos', 'photo_sweep', async (_, signal) => {
    const swept = await sweepPhotos({ ...parts, signal });
    if (Object.values(swept).some((count) => count > 0)) parts.log.info('photos_swept', swept);
  });
}
