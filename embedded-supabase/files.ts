import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Returns null for a missing file, for use with `catch`. */
export function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Writes a folder to disk: only then does a renamed or linked file in it survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/** Writes a file that only its owner may read. The whole file is on disk when this resolves, and removed when it fails. */
export async function writeDurably(path: string, fill: (file: FileHandle) => Promise<unknown>): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await fill(file);
    await file.sync();
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    throw error;
  }
}

/** Writes a file beside its place and puts it there at once: readers, also after a power cut, find the whole file or the former. */
export async function replaceFile(place: string, fill: (file: FileHandle) => Promise<unknown>): Promise<void> {
  const partial = `${place}.${randomUUID()}.partial`;
  await writeDurably(partial, fill);
  try {
    await rename(partial, place);
    await syncFolder(dirname(place));
  } finally {
    await rm(partial, { force: true });
  }
}
