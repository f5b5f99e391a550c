import { chmod, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOrName, lockDataDirectory, openDataDirectory, StartUpError } from 'embedded-supabase';
import { createBackup } from './backup.ts';
import { checkBackup } from './check-backup.ts';
import { type Data, openData } from './open-data.ts';
import { restoreBackup } from './restore.ts';

/** Files whose restore was tried. All others in the folder are left alone. */
const provenName = /^wagday-\d{4}-\d\d-\d\dT\d{6}Z\.tar$/;
/** What a night leaves that failed or was killed: at most one backup, because the next night removes it. */
const leftName = /^(wagday-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.(unproven|.*\.partial)|\.trial-\w{6})$/;

/**
 * Adds a backup to the folder, restores it on trial, and only then deletes older ones.
 * @param keep how many backups stay
 * @throws {StartUpError} and leaves the older ones, when a backup cannot be made or restored
 */
export async function backUpNightly(data: Data, folder: string, keep: number, now: Date) {
  const place = await openDataDirectory(folder);
  await using _lock = await lockDataDirectory(place);
  for (const name of (await readdir(place)).filter((name) => leftName.test(name))) {
    await rm(join(place, name), { recursive: true, force: true });
  }
  const file = join(place, `wagday-${now.toISOString().replace(/:|\.\d+/g, '')}.tar`);
  const unproven = `${file}.unproven`;
  const contents = await createBackup(data, unproven, () => now);
  await tryToRestore(unproven, place, now);
  await rename(unproven, file);

  const proven = (await readdir(place)).filter((name) => provenName.test(name)).toSorted();
  const old = proven.slice(0, -keep);
  for (const name of old) await rm(join(place, name), { force: true });
  return { ...contents, file, kept: proven.length - old.length };
}

/** Restores a backup into a database and a folder that exist only for this. */
async function tryToRestore(file: string, place: string, now: Date): Promise<void> {
  const dataDir = await mkdtemp(join(place, '.trial-'));
  try {
    // The database may run as another user, which must pass through.
    await chmod(dataDir, 0o711);
    const config = { dataDir, databaseUrl: null, s3: null };
    await using trial = await openData({ isExclusive: true, config });
    await restoreBackup(trial, await checkBackup(file), { replace: false, keepSessions: false }, now);
  } catch (error) {
    const reason = error instanceof StartUpError ? error.message : codeOrName(error);
    throw new StartUpError(`The backup ${file} could not be restored on trial: ${reason}`);
  } finally {
    // Run by root, the database may be elsewhere, with only a link to it here.
    const database = await realpath(join(dataDir, 'database')).catch(() => dataDir);
    for (const folder of [database, dataDir]) await rm(folder, { recursive: true, force: true });
  }
}
