import { chmod, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  codeOrName,
  createLog,
  createSmtpMailer,
  isObjectName,
  lockDataDirectory,
  openDataDirectory,
  StartUpError,
} from 'embedded-supabase';
import { escapeHtml } from '../../domain/text/text.ts';
import { type Config, parseOrigin, readConfig } from '../config.ts';
import { defaultSender } from '../product.ts';
import { checkArchive } from './check-archive.ts';
import { createBackup } from './create-backup.ts';
import { type Data, openData } from './open-data.ts';
import { importFrom } from './read-export.ts';
import { restoreBackup } from './restore-backup.ts';
import { exportTo } from './write-export.ts';

type Say = (line: string) => void;

/** `npm run backup -- <file>`, or `npm run backup -- --nightly <folder> [--keep 14]` */
export async function backupCommand(args: readonly string[], say: Say): Promise<void> {
  const usage = 'npm run backup -- wagday-backup.tar, or npm run backup -- --nightly <folder> [--keep 14]';
  const { path, values } = readArguments(args, usage, { nightly: 'boolean', keep: 'string' });
  const keep = values.keep ?? '14';
  if (!/^[1-9]\d{0,3}$/.test(String(keep)) || (values.keep !== undefined && !values.nightly)) {
    throw new StartUpError(`Usage: ${usage}`);
  }
  if (values.nightly) return backUpOrAlarm(resolve(path), Number(keep), say);
  const file = resolve(path);
  await using data = await openData({ isExclusive: false, mustExist: true });
  sayBackup({ ...(await createBackup(data, file, () => new Date())), file }, say);
}

function sayBackup(
  { rows, photos, missing, bytes, file }: Awaited<ReturnType<typeof createBackup>> & { file: string },
  say: Say,
) {
  say(`Backed up ${countsOf(rows, photos)}.`);
  say(`${file} (${(bytes / 1024 / 1024).toFixed(1)} MB) holds password hashes and keys: keep it from other eyes.`);
  if (missing.length > 0) say(`Not in the photo store, though rows name them: ${missing.join(', ')}.`);
}

/** Files whose restore was tried. All others in the folder are left alone. */
const provenName = /^wagday-\d{4}-\d\d-\d\dT\d{6}Z\.tar$/;
/** What a night leaves that failed or was killed: at most one backup, because the next night removes it. */
const leftName = /^(wagday-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.(unproven|.*\.partial)|\.trial-\w{6})$/;

/**
 * Adds a backup to the folder, restores it on trial, and only then deletes older ones.
 * @param keep how many backups stay
 * @throws {StartUpError} and leaves the older ones, when a backup cannot be made or restored
 */
async function backUpNightly(data: Data, folder: string, keep: number, now: Date) {
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
    await restoreBackup(trial, await checkArchive(file, 'backup'), { replace: false, keepSessions: false }, now);
  } catch (error) {
    const reason = error instanceof StartUpError ? error.message : codeOrName(error);
    throw new StartUpError(`The backup ${file} could not be restored on trial: ${reason}`);
  } finally {
    // Run by root, the database may be elsewhere, with only a link to it here.
    const database = await realpath(join(dataDir, 'database')).catch(() => dataDir);
    for (const folder of [database, dataDir]) await rm(folder, { recursive: true, force: true });
  }
}

/** Makes the nightly backup. A failure is mailed to ADMIN_EMAIL, because nobody looks at the log of a night. */
async function backUpOrAlarm(folder: string, keep: number, say: Say): Promise<void> {
  const config = readConfig(process.env);
  try {
    await using data = await openData({ isExclusive: false, mustExist: true, config });
    const { kept, ...backup } = await backUpNightly(data, folder, keep, new Date());
    sayBackup(backup, say);
    say(`Restored on trial. ${folder} has ${kept} such ${kept === 1 ? 'backup' : 'backups'}.`);
  } catch (error) {
    await mailAlarm(config, error).catch((failure: unknown) =>
      say(`The alarm was not mailed (${codeOrName(failure)}).`),
    );
    throw error;
  }
}

async function mailAlarm({ smtpUrl, adminEmail, mailFrom, publicUrl }: Config, error: unknown): Promise<void> {
  if (smtpUrl === null || adminEmail === null) return;
  const subject = `The nightly backup of ${publicUrl} failed`;
  const reason = error instanceof StartUpError ? error.message : `${codeOrName(error)}, see the log of the command`;
  const text = `The earlier backups are still there. What went wrong: ${reason}`;
  const mailer = createSmtpMailer(smtpUrl, mailFrom ?? defaultSender(publicUrl), createLog());
  await mailer.deliver({ to: adminEmail, subject, text: `${text}\n`, html: `<p>${escapeHtml(text)}</p>` });
}

