import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ServiceError } from '../errors.ts';
import { ignoreMissing, syncFolder, writeDurably } from '../files.ts';

/** First and last byte, both included. */
export type ByteRange = { readonly start: number; readonly end: number };

/** Stores photos, each once and for good. Its name is the id of its row in storage.objects, never a user's text. */
export type PhotoStore = {
  /** Stores a photo. Resolves when it would survive a power cut; before that, nobody can read any of it. */
  put(id: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Reads a photo, whole when the range is null. Returns null when there is no such photo. */
  read(id: string, range: ByteRange | null): Promise<ReadableStream<Uint8Array> | null>;
  /** Removes a photo. A photo that is gone already is no error. */
  remove(id: string): Promise<void>;
  list(): Promise<{ readonly id: string; readonly storedAt: Date }[]>;
  /** Resolves when photos can be read and stored now. */
  check(): Promise<void>;
};

export const photoId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An error in Supabase Storage's shape. `more` is the older name of the reason, which clients compare, if that differs. */
export class StorageError extends ServiceError<string> {}

export const bucketNotFound = () => new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found');
export const objectNotFound = () => new StorageError(404, 'NoSuchKey', 'Object not found', 'not_found');
export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message);
export const tooLarge = (message = 'The object exceeded the maximum allowed size') =>
  new StorageError(413, 'EntityTooLarge', message, 'Payload too large');
export const unsupportedType = (type: string) =>
  new StorageError(415, 'InvalidMimeType', `mime type ${type} is not supported`, 'invalid_mime_type');
/** 507, so that a supervisor can tell a full disk from a busy server. Photos can still be read. */
export const noSpace = () => new StorageError(507, 'InsufficientStorage', 'There is no space left for photos');
export const busy = () => new StorageError(503, 'SlowDown', 'Too many photos are arriving at once. Please try again.');

/** The folder beside the photos for files that are not whole yet. A server empties it when it starts. */
export const inboxIn = (folder: string) => join(folder, '.tmp');

/** Opens a store of files in one folder. */
export async function openDiskStore(folder: string): Promise<PhotoStore> {
  await mkdir(inboxIn(folder), { recursive: true, mode: 0o700 });
  const pathOf = (id: string) => {
    if (!photoId.test(id)) throw new Error('not the id of a photo');
    return join(folder, id);
  };

  return {
    async put(id, bytes) {
      const partial = join(inboxIn(folder), randomUUID());
      await writeDurably(partial, (file) => file.writeFile(bytes));
      await rename(partial, pathOf(id));
      await syncFolder(folder);
    },

    async read(id, range) {
      const file = await open(pathOf(id)).catch(ignoreMissing);
      // The stream closes the file, even when the reader stops early.
      return file ? (Readable.toWeb(file.createReadStream(range ?? {})) as ReadableStream<Uint8Array>) : null;
    },

    remove: (id) => rm(pathOf(id), { force: true }),

    async list() {
      const photos = [];
      // Other files in the folder are left alone.
      for (const id of (await readdir(folder)).filter((name) => photoId.test(name))) {
        const facts = await stat(join(folder, id)).catch(ignoreMissing);
        if (facts) photos.push({ id, storedAt: facts.mtime });
      }
      return photos;
    },

    check: () => access(folder, constants.R_OK | constants.W_OK | constants.X_OK),
  };
}
