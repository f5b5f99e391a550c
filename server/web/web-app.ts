import type { HttpBindings } from '@hono/node-server';
import {
  matchesTag,
  negotiateEncoding,
  pageHeaders,
  partPolicy,
  permissions,
  securityHeaders,
} from 'embedded-supabase';
import { type Context, Hono } from 'hono';
import {
  assets,
  helpPage,
  homePage,
  isOfBackend,
  mailPicture,
  pages,
  plainPath,
  serviceWorker,
} from '../../addresses/addresses.ts';
import { contentSecurityPolicy, type Site, type SiteFile, type SitePage, withPictureAddress } from './site.ts';

/** Lets the app's own pages use the microphone, to blow out a birthday's candles. Frames of other sites may not listen. */
const permissionsOfApp = permissions.replace('microphone=()', 'microphone=(self)');

/**
 * Headers not sent with the parts of a page: a landing page takes eight answers, and each costs its headers. HTTP/1.1 connections
 * stay open without a header, and Node omits `Keep-Alive` together with `Connection`.
 */
const notForParts = [...Object.keys(pageHeaders), 'X-Request-Id', 'Connection'];

/**
 * Serves the built app: files from memory by their exact address, and pages. Answers everything else with 404, which is the app's
 * page at addresses that look like a page. Mount it last.
 * @param built null when the pages have not been built: the API still works
 */
export function createWebApp(built: Site | null, publicUrl: string | null): Hono<{ Bindings: Partial<HttpBindings> }> {
  const site = built && publicUrl ? withPictureAddress(built, publicUrl) : built;
  const app = new Hono<{ Bindings: Partial<HttpBindings> }>();
  const headers = securityHeaders(publicUrl?.startsWith('https:') ?? false);
  const policyOf = (...sitePages: SitePage[]) => contentSecurityPolicy(sitePages, site?.manifest.backendOrigin ?? null);
  // The policy of answers without a page, and of the worker, which runs no inline blocks of a page.
  const plainPolicy = policyOf();
  const policies = new Map(
    site && [site.landingPage, site.helpPage, site.appPage].map((page) => [page, policyOf(page)]),
  );
  const sendPage = (c: Context, page: SitePage, status: 200 | 404) => {
    c.header('Content-Security-Policy', policies.get(page));
    // An owner may come to the candles from any of the app's pages without loading another document.
    if (pages.includes(pathOf(c.req.url))) c.header('Permissions-Policy', permissionsOfApp);
    return send(c, page, status);
  };

  const answer = (c: Context<{ Bindings: Partial<HttpBindings> }>) => {
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    c.header('Content-Security-Policy', plainPolicy);
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      c.header('Allow', 'GET, HEAD');
      return c.text('Method not allowed', 405);
    }
    const path = pathOf(c.req.url);
    if (!site) {
      c.header('Cache-Control', 'no-store');
      return pages.includes(path)
        ? c.text('The pages of Wagday are not built yet: run "npm run build".', 503)
        : notFound(c);
    }
    const file = site.files.get(path);
    if (file) {
      if (path === mailPicture) c.header('Cross-Origin-Resource-Policy', 'cross-origin');
      // Only documents and the worker need the long policy; a page's policy applies to its parts.
      if (path !== serviceWorker) {
        c.header('Content-Security-Policy', partPolicy);
        for (const name of notForParts) {
          c.header(name, undefined);
          c.env?.outgoing?.removeHeader(name);
        }
      }
      return send(c, file, 200);
    }
    if (path === homePage) {
      // The canonical address for search engines, which the build does not know.
      if (publicUrl) c.header('Link', `<${new URL(homePage, publicUrl)}>; rel="canonical"`);
      return sendPage(c, site.landingPage, 200);
    }
    if (pages.includes(path)) return sendPage(c, path === helpPage ? site.helpPage : site.appPage, 200);
    return isPagePath(path) ? sendPage(c, site.appPage, 404) : notFound(c);
  };
  // The log names the first two.
  for (const route of [...pages, `${assets}:file`, '*']) app.all(route, answer);
  return app;
}

/**
 * Writes the headers that a static host must send with the built pages, in the `_headers` format that several hosts read. The host
 * answers with one of the two pages wherever there is no file.
 */
export function writeStaticHeaders({ landingPage, appPage, manifest }: Site): string {
  const headers = {
    'Content-Security-Policy': contentSecurityPolicy([landingPage, appPage], manifest.backendOrigin),
    ...securityHeaders(true),
    'Permissions-Policy': permissionsOfApp,
    'Cache-Control': landingPage.caching,
  };
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  return [
    ['/*', ...lines],
    [`${assets}*`, '  ! Cache-Control', '  Cache-Control: max-age=31536000, immutable'],
    // Mail programs show this picture on pages of other sites.
    [mailPicture, '  ! Cross-Origin-Resource-Policy', '  Cross-Origin-Resource-Policy: cross-origin'],
  ]
    .map((block) => block.join('\n'))
    .join('\n\n');
}

function pathOf(url: string): string {
  const plain = plainPath(new URL(url).pathname);
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** Whether a missing address gets the app's page. A missing file gets a short text, because a page in its place only confuses. */
function isPagePath(path: string): boolean {
  return !/\.\w+$/.test(path) && !isOfBackend(path) && !`${path}/`.startsWith(assets);
}

function notFound(c: Context): Response {
  c.header('Cache-Control', 'no-store');
  return c.text('Not found', 404);
}

function send(c: Context, file: SiteFile, status: 200 | 404): Response {
  const encoding = negotiateEncoding(c.req.header('Accept-Encoding'), (name) => file.bodies.has(name));
  const body = file.bodies.get(encoding) ?? new Uint8Array();
  if (file.bodies.size > 1) c.header('Vary', 'Accept-Encoding');
  c.header('Cache-Control', file.caching);
  if (file.etag !== null) {
    const tag = `"${file.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    c.header('ETag', tag);
    if (status === 200 && matchesTag(c.req.header('If-None-Match'), tag)) return c.body(null, 304);
  }

  c.header('Content-Type', file.contentType);
  if (encoding !== 'identity') c.header('Content-Encoding', encoding);
  c.header('Content-Length', String(body.byteLength));
  return c.req.method === 'HEAD' ? c.body(null, status) : c.body(body, status);
}
