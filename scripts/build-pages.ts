/**
 * Makes the site's documents from the one that the bundler leaves: `app.html`, in which the app starts at once, `help.html`, the same with
 * the help to read before it does, and `index.html`, the landing page, whose HTML and first styles are rendered here so that a visitor sees
 * it before any script runs.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type InlineConfig, type Manifest, type Rolldown } from 'vite';
import { typedKey } from '../client/data/drafts/typed-calculation.ts';
import { sessionStorageKey } from '../client/data/session/stored-session.ts';
import {
  APP_PAGE,
  contentSecurityPolicy,
  cspHash,
  HELP_PAGE,
  INVITATION_PAGES,
  LANDING_PAGE,
} from '../server/web/site.ts';
import { pruneStyles } from './prune-styles.ts';

type Options = { root: string; configFile: string; outDir: string; workDir: string };

type Prerendered = Record<
  'renderLandingPage' | 'renderHelpPage' | 'renderLoadingScreen' | 'renderLateNote',
  () => string
>;

/** Builds one file of the client in memory, separately. */
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

/** Builds a module of the client for servers as one file. It uses no API of Node's, so that Edge Functions can run it, too. */
async function buildForServer(options: Options, input: string): Promise<Rolldown.OutputChunk> {
  const [chunk] = await buildOne(options, input, {
    // Bundles React, so that it is the production build whatever this process, or the one that runs it, has loaded. The first condition
    // selects React's build for runtimes that only have the web's interfaces.
    ssr: { noExternal: true, resolve: { conditions: ['workerd', 'module', 'production'] } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: true,
      minify: true,
      rolldownOptions: { input: join(options.root, input), output: { codeSplitting: false } },
    },
  });
  return chunk;
}

/** Renders the pages with the product's components. */
async function prerender(options: Options): Promise<Prerendered> {
  const file = join(options.workDir, 'prerender.mjs');
  const { code } = await buildForServer(options, 'client/entries/prerender.tsx');
  await writeFile(file, code);
  return import(pathToFileURL(file).href);
}

/** Builds a style sheet with only the utilities that the sources use. */
async function stylesOf(options: Options, sheet: string, sources: readonly string[]): Promise<string> {
  const entry = join(options.workDir, sheet);
  const styles = join(options.root, 'client/styles', sheet);
  const lines = [
    `@import ${JSON.stringify(styles)};`,
    ...sources.map((source) => `@source ${JSON.stringify(source)};`),
  ];
  await writeFile(entry, `${lines.join('\n')}\n`);
  const result = await build({
    configFile: options.configFile,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, manifest: false, rolldownOptions: { input: entry } },
  });
  const asset = (result as Rolldown.RolldownOutput).output.find(({ fileName }) => fileName.endsWith('.css'));
  if (asset?.type !== 'asset') throw new Error(`The styles of ${sheet} were not built.`);
  return String(asset.source).trim();
}

/** Builds only the styles that the landing page uses. */
async function landingStyles(options: Options, html: string): Promise<string> {
  const page = join(options.workDir, 'landing.html');
  await writeFile(page, html);
  return pruneStyles(await stylesOf(options, 'landing.css', [page]), html);
}

/** Builds a script with the addresses that it needs, which are files of the site that are already built. */
async function buildScript(
  options: Options,
  input: string,
  wagday: Record<string, string | string[]>,
  output: Rolldown.OutputOptions = { format: 'iife' },
): Promise<Rolldown.OutputChunk> {
  const define = Object.fromEntries(
    Object.entries(wagday).map(([name, value]) => [`wagday.${name}`, JSON.stringify(value)]),
  );
  const rolldownOptions = {
    input: join(options.root, input),
    external: /^\/assets\//,
    output: { codeSplitting: false, ...output },
  };
  const [chunk] = await buildOne(options, input, { define, build: { rolldownOptions, modulePreload: false } });
  return chunk;
}

/** Builds a script for the head. */
async function inlineScript(...script: Parameters<typeof buildScript>): Promise<string> {
  return (await buildScript(...script)).code.trim();
}

/** Makes HTML as short as allowed: drawings' tags close themselves, items and cells need no end, and no attribute is in single quotes, so ' needs no escape. */
function shortened(html: string): string {
  return html
    .replace(/><\/(path|ellipse|circle|use)>/g, '/>')
    .replace(/<\/(li|td|th|tr|tbody|thead)>/g, '')
    .replaceAll('&#x27;', "'");
}

function replaceOnce(text: string, pattern: RegExp, replacement: string): string {
  if (!pattern.test(text)) throw new Error(`The page has no ${pattern} any more: scripts/build-pages.ts relies on it.`);
  return text.replace(pattern, () => replacement);
}

/** Returns the site's address of the file that the bundler made from a source. */
function addressOf(manifest: Manifest, source: string): string {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`The bundler made no file of ${source}.`);
  return `/${chunk.file}`;
}

/** Returns the site's addresses of a source's file and of those that it imports. */
function modulesOf(manifest: Manifest, source: string): string[] {
  const imported = (manifest[source]?.imports ?? []).flatMap((name) => modulesOf(manifest, name));
  return [...new Set([addressOf(manifest, source), ...imported])];
}

/** Builds a script as one file of the site. Returns its address. */
async function buildScriptFile(
  options: Options,
  name: string,
  input: string,
  wagday: Record<string, string | string[]> = {},
): Promise<string> {
  const { code, fileName } = await buildScript(options, input, wagday, {
    entryFileNames: `assets/${name}-[hash].js`,
  });
  await writeFile(join(options.outDir, fileName), code);
  return `/${fileName}`;
}

