import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { access, mkdir, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeOrName, StartUpError } from '../errors.ts';

/**
 * Makes the data directory when it is missing and answers its real path.
 * Mode 0711: the database may run as another user, who must pass through but need not look around.
 */
export async function openDataDirectory(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o711 });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(path);
  } catch (error) {
    throw new StartUpError(`The data directory ${path} cannot be written (${describe(error)}).`);
  }
}

/**
 * Makes the directory this server's own until it ends, in whatever way: another one would clear away the photos that are
 * just arriving here. A server with a database of its own locks that instead.
 */
export async function lockDataDirectory(dataDir: string): Promise<AsyncDisposable> {
  const presence = await claimPresence(dataDir);
  if (presence === 'occupied') {
    throw new StartUpError(`The data directory ${dataDir} is in use by another running Wagday.`);
  }
  return {
    async [Symbol.asyncDispose]() {
      presence?.close();
      await removePresence(dataDir);
    },
  };
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a file stands in its place',
  EEXIST: 'a file stands in its place',
  ENOSPC: 'the disk is full',
};

function describe(error: unknown): string {
  const code = codeOrName(error);
  return reasons[code] ?? code;
}

/**
 * Shows other containers that a database is in use: a named pipe in the database's folder, whose reading end the
 * server and all processes of its PostgreSQL hold open. The kernel closes it with the last of them, however they die, and
 * it is seen from other containers on the same volume, where their process numbers mean nothing and two PostgreSQL on
 * one directory would destroy it.
 */
export type Presence = {
  /** To be handed down to PostgreSQL. */
  readonly descriptor: number;
  close(): void;
};

/**
 * Answers 'occupied' while another process holds the pipe open; null where the file system knows no named pipes, so that the other
 * locks must do. Two that claim in the same instant may both get it: then PostgreSQL's own lock file stops one.
 */
export async function claimPresence(root: string): Promise<Presence | 'occupied' | null> {
  const path = presencePath(root);
  await promisify(execFile)('mkfifo', ['-m', '600', path]).catch(() => undefined);
  const found = await stat(path).catch(() => null);
  if (!found?.isFIFO()) return null;
  if (hasReader(path)) return 'occupied';
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return { descriptor, close: () => closeSync(descriptor) };
  } catch {
    return null;
  }
}

/** Opening a pipe for writing without waiting fails with ENXIO exactly when nobody reads it. */
function hasReader(path: string): boolean {
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch {
    return false;
  }
}

/** Removes the pipe once the database has ended, because some backup programs fail on pipes. */
export async function removePresence(root: string): Promise<void> {
  await rm(presencePath(root), { force: true }).catch(() => undefined);
}

function presencePath(root: string): string {
  return join(root, 'in-use');
}
