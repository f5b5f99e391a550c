import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { logFailure } from '../../database/database-error.ts';
import { ignoreMissing } from '../../files.ts';
import type { Log } from '../../log.ts';

/** The links in them work for an hour; a day lets whoever keeps the server read in peace. */
const keptFor = 24 * 60 * 60_000;
/** The names that the file mailer gives, also those of files that a crash left half-written. */
const ownName = /^\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z-[0-9a-f]{8}\.eml(\.part|\.[\da-f-]{36}\.partial)?$/;

/** Removes mails that were written as files more than a day ago, and nothing else. @returns how many */
export async function sweepMailFiles(folder: string, now: Date): Promise<number> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  let removed = 0;
  for (const name of names.filter((candidate) => ownName.test(candidate))) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (!facts || now.getTime() - facts.mtime.getTime() <= keptFor) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** The same, telling the log of it. It never fails. */
export async function clearMailFiles(folder: string, log: Log, now: Date): Promise<void> {
  try {
    const count = await sweepMailFiles(folder, now);
    if (count > 0) log.info('mail_files_swept', { count });
  } catch (error) {
    logFailure(log, 'mail_files_not_swept', error, 'SWEEP');
  }
}
