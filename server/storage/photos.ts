import { join } from 'node:path';
import { openDiskStore } from './disk-store.ts';
import { type Inbox, openInbox } from './inbox.ts';
import type { PhotoStore } from './photo-store.ts';
import { openS3Store, type S3Config } from './s3-store.ts';

/** Where photos arrive and where they stay. */
export type Photos = { readonly inbox: Inbox; readonly store: PhotoStore };

/**
 * Photos stay in `photos` of the data directory, or in an S3-compatible store; those still arriving are in a folder
 * inside, in the same file system, either way.
 * @throws {StartUpError} when the S3-compatible store cannot be used
 */
export async function openPhotos(dataDir: string, s3: S3Config | null): Promise<Photos> {
  const folder = join(dataDir, 'photos');
  const store = s3 ? await openS3Store(s3) : await openDiskStore(folder);
  return { store, inbox: await openInbox(join(folder, '.tmp')) };
}
