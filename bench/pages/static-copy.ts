/**
 * Makes the page as it would be without an app: the same content and styles, and no script but the one that loads the typeface after
 * the first paint, as the product does. It is sent with the product's security headers, some of which cost a browser time, so that
 * only the pages differ. It used to ask for the typeface from the start. Lighthouse's simulation holds the first paint back for that, and
 * counts blocking from that paint on: then one task counted for the page and not for the copy, 11 ms with nine rounds, 28 with five.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const typefaceScript = `<script>
  new PerformanceObserver(() =>
    document.fonts.load('1em Grandstander').then(() => (document.documentElement.dataset.typeface = '')),
  ).observe({ type: 'paint', buffered: true });
</script>`;

type StaticCopy = { url: string; stop: () => void };

async function fetchText(url: URL): Promise<string> {
  return (await fetch(url)).text();
}

const safetyHeaders = [
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
];

/** Serves a copy of the page at `productUrl` from the root of another server. */
export async function serveStaticCopy(productUrl: string): Promise<StaticCopy> {
  const original = await fetch(productUrl);
  const safety = safetyHeaders.map((name) => [name, original.headers.get(name) ?? ''] as const);
  const page = await original.text();
  const font = /\/assets\/grandstander-700-[\w-]+\.woff2/.exec(page)?.[0];
  if (!font) throw new Error('The page names no typeface.');
  const html = page
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<div id="loading">[\s\S]*?<\/main><\/div>/, '')
    .replace('</head>', `${typefaceScript}</head>`);
  const document = await promisify(brotliCompress)(html);
  const bodies = new Map<string, { type: string; body: Uint8Array; encoding?: string }>([
    ['/', { type: 'text/html; charset=utf-8', body: document, encoding: 'br' }],
    ['/robots.txt', { type: 'text/plain', body: Buffer.from(await fetchText(new URL('/robots.txt', productUrl))) }],
  ]);
  for (const [path, type] of [
    [font, 'font/woff2'],
    ['/favicon.svg', 'image/svg+xml'],
  ] as const) {
    bodies.set(path, { type, body: new Uint8Array(await (await fetch(new URL(path, productUrl))).arrayBuffer()) });
  }

  const server = createServer((request, response) => {
    const found = bodies.get(request.url ?? '');
    if (!found) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      ...Object.fromEntries(safety),
      'Content-Type': found.type,
      'Content-Length': found.body.byteLength,
      ...(found.encoding && { 'Content-Encoding': found.encoding }),
    });
    response.end(found.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}
