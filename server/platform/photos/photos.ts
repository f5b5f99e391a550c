import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { type DiskSpace, type DiskSpaceParts, watchDiskSpace } from './disk-space.ts';
import { openDiskStore } from './disk-store.ts';
import { createPhotoDecoder, type PhotoDecoder } from './photo-decoder.ts';
import type { PhotoStore } from './photo-store.ts';
import { openS3Store, type S3Config } from './s3-store.ts';

/** Where photos are uploaded to, drawn and stored. */
export type Photos = Disposable & {
  readonly inbox: Awaited<ReturnType<typeof openInbox>>;
  readonly store: PhotoStore;
  readonly decoder: PhotoDecoder;
  /** null where photos are not on a disk of this machine. */
  readonly space: DiskSpace | null;
};

export type PhotosOptions = {
  readonly dataDir: string;
  readonly s3: S3Config | null;
  readonly log: Log;
  /** For tests. */
  readonly readDisk?: DiskSpaceParts['read'];
};

/**
 * Photos stay in `photos` of the data directory, or in an S3-compatible store; those still arriving are in a folder
 * inside, in the same file system, either way.
 * @throws {StartUpError} when the S3-compatible store cannot be used
 */
export async function openPhotos({ dataDir, s3, log, readDisk }: PhotosOptions): Promise<Photos> {
  const folder = join(dataDir, 'photos');
  const store = s3 ? await openS3Store(s3) : await openDiskStore(folder);
  const inbox = await openInbox(join(folder, '.tmp'));
  const decoder = createPhotoDecoder(log);
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

/**
 * A folder for files that are being uploaded: nobody sees them, and none outlives the request it belongs to. What a killed
 * server left in it is removed first.
 */
export async function openInbox(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true, recursive: true });

  return {
    /** Calls `use` with the path of a file that does not exist yet, and removes what is left there afterwards. */
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
