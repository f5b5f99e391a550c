import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startCluster } from '../../server/database/cluster.ts';
import { openDatabase } from '../../server/database/open-database.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'wagday');

/** What a new database is made from. */
const INPUTS = ['supabase/migrations', 'server/database', 'package-lock.json'];

/**
 * Puts a database into a data directory that has none, as a first start leaves it. The first one for a state of the migrations is made
 * and kept; those that follow are copies of it, which takes a fifth of the time. Tests of the first start do without.
 */
export function layDatabase(dataDir: string): Promise<void> {
  return lay(dataDir, 'database', async (url) => (await openDatabase(url)).close());
}

/** The same before the migrations: no table and no role of Wagday is in it. */
export function layEmptyDatabase(dataDir: string): Promise<void> {
  return lay(dataDir, 'empty-database', async () => undefined);
}

let hash: Promise<string> | null = null;

async function lay(dataDir: string, name: string, fill: (url: string) => Promise<void>): Promise<void> {
  hash ??= hashInputs();
  const kept = join(CACHE, `${name}-${await hash}`);
  if (existsSync(kept)) return copy(join(kept, 'database'), dataDir);

  const silent = () => undefined;
  const cluster = await startCluster({ dataDir, log: { info: silent, error: silent } });
  await fill(cluster.url);
  await cluster.stop();
  const database = join(dataDir, 'database');
  // A link leads to the one database of this directory, made where its user can go: there is nothing to copy.
  if (!(await lstat(database)).isSymbolicLink()) await keep(database, kept);
}

/** With owners and modes, as PostgreSQL insists on its own. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

/** Several processes may come here at once: the first one's is kept, and what belongs to an older state goes. */
async function keep(database: string, place: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  for (const name of await readdir(CACHE)) {
    const isOlder = /^(empty-)?database-[0-9a-f]{16}$/.test(name) && !name.endsWith(place.slice(-16));
    if (isOlder) await rm(join(CACHE, name), { recursive: true, force: true });
  }
  const partial = join(CACHE, `database-${randomUUID()}`);
  await mkdir(partial);
  await copy(database, partial);
  await rename(partial, place).catch(() => rm(partial, { recursive: true, force: true }));
}

async function hashInputs(): Promise<string> {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    const path = join(ROOT, input);
    const files = input.includes('.')
      ? [path]
      : (await readdir(path, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
          .map((entry) => join(entry.parentPath, entry.name))
          .sort();
    for (const file of files) hash.update(file).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}
