import { constants } from 'node:fs';
import { access, mkdir, realpath } from 'node:fs/promises';
import { StartUpError } from '../start-up-error.ts';
import { claimPresence, removePresence } from './presence.ts';

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
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return reasons[code] ?? code;
}
