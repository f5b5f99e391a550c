import type { Sql } from '../../database/connect.ts';
import type { Log } from '../../log.ts';
import type { JobKind } from '../../services/jobs/jobs.ts';
import type { PhotoStore } from '../../services/photos/photo-store.ts';

/** Longer than any upload takes between its photo and its row. */
const grace = 60 * 60_000;
/** More than this many gone at once, and most of all, is no crash but a mistake: a wrong database, disk or bucket. */
const fewest = 10;

export type Sweepable = {
  readonly sql: Sql;
  readonly store: PhotoStore;
  readonly log: Log;
  readonly now: () => Date;
  /** Whether other servers may keep photos of this database where this one cannot look. */
  readonly isPartial?: boolean;
  /** Ends a sweep between two photos. */
  readonly signal?: AbortSignal;
};
export type Swept = { readonly accounts: number; readonly photos: number; readonly rows: number };

/**
 * Puts rows and photos in line again after crashes and deleted accounts: rows in the folders of users who are gone,
 * photos without a row, and rows without a photo, the latter two when older than an hour. It touches neither when the
 * numbers speak of a mistake instead, because then deleting would make it worse. Safe beside uploads, here and on other
 * servers: what is younger than an hour is left alone, and an upload takes seconds between its photo and its row.
 */
export async function sweepPhotos({ sql, store, log, now, isPartial = false, signal }: Sweepable): Promise<Swept> {
  const removedOfAccounts = await sql`
    delete from storage.objects
    where not exists (select from auth.users where users.id::text = (storage.foldername(objects.name))[1])
      and exists (select from auth.users)
    returning id`;

  // Photos first: one that is stored meanwhile must not look like a row without a photo.
  const listed = await store.list();
  const rows = await sql<{ id: string; is_old: boolean }[]>`
    select id, created_at < ${new Date(now().getTime() - grace)} as is_old from storage.objects`;
  const [users] = await sql<{ exist: boolean }[]>`select exists (select from auth.users) as exist`;

  const known = new Set(rows.map(({ id }) => id));
  const goneWithAccount = new Set(removedOfAccounts.map(({ id }) => String(id)));
  const stored = new Set(listed.map(({ id }) => id));
  const isOld = (at: Date) => now().getTime() - at.getTime() > grace;
  const orphans = listed.filter(({ id, storedAt }) => !known.has(id) && (goneWithAccount.has(id) || isOld(storedAt)));
  const lost = rows.filter(({ id, is_old }) => is_old && !stored.has(id));

  const photosAreSafe = users?.exist === true && !isMistake(orphans.length - goneWithAccount.size, listed.length);
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
    photos: photosAreSafe ? orphans.length : 0,
    rows: rowsAreSafe ? lost.length : 0,
  };
}

function isMistake(missing: number, all: number): boolean {
  return missing > fewest && missing > all / 2;
}

/** One server sweeps, every hour. It has longer alone than most sweeps take; two at once would do no harm. */
export function photoSweep(parts: Omit<Sweepable, 'signal'>): JobKind {
  return {
    name: 'sweep photos',
    label: 'photo_sweep',
    lease: 15 * 60_000,
    lifetime: null,
    capacity: 1,
    retryDelays: [],
    every: 60 * 60_000,
    async run(_, signal) {
      const swept = await sweepPhotos({ ...parts, signal });
      if (swept.accounts + swept.photos + swept.rows > 0) parts.log.info('photos_swept', swept);
    },
  };
}
