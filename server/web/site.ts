import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Encoding } from 'embedded-supabase';
import { getMimeType } from 'hono/utils/mime';
import type { InvitationPages } from '../../domain/guests/shown-invitation.ts';

export const BUILD_MANIFEST = '.wagday-build.json';

/** The documents in dist/: the landing page and the help with their content, and the page in which the app starts. */
export const LANDING_PAGE = 'index.html';
export const HELP_PAGE = 'help.html';
export const APP_PAGE = 'app.html';
const documents = [LANDING_PAGE, HELP_PAGE, APP_PAGE];

/** The module in dist/ that draws the pages of invitations. It is never sent to a browser. */
export const INVITATION_PAGES = '.server/invitation.mjs';

/** The file that `scripts/build.ts` leaves in dist/ for the server. */
export type BuildManifest = {
  /** A hash over all inputs of the build. */
  readonly inputs: string;
  readonly backendOrigin: string | null;
};

export type SiteFile = NonNullable<Awaited<ReturnType<typeof readSiteFile>>>;

/** A document, with the hashes of its inline blocks for its policy. */
export type SitePage = NonNullable<Awaited<ReturnType<typeof readSitePage>>>;

export type Site = NonNullable<Awaited<ReturnType<typeof readSite>>>;

const COMPRESSED: readonly (readonly [Encoding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

/** Reads the whole built site into memory, so that a later build cannot mix with it; null when there is none. */
export async function readSite(folder: string) {
  const manifest = await readManifest(folder);
  // The pages at `/` and `/help`, and that at every other address of the app.
  const [landingPage, helpPage, appPage] = await Promise.all(documents.map((name) => readSitePage(folder, name)));
  if (!manifest || !landingPage || !helpPage || !appPage) return null;

  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => !/(^|[\\/])\.|\.(br|gz)$/.test(name) && !documents.includes(name));
  /** By URL path, such as `/assets/app-1a2b3c4d.js`. */
  const files = new Map<string, SiteFile>();
  for (const name of names) {
    const file = await readSiteFile(folder, name);
    if (file) files.set(`/${name.split(sep).join('/')}`, file);
  }

  return { manifest, landingPage, helpPage, appPage, files };
}

/** Loads the module that draws the pages of invitations; null where the site is not built. */
export async function readInvitationPages(folder: string): Promise<InvitationPages | null> {
  const file = join(folder, INVITATION_PAGES);
  if (!existsSync(file)) return null;
  const { invitations }: { invitations: InvitationPages } = await import(pathToFileURL(file).href);
  return invitations;
}

export async function readManifest(folder: string): Promise<BuildManifest | null> {
  try {
    return JSON.parse(await readFile(join(folder, BUILD_MANIFEST), 'utf8'));
  } catch {
    return null;
  }
}

/** Whether the name holds a hash of the content, as Vite adds to every name under assets/. */
function isHashed(name: string): boolean {
  return /^assets[\\/].*-[\w-]{8,}\.\w+$/.test(name);
}

function cachingOf(name: string): string {
  if (isHashed(name)) return 'max-age=31536000, immutable';
  // A browser asks for an icon several times a visit, and an outdated one does no harm for a day.
  return /\.(svg|png|webp)$/.test(name) ? 'max-age=86400' : 'no-cache';
}

function tagOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 16);
}

async function readSiteFile(folder: string, name: string) {
  const body = await readFile(join(folder, name)).catch(() => null);
  if (!body) return null;
  const bodies = new Map<Encoding, Uint8Array<ArrayBuffer>>([['identity', Uint8Array.from(body)]]);
  for (const [encoding, suffix] of COMPRESSED) {
    const compressed = await readFile(join(folder, name + suffix)).catch(() => null);
    if (compressed) bodies.set(encoding, Uint8Array.from(compressed));
  }
  return {
    contentType: getMimeType(name) ?? 'application/octet-stream',
    /** The value of `Cache-Control`. */
    caching: cachingOf(name),
    /** null for a file whose name changes with its content: browsers never ask for it again. */
    etag: isHashed(name) ? null : tagOf(body),
    bodies,
  };
}

async function readSitePage(folder: string, name: string) {
  const file = await readSiteFile(folder, name);
  if (!file) return null;
  const html = new TextDecoder().decode(file.bodies.get('identity'));
  return { ...file, scriptHashes: inlineHashes(html, 'script'), styleHashes: inlineHashes(html, 'style') };
}

/** The picture of a link to the site, as the build names it in its pages. */
const picture = 'content="/share.png"';

/** Returns the site with the whole address of that picture, as messengers ask for it. The build does not know the address of the site. */
export function withPictureAddress(site: Site, publicUrl: string): Site {
  const addressed = (page: SitePage): SitePage => {
    const html = new TextDecoder().decode(page.bodies.get('identity'));
    if (!html.includes(picture)) return page;
    const body = Buffer.from(html.replace(picture, `content="${new URL('/share.png', publicUrl)}"`));
    const bodies = new Map<Encoding, Uint8Array<ArrayBuffer>>([
      ['identity', Uint8Array.from(body)],
      ['br', Uint8Array.from(brotliCompressSync(body))],
      ['gzip', Uint8Array.from(gzipSync(body, { level: 9 }))],
    ]);
    return { ...page, bodies, etag: tagOf(body) };
  };
  const { landingPage, helpPage, appPage } = site;
  return {
    ...site,
    ...{ landingPage: addressed(landingPage), helpPage: addressed(helpPage), appPage: addressed(appPage) },
  };
}

/** Returns policy sources for every inline block of the built page. Data blocks such as JSON-LD do no harm in the list. */
function inlineHashes(html: string, element: 'script' | 'style'): string[] {
  const blocks = html.matchAll(new RegExp(`<${element}\\b([^>]*)>([\\s\\S]*?)</${element}>`, 'gi'));
  return [...blocks]
    .filter(([, attributes = '', text = '']) => !/\ssrc\s*=/i.test(attributes) && text !== '')
    .map(([, , text = '']) => cspHash(text));
}

export function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Writes the policy of these pages: nothing runs, loads or is sent anywhere unless it is listed here. */
export function contentSecurityPolicy(
  pages: readonly Pick<SitePage, 'scriptHashes' | 'styleHashes'>[],
  backendOrigin: string | null,
): string {
  const backend = backendOrigin ? [backendOrigin] : [];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...pages.flatMap(({ scriptHashes }) => scriptHashes)],
    'style-src': ["'self'", ...pages.flatMap(({ styleHashes }) => styleHashes)],
    'img-src': ["'self'", 'blob:', 'data:', ...backend],
    'connect-src': ["'self'", ...backend],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    // Browsers refuse a plain text where a script is expected. Only the policy `worker` (`client/entries/worker-registration.tsx`) may
    // make the address of a script.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['worker'],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
