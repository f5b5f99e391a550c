import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../files.ts';
import { StartUpError } from '../start-up-error.ts';
import { type DatabaseHome, giveToDatabase } from './database-home.ts';

export const SUPERUSER = 'postgres';

/** Long enough for any initdb; what is older was left by a start that died. */
const ABANDONED_AFTER_MS = 15 * 60 * 1000;

/**
 * Makes a new database beside its place and moves it there whole, so that a start killed at any moment leaves either a
 * complete database or none. When two first starts race, the one that comes second uses what the first one made.
 */
export async function initialise(home: DatabaseHome): Promise<void> {
  const parent = home.sharedFolder ?? dirname(home.path);
  await mkdir(parent, { recursive: true, mode: 0o755 });
  await removeAbandoned(parent);
  const partial = join(parent, `database-${randomUUID()}.partial`);
  try {
    await mkdir(partial, { mode: 0o700 });
    await giveToDatabase(home, partial);
    const passwordFile = join(partial, 'superuser-password');
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    await giveToDatabase(home, passwordFile);
    await runInitdb(home, join(partial, 'cluster'), passwordFile);
    await syncFolder(partial);
    await putInPlace(home, partial);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function runInitdb(home: DatabaseHome, cluster: string, passwordFile: string): Promise<void> {
  const words = [
    ...home.wrapper,
    home.binaries.initdb,
    `--pgdata=${cluster}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth=scram-sha-256',
    '--data-checksums',
    '--no-instructions',
  ];
  const [command = '', ...args] = words;
  try {
    await promisify(execFile)(command, args, {
      ...home.account,
      cwd: '/',
      env: { LC_ALL: 'C', PATH: process.env.PATH },
    });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    const reason =
      output.match(/(?:error|fatal): (.*)/i)?.[1] ?? String(error instanceof Error ? error.message : error);
    throw new StartUpError(`The database could not be created in ${dirname(home.path)}: ${reason.split('\n')[0]}.`);
  }
}

async function putInPlace(home: DatabaseHome, partial: string): Promise<void> {
  const isTaken = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY' && error.code !== 'ENOTDIR') throw error;
  };
  if (home.sharedFolder) {
    const place = partial.replace(/\.partial$/, '');
    await rename(partial, place);
    await symlink(place, home.path).catch(async (error) => {
      await rm(place, { recursive: true, force: true });
      isTaken(error);
    });
    await syncFolder(home.sharedFolder);
  } else {
    await rename(partial, home.path).catch(isTaken);
  }
  await syncFolder(dirname(home.path));
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!/^database-[0-9a-f-]{36}\.partial$/.test(name)) continue;
    const path = join(parent, name);
    const found = await stat(path).catch(() => null);
    if (!found || Date.now() - found.mtimeMs < ABANDONED_AFTER_MS) continue;
    await rm(path, { recursive: true, force: true });
  }
}
