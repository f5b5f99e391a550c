import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Rolldown } from 'vite';
import { StartUpError } from '../embedded-supabase/errors.ts';
import { APP_PAGE, BUILD_MANIFEST, type BuildManifest, readManifest } from '../server/web/site.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');

/** The sources of the built pages. A change in any of them makes the build stale. */
const INPUTS = [
  'addresses',
  'client',
  'domain',
  'vite.config.ts',
  'tsconfig.base.json',
  'package-lock.json',
  'scripts/build-app.ts',
  'scripts/build-pages.ts',
  'scripts/build-service-worker.ts',
  'scripts/prune-styles.ts',
  'server/web/site.ts',
];

const COMPRESSIBLE: ReadonlySet<string> = new Set([
  '.css',
  '.html',
  '.js',
  '.json',
  '.svg',
  '.txt',
  '.webmanifest',
  '.xml',
]);

/** Whether the pages in the folder were built from exactly the present sources. */
export async function isBuilt(dist = DIST): Promise<boolean> {
  const manifest = await readManifest(dist);
  return manifest !== null && manifest.inputs === (await hashInputs()) && (await exists(join(dist, APP_PAGE)));
}

/** Builds the pages unless those in the folder were built from exactly the present sources. */
export async function ensureBuilt(progress: (line: string) => void, dist = DIST, isCompressed = true): Promise<void> {
  if (!(await isBuilt(dist))) await buildApp(progress, dist, isCompressed);
}

/**
 * Builds into a temporary folder that finally replaces the old one, so that neither an interrupted build nor two at once leave half a
 * build.
 */
export async function buildApp(progress: (line: string) => void, dist = DIST, isCompressed = true): Promise<void> {
  progress('Building the app …');
  const inputs = await hashInputs();
  const nodeEnvironment = process.env.NODE_ENV;
  const workDir = join(ROOT, 'node_modules', '.cache', 'wagday', `build-${randomUUID()}`);
  const partial = join(workDir, 'dist');
  try {
    // Loaded only now, so that a start with built pages need not wait for the bundler.
    const { build, loadEnv, resolveConfig } = await import('vite');
    const configFile = join(ROOT, 'vite.config.ts');
    const { buildPages } = await import('./build-pages.ts');
    const { buildServiceWorker } = await import('./build-service-worker.ts');
    const { envDir, mode } = await resolveConfig({ configFile, logLevel: 'warn' }, 'build', 'production', 'production');
    const backendUrl =
      envDir === false ? process.env.VITE_SUPABASE_URL : loadEnv(mode, envDir, 'VITE_').VITE_SUPABASE_URL;
    const backendOrigin = backendUrl ? originOf(backendUrl) : null;
    try {
      const built = await build({ configFile, logLevel: 'warn', build: { outDir: partial, emptyOutDir: true } });
      const options = { root: ROOT, configFile, outDir: partial, workDir: join(workDir, 'pages') };
      const start = await buildPages(options, backendOrigin);
      const { output } = built as Rolldown.RolldownOutput;
      await buildServiceWorker({ root: ROOT, outDir: partial, start, output });
    } catch (error) {
      // Vite has already printed what failed and where; a stack through the bundler would only hide it.
      throw new StartUpError(`The app could not be built: ${error instanceof Error ? error.message : error}`);
    }

    const manifest: BuildManifest = {
      inputs,
      backendOrigin,
    };
    if (isCompressed) await compressFiles(partial);
    await writeFile(join(partial, BUILD_MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    await replaceFolder(dist, partial);
  } finally {
    await rm(workDir, { recursive: true, force: true });
    // Vite sets NODE_ENV for the whole process. Code that runs in it next must not depend on whether a build was needed.
    if (nodeEnvironment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = nodeEnvironment;
  }
}

function originOf(url: string): string {
  if (URL.canParse(url) && /^https?:/.test(url)) return new URL(url).origin;
  throw new StartUpError('VITE_SUPABASE_URL must be an http or https address.');
}

async function hashInputs(): Promise<string> {
  const hash = createHash('sha256');
  for (const path of (await Promise.all(INPUTS.map(listFiles))).flat().sort()) {
    hash
      .update(`${path}\0`)
      .update(await readFile(join(ROOT, path)))
      .update('\0');
  }
  for (const name of Object.keys(process.env)
    .filter((key) => key.startsWith('VITE_'))
    .sort()) {
    hash.update(`${name}=${process.env[name]}\0`);
  }
  return hash.digest('hex');
}

async function listFiles(path: string): Promise<string[]> {
  const found = await stat(join(ROOT, path)).catch(() => null);
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  const entries = await readdir(join(ROOT, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(paths.map(compressFile));
}

async function compressFile(path: string): Promise<void> {
  const body = await readFile(path);
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    promisify(gzip)(body, { level: 9 }),
  ]);
  // A file that does not become smaller is sent as it is.
  if (brotli.length < body.length) await writeFile(`${path}.br`, brotli);
  if (gzipped.length < body.length) await writeFile(`${path}.gz`, gzipped);
}

async function replaceFolder(dist: string, built: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const old = join(ROOT, 'node_modules', '.cache', 'wagday', `old-${randomUUID()}`);
    await mkdir(join(old, '..'), { recursive: true });
    await rename(dist, old).catch(ignoreMissing);
    try {
      // Renames at once, because a server may be serving the folder.
      return await rename(built, dist);
    } catch (error) {
      // Another build came first. Both are the same, so this one replaces it.
      if (attempt === 5) throw error;
    } finally {
      await rm(old, { recursive: true, force: true });
    }
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
