/** Builds the service worker of a build: its code, with the lists of files that it caches. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { pages, serviceWorker } from '../addresses/addresses.ts';
import { APP_PAGE, HELP_PAGE, LANDING_PAGE } from '../server/web/site.ts';

type Options = {
  root: string;
  outDir: string;
  /** The address of the script that starts the app. */
  start: string;
  output: Rolldown.RolldownOutput['output'];
};

/** Matches modules that visitors never need. Files that only these import go into the list `pack`. */
const OWNERS_ONLY = /\/client\/pages\/(dashboard|new-password)-page\.tsx$|\/node_modules\/@supabase\/supabase-js\//;

/** Matches files needed only for certain names and browsers. They are cached once they were used. */
const RARE = /-ext-[\w-]+\.woff2$/;

/** Files that the pages need in addition to their own. */
const PUBLIC_FILES = ['favicon.svg', 'manifest.webmanifest', 'icons/icon-192.png'];

/** The documents of the pages. */
const documents = [LANDING_PAGE, HELP_PAGE, APP_PAGE];

/**
 * Finds the scripts that visitors may need: all that can be reached without passing a module of `OWNERS_ONLY`.
 * @throws Error where one of them needs a file of owners at once
 */
function visitorChunks(output: Options['output']): Set<string> {
  const chunks = new Map(output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<string>();
  const visit = (fileName: string, importer?: string) => {
    const chunk = chunks.get(fileName);
    if (!chunk || found.has(fileName)) return;
    if (chunk.moduleIds.some((id) => OWNERS_ONLY.test(id))) {
      if (importer)
        throw new Error(`${importer}, for visitors, needs a module of ${fileName}: group it in vite.config.ts`);
      return;
    }
    found.add(fileName);
    for (const next of chunk.imports) visit(next, fileName);
    for (const next of chunk.dynamicImports) visit(next);
  };
  for (const chunk of chunks.values()) if (chunk.isEntry) visit(chunk.fileName);
  return found;
}

/** Returns the lists for the worker, as addresses of the site. */
function listFiles(output: Options['output']): { shell: string[]; pack: string[] } {
  const forVisitors = visitorChunks(output);
  const names = output.map(({ fileName }) => fileName).filter((name) => name.startsWith('assets/'));
  const isShell = (name: string) => (name.endsWith('.js') ? forVisitors.has(name) : !RARE.test(name));
  return {
    shell: [...names.filter(isShell), ...PUBLIC_FILES].map((name) => `/${name}`),
    pack: names.filter((name) => !isShell(name)).map((name) => `/${name}`),
  };
}

/** Marks the place of the version in the code. The version is a hash of that code and of the cached files. */
const VERSION_MARK = 'version-of-this-build';

async function versionOf(outDir: string, addresses: readonly string[], code: string): Promise<string> {
  const hash = createHash('sha256').update(code);
  for (const name of addresses) hash.update(`${name}\0`).update(await readFile(join(outDir, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Writes `service-worker.js` into the finished build. Any change in a page or file changes its version. */
export async function buildServiceWorker({ root, outDir, start, output }: Options): Promise<void> {
  const { shell: listed, pack } = listFiles(output);
  const shell = [...listed, start];
  const lists = { version: VERSION_MARK, pages: pages, shell, pack };
  const result = await build({
    configFile: false,
    root: join(root, 'client'),
    logLevel: 'warn',
    publicDir: false,
    define: Object.fromEntries(Object.entries(lists).map(([name, value]) => [`wagday.${name}`, JSON.stringify(value)])),
    build: {
      write: false,
      modulePreload: false,
      target: 'baseline-widely-available',
      rolldownOptions: {
        input: join(root, 'client/service-worker/service-worker.ts'),
        output: { format: 'iife' },
      },
    },
  });
  const { code } = (result as Rolldown.RolldownOutput).output[0];
  const version = await versionOf(outDir, [...documents, ...shell, ...pack], code);
  // Outside assets/, because its name stays the same, and browsers must ask for it each time.
  await writeFile(join(outDir, serviceWorker), code.replaceAll(VERSION_MARK, version));
}
