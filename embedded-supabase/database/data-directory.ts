import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { access, mkdir, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf, codeOrName, StartUpError } from '../errors.ts';

/** Creates the data directory if it is missing, with a mode for the database's user to pass through. Returns its real path. */
export async function openDataDirectory(path: string): Promise<string> {
  try {
    await makeDirectory(path);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(path);
  } catch (error) {
    const code = codeOrName(error);
    throw new StartUpError(`The data directory ${path} cannot be written (${reasons[code] ?? code}).`);
  }
}

/** Creates a directory and those above it. Node's own recursive `mkdir` never ends where the system denies that a parent exists, as in /proc. */
async function makeDirectory(path: string): Promise<void> {
  const make = () => mkdir(path, { mode: 0o711 }).catch(unlessDirectory);
  const unlessDirectory = async (error: unknown) => {
    if (codeOf(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  };
  await make().catch(async (error: unknown) => {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeDirectory(dirname(path));
    await make();
  });
}

/**
 * Locks the directory for this server until its process ends in any way: another server would clear away the photos that are
 * just arriving here. Servers with an embedded database lock that instead.
 * @throws {StartUpError} when another server has it
 */
export async function lockDataDirectory(dataDir: string): Promise<AsyncDisposable> {
  const presence = await claimPresence(dataDir);
  if (presence === 'occupied') {
    throw new StartUpError(`The data directory ${dataDir} is in use by another running server.`);
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
  ENOTDIR: 'a file is in its place',
  EEXIST: 'a file is in its place',
  ENOENT: 'no directory can be made there',
  ENOSPC: 'the disk is full',
};

/**
 * Shows other containers that a database is in use: a named pipe in the database's folder, whose reading end the server and all
 * its PostgreSQL processes hold open. The kernel closes it when the last of them dies, in any way. Containers on the same volume
 * can see it, while process numbers mean nothing to them; two PostgreSQL servers on one directory would destroy it.
 */
export type Presence = {
  /** To be passed down to PostgreSQL. */
  readonly descriptor: number;
  close(): void;
};

/**
 * Claims the pipe. Returns 'occupied' while another process holds it open; null where the file system has no named pipes, and
 * only the other locks protect the directory. Two that claim at the same instant may both get it: then PostgreSQL's lock file
 * stops one.
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

/** Whether any process has the pipe open for reading: without one, opening it for writing without waiting fails with ENXIO. */
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
