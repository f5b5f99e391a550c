import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pageHeaders, partPolicy } from 'embedded-supabase';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pages } from '../../addresses/addresses.ts';
import { BUILD_MANIFEST, cspHash, readSite } from './site.ts';
import { createWebApp, writeStaticHeaders } from './web-app.ts';

const PAGE =
  '<!doctype html><style>b{color:red}</style><script>boot()</script><script src="/assets/a-12345678.js"></script>';
const HELP = '<!doctype html><h1>Help</h1>';
const APP_PAGE = '<!doctype html><script>wait()</script><script src="/assets/a-12345678.js"></script>';
let dist: string;

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'wagday-dist-'));
  await mkdir(join(dist, 'assets'));
  const manifest = { inputs: 'x', backendOrigin: null };
  await writeFile(join(dist, BUILD_MANIFEST), JSON.stringify(manifest));
  await writeFile(join(dist, 'index.html'), PAGE);
  await writeFile(join(dist, 'app.html'), APP_PAGE);
  await writeFile(join(dist, 'help.html'), HELP);
  await writeFile(join(dist, 'index.html.br'), 'PAGE-AS-BROTLI');
  await writeFile(join(dist, 'index.html.gz'), 'PAGE-AS-GZIP');
  await writeFile(join(dist, 'assets', 'a-12345678.js'), 'boot()');
  await writeFile(join(dist, 'robots.txt'), 'User-agent: *');
  await writeFile(join(dist, 'favicon.svg'), '<svg></svg>');
  await writeFile(join(dist, 'service-worker.js'), 'work()');
});
afterEach(() => rm(dist, { recursive: true, force: true }));

async function webApp({ publicUrl = null }: { publicUrl?: string | null } = {}) {
  return createWebApp(await readSite(dist), publicUrl);
}