/**
 * Builds the server's module that draws the pages of invitations, including their styles and their script. Functions import it as it
 * is, and need nothing else of the build.
 */
async function buildInvitationPages(options: Options, backendOrigin: string | null): Promise<void> {
  const chunk = await buildForServer(options, 'client/entries/invitation-server.tsx');
  const target = join(options.outDir, INVITATION_PAGES);
  await mkdir(dirname(target), { recursive: true });
  const file = join(dirname(target), 'draw-invitation.mjs');
  await writeFile(file, chunk.code);
  const built: { renderSamples: () => string } = await import(pathToFileURL(file).href);
  const ownModules = chunk.moduleIds.filter((id) => id.startsWith(join(options.root, 'client')));
  const confetti = join(options.root, 'client/ui/confetti.tsx');
  const css = await stylesOf(options, 'invitation.css', [...ownModules, confetti]);
  const styles = pruneStyles(css, built.renderSamples(), { isWhole: true });
  const script = await inlineScript(options, 'client/entries/invitation-start.ts', {
    // One file: guests need nothing of the app, and its worker keeps nothing of theirs.
    invitation: await buildScriptFile(options, 'invitation', 'client/entries/invitation.tsx'),
  });
  const hashes = { scriptHashes: [cspHash(script)], styleHashes: [cspHash(styles)] };
  const policy = contentSecurityPolicy([hashes], backendOrigin);
  const head = JSON.stringify({ styles, script, policy });
  const lines = [
    "import { createInvitationPages } from './draw-invitation.mjs';",
    `export const invitations = createInvitationPages(${head});`,
  ];
  await writeFile(target, `${lines.join('\n')}\n`);
}

/** @returns the address of the script that starts the app, which no other file names */
export async function buildPages(options: Options, backendOrigin: string | null): Promise<string> {
  const { outDir, workDir } = options;
  await mkdir(workDir, { recursive: true });
  const manifestFile = join(outDir, '.vite', 'manifest.json');
  const manifest: Manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
  const template = await readFile(join(outDir, LANDING_PAGE), 'utf8');
  const { renderLandingPage, renderHelpPage, renderLoadingScreen, renderLateNote } = await prerender(options);
  const loading = `<div id="loading">${shortened(renderLoadingScreen())}</div>`;
  const note = shortened(renderLateNote());

  const shellStart = await inlineScript(options, 'client/entries/shell-start.ts', { sessionKey: sessionStorageKey });
  const shell = replaceOnce(template, /<div id="root"><\/div>/, `${loading}<div id="root"></div>${note}`);
  const needs = '<noscript>This page needs JavaScript. Please switch it on and load the page again.</noscript>';
  const ofAnyPage = replaceOnce(shell, /<noscript>.*?<\/noscript>/, needs);
  const appPage = replaceOnce(ofAnyPage, /<\/title>/, `</title><script>${shellStart}</script>`);
  await writeFile(join(outDir, APP_PAGE), appPage);
  const help = shortened(renderHelpPage());
  const [title = ''] = /<title>.*?<\/title>/.exec(help) ?? [];
  const helpInPlace = replaceOnce(appPage, /<div id="root">/, `<div id="root">${help.replace(title, '')}`);
  await writeFile(join(outDir, HELP_PAGE), replaceOnce(helpInPlace, /<title>.*?<\/title>/, title));

  const [styles] = manifest['index.html']?.css ?? [];
  if (!styles) throw new Error('The bundler made no styles for the app.');
  const landingModules = modulesOf(manifest, 'entries/landing.tsx');
  const pack = Object.keys(manifest).find((source) => manifest[source]?.name === 'pack') ?? 'pack';
  const app = addressOf(manifest, 'index.html');
  const modules = new Set([...modulesOf(manifest, 'index.html'), ...modulesOf(manifest, pack)]);
  const start = await buildScriptFile(options, 'start', 'client/entries/start.ts', {
    app,
    modules: [...modules].filter((name) => name !== app && !landingModules.includes(name)),
  });
  const firstPaint = await inlineScript(options, 'client/entries/first-paint.ts', {
    app: start,
    landing: addressOf(manifest, 'entries/landing.tsx'),
    landingModules,
    appStyles: `/${styles}`,
    visitStyles: addressOf(manifest, 'styles/visit.css'),
    sessionKey: sessionStorageKey,
    typedKey,
  });
  // React moves a page's title into the head only in the browser.
  const rendered = renderLandingPage().replace(/<title>.*?<\/title>/, '');
  const html = shortened(rendered);
  const body = `${loading}<div id="root">${html}</div>${note}`;
  const css = await landingStyles(options, body);
  const bare = template.replace(
    /\s*<script type="module".*?<\/script>|\s*<link rel="(modulepreload|preload|stylesheet)"[^>]*>/g,
    '',
  );
  const tight = bare.replace(/\s+/g, ' ').replace(/> </g, '><');
  // The script comes first, because a browser that paints what it has read so far would paint an empty page.
  const decided = replaceOnce(tight, /<title>/, `<script>${firstPaint}</script><title>`);
  // Browsers lay out a page once it is parsed, to find forms to fill in, but wait for its modules. With a module that does nothing, they
  // mostly paint the page first and lay it out only once.
  const drawnFirst = replaceOnce(decided, /<\/body>/, '<script type="module">0</script></body>');
  const head = replaceOnce(drawnFirst, /<\/head>/, `<style data-landing>${css}</style></head>`);
  await writeFile(join(outDir, LANDING_PAGE), replaceOnce(head, /<div id="root"><\/div>/, body));
  await buildInvitationPages(options, backendOrigin);
  await rm(join(outDir, '.vite'), { recursive: true });
  return start;
}
