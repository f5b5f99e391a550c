import { spawnSync } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chown, lstat, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartUpError } from '../start-up-error.ts';
import { type Account, canRun, copyBinaries, findBinaries, type PostgresBinaries } from './postgres-binaries.ts';

/** Where the database lives, which programs serve it, and as whom they run. */
export type DatabaseHome = {
  /** The folder (or a link to it) that holds `cluster` and `superuser-password`; it appears whole, by one rename. */
  readonly path: string;
  /** Where a new database is made when its user cannot enter the data directory; `path` then becomes a link to it. */
  readonly sharedFolder: string | null;
  readonly binaries: PostgresBinaries;
  /** Set when the server is root and the database runs as this user. */
  readonly account: Account | null;
  /** Words put before a program: PostgreSQL refuses uid 0, and a user namespace gives root another one. */
  readonly wrapper: readonly string[];
};

export type DatabaseHomeOptions = {
  /** For tests: behave as where user namespaces are forbidden. */
  readonly withoutUserNamespaces?: boolean;
  /** For tests: the folder open to unprivileged users. */
  readonly sharedHome?: string;
};

const UNSHARE = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];

export async function findDatabaseHome(dataDir: string, options: DatabaseHomeOptions = {}): Promise<DatabaseHome> {
  const binaries = await findBinaries();
  const path = await locate(dataDir);
  const owner = await stat(path).catch(() => null);

  if (process.getuid?.() !== 0) {
    if (owner) await requireAccess(path);
    if (!canRun(binaries, null)) throw unrunnable(binaries);
    return { path, sharedFolder: null, binaries, account: null, wrapper: [] };
  }

  const namespaces = !options.withoutUserNamespaces && canUnshare();
  if (namespaces && (owner === null || owner.uid === 0)) {
    if (!canRun(binaries, null)) throw unrunnable(binaries);
    return { path, sharedFolder: null, binaries, account: null, wrapper: UNSHARE };
  }
  return asUnprivilegedUser(dataDir, path, owner, binaries, options.sharedHome ?? '/var/lib/wagday');
}

async function locate(dataDir: string): Promise<string> {
  const path = join(dataDir, 'database');
  const link = await lstat(path).catch(() => null);
  if (!link?.isSymbolicLink()) return path;
  return realpath(path).catch(() => {
    throw new StartUpError(`The database that ${path} points to is missing: restore it from a backup.`);
  });
}

async function requireAccess(path: string): Promise<void> {
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
    throw new StartUpError(`The database in ${path} belongs to another user: start Wagday as that user.`);
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
 * Root without user namespaces (many containers): the database runs as an unprivileged user. It stays in the data
 * directory where that user can reach it, and otherwise moves to a shared place, with a link left behind.
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
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  for (const name of ['postgres', 'nobody']) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+)`, 'm').exec(users) ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65534, gid: 65534 };
}

/** Gives a file or folder to the user that the database runs as. */
export async function giveToDatabase(home: DatabaseHome, path: string): Promise<void> {
  if (home.account) await chown(path, home.account.uid, home.account.gid);
}
