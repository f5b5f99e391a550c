import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ignoreMissing, moveDurably } from '../files.ts';
import { isPhotoId, type PhotoStore } from './photo-store.ts';

/** Photos as files of one folder. `put` expects a file that is on disk already, in the same file system. */
export async function openDiskStore(folder: string): Promise<PhotoStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (id: string) => {
    if (!isPhotoId(id)) throw new Error('not the id of a photo');
    return join(folder, id);
  };

  return {
    async put(id, path) {
      await moveDurably(path, pathOf(id));
    },

    async read(id, range) {
      const file = await open(pathOf(id)).catch(ignoreMissing);
      // The stream closes the file, also when the reader stops early.
      return file ? (Readable.toWeb(file.createReadStream(range ?? {})) as ReadableStream<Uint8Array>) : null;
    },

    remove: (id) => rm(pathOf(id), { force: true }),

    async list() {
      const names = (await readdir(folder)).filter(isPhotoId);
      const photos = [];
      for (const id of names) {
        const facts = await stat(join(folder, id)).catch(ignoreMissing);
        if (facts) photos.push({ id, storedAt: facts.mtime });
      }
      return photos;
    },

    check: () => access(folder, constants.R_OK | constants.W_OK | constants.X_OK),
  };
}
