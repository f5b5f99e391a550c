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
 * just arriving here. With a database of its own a server holds on to that instead, which says the same.
 */
export async function holdDataDirectory(dataDir: string): Promise<AsyncDisposable> {
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

function describe(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'EROFS':
      return 'the file system is read-only';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'a file stands in its place';
    case 'ENOSPC':
      return 'the disk is full';
    default:
      return String(code ?? error);
  }
}
