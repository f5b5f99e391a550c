import { randomUUID } from 'node:crypto';
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './errors.ts';

/** Answers null for a file that is not there, for use with `catch`. */
export function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** A file that was renamed or linked is there after a power cut only when its folder has been written too. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/** Writes a file for its owner alone. It is wholly on the disk when this resolves, and gone when it fails. */
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

/**
 * Puts a file in its place at once, for its owner alone: a reader, and the next start after a power cut, finds the whole new
 * file or what was there before.
 * @param path of a file that `writeDurably` has written, on the same file system
 */
export async function moveDurably(path: string, place: string): Promise<void> {
  await rename(path, place);
  await syncFolder(dirname(place));
}

/** Writes a file beside its place and moves it there, in place of one that may be there. */
export async function replaceFile(place: string, fill: (file: FileHandle) => Promise<unknown>): Promise<void> {
  const partial = partialOf(place);
  await writeDurably(partial, fill);
  try {
    await moveDurably(partial, place);
  } finally {
    await rm(partial, { force: true });
  }
}

/** The same for a file that is not there yet. @returns false when another process has just made one, which then stays */
export async function createFile(place: string, fill: (file: FileHandle) => Promise<unknown>): Promise<boolean> {
  const partial = partialOf(place);
  await writeDurably(partial, fill);
  try {
    await link(partial, place);
    await syncFolder(dirname(place));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(partial, { force: true });
  }
}

function partialOf(place: string): string {
  return `${place}.${randomUUID()}.partial`;
}
