/**
 * Makes the two documents of the site out of the one that the bundler leaves: `app.html`, in which the app starts at once, and
 * `index.html`, the landing page, whose HTML and first styles are made here so that a visitor sees it before any script runs.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type InlineConfig, type Manifest, type Rolldown } from 'vite';
import { sessionStorageKey } from '../client/backend/stored-session.ts';
import { typedKey } from '../client/backend/typed-calculation.ts';
import { APP_PAGE, LANDING_PAGE } from '../server/routes/web/site.ts';
import { pruneStyles } from './prune-styles.ts';

type Options = { root: string; configFile: string; outDir: string; workDir: string };

type Prerendered = { renderLandingPage: () => string; renderLoadingScreen: () => string };

/** Builds one file of the client in memory, by itself. */
async function buildOne({ root, configFile }: Options, input: string, config: InlineConfig = {}) {
  const { build: buildConfig, ...rest } = config;
  const result = await build({
    configFile,
    logLevel: 'warn',
    publicDir: false,
    ...rest,
    build: { write: false, manifest: false, rolldownOptions: { input: join(root, input) }, ...buildConfig },
  });
  return (result as Rolldown.RolldownOutput).output;
}

/** The pages as the product's own components render them. */
async function prerender(options: Options): Promise<Prerendered> {
  const output = await buildOne(options, 'client/app/prerender.tsx', {
    // Bundles React, so that it is the production build whatever this process has loaded.
    ssr: { noExternal: true },
    build: {
      ssr: true,
      rolldownOptions: { input: join(options.root, 'client/app/prerender.tsx'), output: { codeSplitting: false } },
    },
  });
  const file = join(options.workDir, 'prerender.mjs');
  const [chunk] = output;
  await writeFile(file, chunk.code);
  return import(pathToFileURL(file).href);
}

/** The styles that the landing page uses, and no others. */
async function landingStyles(options: Options, html: string): Promise<string> {
  const page = join(options.workDir, 'landing.html');
  const entry = join(options.workDir, 'landing.css');
  await writeFile(page, html);
  const styles = join(options.root, 'client/styles/landing.css');
  await writeFile(entry, `@import ${JSON.stringify(styles)};\n@source ${JSON.stringify(page)};\n`);
  const result = await build({
    configFile: options.configFile,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, manifest: false, rolldownOptions: { input: entry } },
  });
  const asset = (result as Rolldown.RolldownOutput).output.find(({ fileName }) => fileName.endsWith('.css'));
  if (asset?.type !== 'asset') throw new Error('The styles of the landing page were not built.');
  return pruneStyles(String(asset.source).trim(), html);
}

/** A script for the head, with the addresses that it needs. */
async function inlineScript(
  options: Options,
  input: string,
  wagday: Record<string, string | string[]>,
): Promise<string> {
  const define = Object.fromEntries(
    Object.entries(wagday).map(([name, value]) => [`wagday.${name}`, JSON.stringify(value)]),
  );
  const [chunk] = await buildOne(options, input, {
    define,
    build: {
      // Files of the site that are built already.
      rolldownOptions: {
        input: join(options.root, input),
        external: /^\/assets\//,
        output: { format: 'iife', codeSplitting: false },
      },
      modulePreload: false,
    },
  });
  return chunk.code.trim();
}

function replaceOnce(text: string, pattern: RegExp, replacement: string): string {
  if (!pattern.test(text)) throw new Error(`The page has no ${pattern} any more: scripts/build-pages.ts relies on it.`);
  return text.replace(pattern, () => replacement);
}

/** The file that the bundler made of a source, as an address of the site. */
function addressOf(manifest: Manifest, source: string): string {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`The bundler made no file of ${source}.`);
  return `/${chunk.file}`;
}

/** The file of a source and those that it imports, as addresses of the site. */
function modulesOf(manifest: Manifest, source: string): string[] {
  const imported = (manifest[source]?.imports ?? []).flatMap((name) => modulesOf(manifest, name));
  return [...new Set([addressOf(manifest, source), ...imported])];
}

export async function buildPages(options: Options): Promise<void> {
  const { outDir, workDir } = options;
  await mkdir(workDir, { recursive: true });
  const manifestFile = join(outDir, '.vite', 'manifest.json');
  const manifest: Manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
  const template = await readFile(join(outDir, LANDING_PAGE), 'utf8');
  const { renderLandingPage, renderLoadingScreen } = await prerender(options);
  const loading = `<div id="loading">${renderLoadingScreen()}</div>`;

  const shellStart = await inlineScript(options, 'client/app/shell-start.ts', { sessionKey: sessionStorageKey });
  const shell = replaceOnce(template, /<div id="root"><\/div>/, `${loading}<div id="root"></div>`);
  await writeFile(join(outDir, APP_PAGE), replaceOnce(shell, /<\/title>/, `</title><script>${shellStart}</script>`));

  const [styles] = manifest['index.html']?.css ?? [];
  if (!styles) throw new Error('The bundler made no styles for the app.');
  const firstPaint = await inlineScript(options, 'client/app/first-paint.ts', {
    app: addressOf(manifest, 'index.html'),
    landing: addressOf(manifest, 'app/landing.tsx'),
    landingModules: modulesOf(manifest, 'app/landing.tsx'),
    appStyles: `/${styles}`,
    visitStyles: addressOf(manifest, 'styles/visit.css'),
    font: addressOf(manifest, 'fonts/grandstander-700.woff2'),
    sessionKey: sessionStorageKey,
    typedKey,
  });
  // React moves a page's title into the head only in the browser.
  const rendered = renderLandingPage().replace(/<title>.*?<\/title>/, '');
  // As short as HTML allows, which React does not write: tags within drawings close themselves, and no attribute is in single quotes.
  const html = rendered.replace(/><\/(path|ellipse|circle|use)>/g, '/>').replaceAll('&#x27;', "'");
  const body = `${loading}<div id="root">${html}</div>`;
  const css = await landingStyles(options, body);
  const bare = template.replace(
    /\s*<script type="module".*?<\/script>|\s*<link rel="(modulepreload|preload|stylesheet)"[^>]*>/g,
    '',
  );
  const tight = bare.replace(/\s+/g, ' ').replace(/> </g, '><');
  // The script stands first: a browser that paints what it has read by then would paint an empty page.
  const decided = replaceOnce(tight, /<title>/, `<script>${firstPaint}</script><title>`);
  const head = replaceOnce(decided, /<\/head>/, `<style data-landing>${css}</style></head>`);
  await writeFile(join(outDir, LANDING_PAGE), replaceOnce(head, /<div id="root"><\/div>/, body));
  await rm(join(outDir, '.vite'), { recursive: true });
}