/** `npm run restore -- <file> [--replace] [--keep-sessions]` */
export async function restoreCommand(args: readonly string[], say: Say): Promise<void> {
  const usage = 'npm run restore -- wagday-backup.tar [--replace] [--keep-sessions]';
  const { path, values } = readArguments(args, usage, { replace: 'boolean', 'keep-sessions': 'boolean' });
  const plan = await checkArchive(resolve(path), 'backup');
  await using data = await openData({ isExclusive: true });
  const keepSessions = values['keep-sessions'] === true;
  const { returned } = await restoreBackup(data, plan, { replace: values.replace === true, keepSessions }, new Date());
  const { rows, photos } = plan.contents;
  const counts = countsOf(rows, photos);
  say(`Restored ${counts}, as they were at ${plan.header.takenAt}.`);
  say(
    keepSessions
      ? 'Sessions and signing keys are those of the backup: also what was signed out, or dropped after a leak, since then.'
      : 'All sessions have ended and the signing key is a new one: owners sign in again. (--keep-sessions keeps both.)',
  );
  if (returned === null) {
    say(
      'Owners who deleted their account after that have it back, and accounts disabled after it are not: see "Restore" in docs/deploy.md.',
    );
  } else if (returned.length > 0) {
    say(
      `${returned.length} of these accounts ${returned.length === 1 ? 'was' : 'were'} not there any more before the restore, such as because the owner had deleted it. Delete again what shall stay deleted (see "Restore" in docs/deploy.md): ${returned.join(', ')}.`,
    );
  }
}

/** `npm run export -- <file> [--from <address>]` */
export async function exportCommand(args: readonly string[], say: Say): Promise<void> {
  const usage = 'npm run export -- wagday-export.tar [--from https://<reference>.supabase.co]';
  const { path, values } = readArguments(args, usage, { from: 'string' });
  const from = typeof values.from === 'string' ? readOrigin(values.from, '--from') : null;
  const file = resolve(path);
  await using data = await openData({ isExclusive: false, mustExist: true });
  const { rows, pictures, missing } = await exportTo(data, file, from);
  say(`Exported ${countsOf(rows, photosIn(pictures))} to ${file}.`);
  say('The file holds password hashes: keep it from other eyes, and delete it when the move is done.');
  if (missing.length > 0) say(`Left out, because they are not there or no pictures of ours: ${namesOf(missing)}.`);
}

/** `npm run import -- <file> --address <address>` */
export async function importCommand(args: readonly string[], say: Say): Promise<void> {
  const usage = 'npm run import -- wagday-export.tar --address https://wagday.example';
  const { path, values } = readArguments(args, usage, { address: 'string' });
  const address = typeof values.address === 'string' ? values.address : process.env.PUBLIC_URL;
  if (!address) throw new StartUpError(`Usage: ${usage}`);
  const origin = readOrigin(address, '--address');
  const plan = await checkArchive(resolve(path), 'export');
  await using data = await openData({ isExclusive: false });
  const secretKey = process.env.SUPABASE_SECRET_KEY?.trim() || null;
  const { taken, refused } = await importFrom(data, plan, { origin, secretKey });
  say(`Imported ${countsOf(plan.contents.rows, photosIn(taken))} for ${origin}.`);
  if (refused.length > 0) say(`Not taken, because they are missing or no pictures: ${namesOf(refused)}.`);
}

/** Counts dogs' photos among the pictures of an export. */
function photosIn(pictures: readonly string[]): number {
  return pictures.filter((picture) => picture.startsWith('photos/')).length;
}

/** Lists pictures for the terminal. Escapes names that no photo of Wagday's can have, because they may hold control characters. */
function namesOf(pictures: readonly string[]): string {
  const names = pictures.map((picture) => picture.slice(picture.indexOf('/') + 1));
  return names.map((name) => (isObjectName(name) ? name : JSON.stringify(name))).join(', ');
}

function countsOf(rows: Readonly<Record<string, number>>, photos: number): string {
  const some = (count = 0, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
  return new Intl.ListFormat('en').format([
    some(rows['auth.users'], 'owner', 'owners'),
    some(rows['public.dogs'], 'dog', 'dogs'),
    some(rows['public.birthday_celebrations'], 'party', 'parties'),
    some(photos, 'photo', 'photos'),
  ]);
}

/** Reads a command's only file or folder, and its options. @throws {StartUpError} with `usage` for anything else */
function readArguments(
  args: readonly string[],
  usage: string,
  options: Readonly<Record<string, 'string' | 'boolean'>> = {},
) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(Object.entries(options).map(([name, type]) => [name, { type }])),
    });
    const [path] = positionals;
    if (path === undefined || positionals.length !== 1) throw new Error('one path');
    return { path, values };
  } catch {
    throw new StartUpError(`Usage: ${usage}`);
  }
}

/** Reads an origin such as https://wagday.example. @throws {StartUpError} */
function readOrigin(text: string, name: string): string {
  const origin = parseOrigin(text);
  if (origin !== null) return origin;
  throw new StartUpError(`${name} must be an address without a path, such as https://wagday.example.`);
}