test.each([
  ['/', 'the landing page', PAGE],
  ['/?utm=1', 'the landing page', PAGE],
  ['/auth', 'the app', APP_PAGE],
  ['/auth/', 'the app', APP_PAGE],
  ['/help', 'the help', HELP],
])('the page %s is %s, never cached without asking', async (path, _what, page) => {
  const response = await (await webApp()).request(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(await response.text()).toBe(page);
});

test.each(['/nope', '/auth/nope', '/dogs/1'])('the unknown page %s is 404 with the app to say so', async (path) => {
  const response = await (await webApp()).request(path);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe(APP_PAGE);
});

test.each([
  '/assets/gone-12345678.js',
  '/assets',
  '/favicon.ico',
  '/auth/v1/nope',
  '/rest/v1/nope',
  '/index.html',
  '/app.html',
  '/help.html',
  '/index.html.br',
  `/${BUILD_MANIFEST}`,
  '/..%2f..%2f..%2fetc%2fpasswd.txt',
  '/%2e%2e/package.json',
  '/assets/..%5c..%5cpackage.json',
  '/robots.txt%00',
  '/%',
  '//robots.txt',
])('%s is not served as a file or as a page that was found', async (path) => {
  const response = await (await webApp()).request(path);
  expect(response.status).toBe(404);
});

test('a missing file is answered in plain words', async () => {
  const response = await (await webApp()).request('/assets/gone-12345678.js');
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('hashed assets are cached for ever, icons for a day, other files only after asking', async () => {
  const app = await webApp();
  const asset = await app.request('/assets/a-12345678.js');
  expect(asset.headers.get('cache-control')).toBe('max-age=31536000, immutable');
  // An ETag would be useless: the content of this address never changes.
  expect(asset.headers.has('etag')).toBe(false);
  expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect((await app.request('/favicon.svg')).headers.get('cache-control')).toBe('max-age=86400');
  expect((await app.request('/robots.txt')).headers.get('cache-control')).toBe('no-cache');
});

test.each([
  ['br', 'br', 'PAGE-AS-BROTLI'],
  ['gzip', 'gzip', 'PAGE-AS-GZIP'],
  ['identity', null, PAGE],
])('Accept-Encoding %s gets that body, and caches are told', async (accepted, encoding, body) => {
  const response = await (await webApp()).request('/', { headers: { 'Accept-Encoding': accepted } });
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('vary')).toBe('Accept-Encoding');
  expect(response.headers.get('content-length')).toBe(String(body.length));
  expect(await response.text()).toBe(body);
});

test('each encoding has its own tag, and a known tag is answered 304 without a body', async () => {
  const app = await webApp();
  const plain = (await app.request('/')).headers.get('etag')!;
  const brotli = (await app.request('/', { headers: { 'Accept-Encoding': 'br' } })).headers.get('etag')!;
  expect(brotli).not.toBe(plain);

  const known = await app.request('/', { headers: { 'Accept-Encoding': 'br', 'If-None-Match': brotli } });
  expect(known.status).toBe(304);
  expect(await known.text()).toBe('');
  expect(known.headers.get('vary')).toBe('Accept-Encoding');
  const other = await app.request('/', { headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': brotli } });
  expect(other.status).toBe(200);
});

test('an unknown page stays 404 though its tag is known', async () => {
  const app = await webApp();
  const tag = (await app.request('/nope')).headers.get('etag')!;
  expect((await app.request('/nope', { headers: { 'If-None-Match': tag } })).status).toBe(404);
});

test('HEAD tells the length and sends no body', async () => {
  const response = await (await webApp()).request('/', { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe(String(PAGE.length));
  expect(await response.text()).toBe('');
});

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is 405 and says what is allowed', async (method) => {
  const response = await (await webApp()).request('/', { method });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD');
});

test.each([
  ['/', ` ${cspHash('boot()')}`, ` ${cspHash('b{color:red}')}`],
  ['/auth', ` ${cspHash('wait()')}`, ''],
  ['/nope', ` ${cspHash('wait()')}`, ''],
  ['/gone.js', '', ''],
  ['/service-worker.js', '', ''],
])('the policy of %s lets only what the build made pass there, and has no unsafe word', async (path, script, style) => {
  const policy = (await (await webApp()).request(path)).headers.get('content-security-policy')!;
  expect(policy).toContain(`script-src 'self'${script};`);
  expect(policy).toContain(`style-src 'self'${style};`);
  expect(policy).toContain("connect-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(policy).toMatch(/; require-trusted-types-for 'script'; trusted-types worker$/);
});

test('a build for a hosted backend may talk to it and show its photos', async () => {
  const manifest = { inputs: 'x', backendOrigin: 'https://abc.supabase.co' };
  await writeFile(join(dist, BUILD_MANIFEST), JSON.stringify(manifest));
  const policy = (await (await webApp()).request('/')).headers.get('content-security-policy')!;
  expect(policy).toContain("connect-src 'self' https://abc.supabase.co;");
  expect(policy).toContain("img-src 'self' blob: data: https://abc.supabase.co;");
});

test('only the pages of the app, where breath can blow out candles, may use the microphone', async () => {
  const app = await webApp();
  const policyOf = async (path: string) => (await app.request(path)).headers.get('permissions-policy');
  for (const path of pages) expect(await policyOf(path), path).toContain('microphone=(self)');
  for (const path of ['/gone.js', '/no-such-page', '/i/token']) {
    expect(await policyOf(path), path).toContain('microphone=()');
  }
});

test('a static host is told the headers that the server sends with its pages', async () => {
  const site = await readSite(dist);
  if (!site) throw new Error('no site');
  const [block = ''] = writeStaticHeaders(site).split('\n\n');
  const [place, ...lines] = block.split('\n');
  const { 'Content-Security-Policy': policy = '', ...printed } = Object.fromEntries(
    lines.map((line) => /^ {2}([\w-]+): (.*)$/.exec(line)?.slice(1) ?? []),
  );
  expect(place).toBe('/*');
  const app = await webApp({ publicUrl: 'https://wagday.example' });
  const others = ['content-length', 'content-type', 'etag', 'link', 'vary'];
  for (const path of pages) {
    const sent = new Map((await app.request(path)).headers);
    const directives = sent.get('content-security-policy')?.split('; ') ?? [];
    for (const source of directives.flatMap((directive) => directive.split(' '))) expect(policy).toContain(source);
    for (const name of [...others, 'content-security-policy']) sent.delete(name);
    expect(new Map(Object.entries(printed).map(([name, value]) => [name.toLowerCase(), value])), path).toEqual(sent);
  }
});

test('a part of a page has the short policy, under which nothing runs where it is opened by itself', async () => {
  const app = await webApp();
  const policyOf = async (path: string) => (await app.request(path)).headers.get('content-security-policy');
  for (const path of ['/assets/a-12345678.js', '/robots.txt']) {
    expect(await policyOf(path)).toBe(partPolicy);
    const { headers } = await app.request(path);
    for (const name of Object.keys(pageHeaders)) expect(headers.has(name)).toBe(false);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
  for (const path of ['/', '/auth', '/nope', '/service-worker.js'])
    expect(await policyOf(path)).toContain("connect-src 'self'");
});

test('pages of other sites may show the drawing in mails, and no other file', async () => {
  await writeFile(join(dist, 'mail-dogs.png'), 'dogs');
  const app = await webApp();
  const policyOf = async (path: string) => (await app.request(path)).headers.get('cross-origin-resource-policy');
  expect(await policyOf('/mail-dogs.png')).toBe('cross-origin');
  for (const path of ['/', '/favicon.svg', '/assets/a-12345678.js']) expect(await policyOf(path)).toBe('same-origin');
});

test('strict transport is asked for only where the public address is https', async () => {
  const header = async (publicUrl: string | null) =>
    (await (await webApp({ publicUrl })).request('/')).headers.get('strict-transport-security');
  expect(await header(null)).toBeNull();
  expect(await header('http://wagday.example')).toBeNull();
  expect(await header('https://wagday.example')).toMatch(/^max-age=\d+/);
});

test('without built pages the root says so in one sentence', async () => {
  expect(await readSite(join(dist, 'assets'))).toBeNull();
  const app = createWebApp(null, null);
  const response = await app.request('/');
  expect(response.status).toBe(503);
  expect(await response.text()).toMatch(/not built yet/);
});

test('the picture of a link to the site has a whole address where the site knows its own, in each encoding @10.325', async () => {
  await writeFile(join(dist, 'index.html'), `${PAGE}<meta property="og:image" content="/share.png" />`);
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };
  const app = await webApp({ publicUrl: 'https://wagday.example' });
  for (const [encoding, decode] of Object.entries(decoders)) {
    const response = await app.request('/', { headers: { 'Accept-Encoding': encoding } });
    const html = decode(Buffer.from(await response.arrayBuffer())).toString();
    expect(html).toContain('property="og:image" content="https://wagday.example/share.png"');
    expect(response.headers.get('content-security-policy')).toContain(cspHash('boot()'));
  }
  expect(await (await (await webApp()).request('/')).text()).toContain('content="/share.png"');
});
