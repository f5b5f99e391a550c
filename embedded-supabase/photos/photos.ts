import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { logFailure } from '../database/database-error.ts';
import type { Log } from '../log.ts';
import { createPhotoDecoder } from './photo-decoder.ts';
import { inboxIn, noSpace, openDiskStore } from './photo-store.ts';
import { openS3Store, type S3Config } from './s3-store.ts';

export type Photos = Awaited<ReturnType<typeof openPhotos>>;

export type PhotosOptions = {
  readonly dataDir: string;
  readonly s3: S3Config | null;
  readonly log: Log;
  /** For tests. */
  readonly readDisk?: DiskSpaceDependencies['read'];
};

/**
 * Opens the photos: in `photos` of the data directory, or in an S3-compatible store. Either way, arriving photos are in a folder
 * inside `photos`, on the same file system.
 * @throws {StartUpError} when the S3-compatible store cannot be used
 */
export async function openPhotos({ dataDir, s3, log, readDisk }: PhotosOptions) {
  const folder = join(dataDir, 'photos');
  const store = s3 ? await openS3Store(s3) : await openDiskStore(folder);
  const inbox = await openInbox(inboxIn(folder));
  const decoder = createPhotoDecoder(log);
  /** null where photos are not on a disk of this machine. */
  const space = s3 ? null : watchDiskSpace({ folder, log, ...(readDisk && { read: readDisk }) });
  return {
    store,
    inbox,
    decoder,
    space,
    [Symbol.dispose]() {
      decoder[Symbol.dispose]();
      space?.[Symbol.dispose]();
    },
  };
}

/** Opens a folder for uploads in progress, and removes what a killed server left there. No file outlives its request. */
export async function openInbox(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true, recursive: true });

  return {
    /** Calls `use` with the path of a new file, and removes whatever is there afterwards. */
    async withFile<Result>(use: (path: string) => Promise<Result>): Promise<Result> {
      const path = join(folder, randomUUID());
      try {
        return await use(path);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

/** The result of `statfs`: all blocks, the blocks that this user may still fill, and the bytes of each. */
type DiskFacts = { readonly blocks: number; readonly bavail: number; readonly bsize: number };

const gibibyte = 1024 ** 3;
/** Bytes that photos leave free for the database, which may be on the same disk: 1 GiB, or a tenth of a small disk. */
const reserveOf = (total: number) => Math.min(gibibyte, total / 10);
/**
 * Multiples of the reserve. Below the first, accounts in their first week add no photos, because they cost nothing to make. Below the
 * second the log warns once; from the third on the space counts as recovered. Below the last the database takes no rows.
 */
const marks = { newAccounts: 4, alarm: 2, recovery: 2.5, rows: 0.5 };

const checkInterval = 10_000;

type DiskSpaceDependencies = {
  readonly folder: string;
  readonly log: Log;
  /** For tests. */
  readonly read?: (folder: string) => Promise<DiskFacts>;
};

/** Checks how much space is left on a disk, at every photo that arrives and every ten seconds. */
export function watchDiskSpace({ folder, log, read = statfs }: DiskSpaceDependencies) {
  let isLow = false;
  let left = Number.POSITIVE_INFINITY;

  /** Returns the bytes that are free, and those below which photos are refused. */
  async function measure() {
    const { blocks, bavail, bsize } = await read(folder);
    return { free: bavail * bsize, reserve: reserveOf(blocks * bsize) };
  }

  /** Returns the free space, in multiples of the reserve. */
  async function look(): Promise<number> {
    const { free, reserve } = await measure();
    const fields = { free_mb: Math.floor(free / 1e6), reserve_mb: Math.ceil(reserve / 1e6) };
    left = free / reserve;
    if (!isLow && left < marks.alarm) {
      isLow = true;
      log.error('disk_space_low', fields);
    } else if (isLow && left >= marks.recovery) {
      isLow = false;
      log.info('disk_space_recovered', fields);
    }
    return left;
  }

  const check = () => void look().catch((error) => logFailure(log, 'disk_space_unknown', error, 'STATFS'));
  check();
  const timer = setInterval(check, checkInterval).unref();

  return {
    measure,
    /** Requires room for a photo. @throws {StorageError} 507 when only the reserve is left, four of them for a new account */
    async requireRoom(isNewAccount: () => Promise<boolean>): Promise<void> {
      const found = await look();
      if (found < 1 || (found < marks.newAccounts && (await isNewAccount()))) throw noSpace();
    },
    /** Whether there was room for rows at the last check. */
    hasRoomForRows: () => left >= marks.rows,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
