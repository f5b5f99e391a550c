import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startCluster } from '../../embedded-supabase/database/cluster.ts';
import { openDatabase } from '../../embedded-supabase/database/open-database.ts';
import { databaseOptions } from '../../server/product.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'wagday');

/** What the content of a new database depends on. */
const INPUTS = ['supabase/migrations', 'server/database', 'embedded-supabase/database', 'package-lock.json'];

/**
 * Puts a new database with all migrations into a data directory. The first call for a state of the inputs creates and caches it; later
 * calls copy it, which is faster. Tests of the first start do not use this.
 */
export function layDatabase(dataDir: string): Promise<void> {
  return layCluster(dataDir, 'database', async (url) => (await openDatabase(url, databaseOptions)).close());
}

/** The same without migrations: it has no table and no role of Wagday. */
export function layEmptyDatabase(dataDir: string): Promise<void> {
  return layCluster(dataDir, 'empty-database', async () => undefined);
}

let hash: Promise<string> | null = null;

/** The same with what `fill` puts into it. @param name of what is cached */
export async function layCluster(
  dataDir: string,
  name: 'database' | 'empty-database' | `templates-${number}`,
  fill: (url: string) => Promise<void>,
): Promise<void> {
  hash ??= hashInputs();
  const kept = join(CACHE, `${name}-${await hash}`);
  if (existsSync(kept)) return copy(join(kept, 'database'), dataDir);

  const silent = () => undefined;
  const cluster = await startCluster({ dataDir, log: { info: silent, error: silent } });
  await fill(cluster.url);
  await cluster.stop();
  const database = join(dataDir, 'database');
  // If this is a link, the database is elsewhere, in a place that PostgreSQL's user can enter. It cannot be cached.
  if (!(await lstat(database)).isSymbolicLink()) await keep(database, kept);
}

/** Keeps owners and modes, because PostgreSQL refuses any others. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

/** Caches a database and deletes those of older inputs. If several processes do so at once, the first one wins. */
async function keep(database: string, place: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  for (const name of await readdir(CACHE)) {
    const isOlder = /^((empty-)?database|templates-\d+)-[0-9a-f]{16}$/.test(name) && !name.endsWith(place.slice(-16));
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
