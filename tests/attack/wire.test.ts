/** Tests a real server process byte by byte, with bytes that HTTP libraries would never send. */
import { afterAll, expect, test } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { ask, talk as say } from './raw-requests.ts';

const server = await startServer({ env: { PUBLIC_URL: 'https://wagday.example' } });
afterAll(server.stop);

const talk = (text: string, answers = 1) => say(server.url, Buffer.from(text, 'latin1'), { answers });
const get = (headers: string, path = '/auth/v1/settings') => `GET ${path} HTTP/1.1\r\n${headers}\r\n`;
const post = (headers: string, body: string) =>
  `POST /auth/v1/verify HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n${body}`;

const smuggled = 'GET /auth/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n';
const oddities: [string, string][] = [
  ['two different lengths', post('Content-Length: 2\r\nContent-Length: 50\r\n', '{}')],
  ['a length and chunks', post(`Content-Length: 4\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${smuggled}`)],
  ['chunks and a length', post(`Transfer-Encoding: chunked\r\nContent-Length: 4\r\n`, `0\r\n\r\n${smuggled}`)],
  ['a list of lengths', post('Content-Length: 2, 50\r\n', '{}')],
  ['a signed length', post('Content-Length: +2\r\n', '{}')],
  ['chunks that are not last', post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${smuggled}`)],
  ['chunks in disguise', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${smuggled}`)],
  ['chunks behind a tab', post('Transfer-Encoding:\tchunked\r\nTransfer-Encoding: x\r\n', `0\r\n\r\n${smuggled}`)],
  ['a space before the colon', post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${smuggled}`)],
  ['a bad chunk size', post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n')],
  ['a chunk size out of range', post('Transfer-Encoding: chunked\r\n', 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n')],
  ['a negative chunk size', post('Transfer-Encoding: chunked\r\n', '-1\r\n{}\r\n0\r\n\r\n')],
  ['a chunk longer than said', post('Transfer-Encoding: chunked\r\n', '1\r\n{}\r\n0\r\n\r\n')],
  ['line ends without a return', 'GET /auth/v1/settings HTTP/1.1\nHost: localhost\nX: y\n\n'],
  ['a header over two lines', get('Host: localhost\r\nX: a\r\n b\r\n')],
  ['a null character in a header', get('Host: localhost\r\nX: a\0b\r\n')],
  ['a lone carriage return in a header', get('Host: localhost\r\nX: a\rb\r\n')],
  ['a header without a name', get('Host: localhost\r\n: x\r\n')],
  ['a header without a colon', get('Host: localhost\r\nx\r\n')],
  ['no host', get('')],
  ['two hosts', get('Host: localhost\r\nHost: elsewhere.example\r\n')],
  ['an empty host', get('Host:\r\n')],
  ['a host with a path', get('Host: localhost/elsewhere\r\n')],
  ['a host that shifts the path', get('Host: 4\\ =|h!\r\n')],
  ['a host with a name and password', get('Host: a:b@localhost\r\n')],
  ['a host that is a number too large', get('Host: 99999999999999999999\r\n')],
  ['a host that is no name', get('Host: %zz\r\n')],
  ['no version', 'GET /auth/v1/settings\r\n\r\n'],
  ['an unknown version', 'GET /auth/v1/settings HTTP/9.9\r\nHost: localhost\r\n\r\n'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', 'FETCH /auth/v1/settings HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a method in small letters', 'get /auth/v1/settings HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a space in the address', 'GET /auth/v1/ settings HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a star for an address', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['no slash', 'GET settings HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a backslash', get('Host: localhost\r\n', '/auth\\v1\\settings')],
  ['bytes beyond ASCII', get('Host: localhost\r\n', '/\xff\xfe')],
  ['a tunnel', 'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n'],
  ['an upgrade to nothing known', get('Host: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n')],
  [
    'a web socket',
    get(
      'Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n',
      '/realtime/v1/websocket',
    ),
  ],
  ['an unmet expectation', post('Content-Length: 2\r\nExpect: magic\r\n', '{}')],
  ['too many headers', get(`Host: localhost\r\n${'X: y\r\n'.repeat(2000)}`)],
  ['too long a header', get(`Host: localhost\r\nX: ${'y'.repeat(100_000)}\r\n`)],
  ['too long an address', get('Host: localhost\r\n', `/${'x'.repeat(100_000)}`)],
  ['an encrypted greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['nonsense', '\0\x01\x02\r\n\r\n'],
];

test.each(oddities)('%s: refused or read in the one way that HTTP allows', async (_, text) => {
  const answer = await talk(text);
  expect(answer).not.toMatch(/HTTP\/1\.1 5\d\d/);
  expect(answer).not.toMatch(/\bat (async )?[\w.<>]+ \(|node_modules|\/(server|embedded-supabase)\/|\.ts:\d+/i);
  expect(answer).not.toMatch(/set-cookie|x-powered-by|^server:/im);
  // Nothing hidden in a body is answered as a separate request.
  expect(answer).not.toContain('"GoTrue"');
});

test('the ways to hide one request in another are all refused', async () => {
  for (const [what, text] of oddities.filter(([, text]) => text.includes(smuggled))) {
    const answer = await talk(text, 2);
    expect([what, answer.slice(0, 12)]).toEqual([what, expect.toBeOneOf(['', 'HTTP/1.1 400'])]);
    expect(answer.split('HTTP/1.1 ').length).toBeLessThanOrEqual(2);
  }
});

test('only this server answers an address that names another host, and fetches nothing', async () => {
  for (const target of [
    'http://elsewhere.example/auth/v1/settings',
    'https://wagday.example/',
    'ftp://localhost/',
    'file:///etc/passwd',
  ]) {
    const answer = await talk(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 (200|400|404) /);
    expect(answer).not.toContain('root:');
  }
});

test('a request that another server answered half-way leaves the next one on the line alone', async () => {
  const body = JSON.stringify({ type: 'recovery', token_hash: 'x' });
  const one = post(`Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`, body);
  const answer = await talk(one + smuggled, 2);
  expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 403', 'HTTP/1.1 200']);
});

const everywhere: [method: string, path: string][] = [
  ['GET', '/'],
  ['GET', '/auth'],
  ['GET', '/nowhere'],
  ['GET', '/assets/gone.js'],
  ['POST', '/'],
  ['GET', '/health'],
  ['GET', '/auth/v1/settings'],
  ['GET', '/auth/v1/nowhere'],
  ['POST', '/auth/v1/token?grant_type=password'],
  ['GET', '/auth/v1/verify?type=recovery&token=x'],
  ['GET', '/auth/v1/.well-known/jwks.json'],
  ['GET', '/rest/v1/dogs'],
  ['GET', '/rest/v1/nowhere'],
  ['DELETE', '/rest/v1/'],
  ['GET', '/storage/v1/object/public/dog-photos/gone.png'],
  ['POST', '/storage/v1/object/dog-photos/x/y.png'],
  ['GET', '/storage/v1/'],
  ['GET', '/functions/v1/x'],
  ['TRACE', '/'],
  ['TRACE', '/rest/v1/dogs'],
  ['OPTIONS', '/rest/v1/dogs'],
  ['OPTIONS', '/'],
  ['GET', `/${'x'.repeat(9000)}`],
];

test.each(everywhere)(
  '%s %s is answered with every safety header, and opened to no other site',
  async (method, path) => {
    const origin = 'https://elsewhere.example';
    const headers = { origin, 'access-control-request-method': 'POST', cookie: 'a=b' };
    const answer = await ask(server.url, { method, path, headers });
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.stringMatching(/^(same-origin|no-referrer)$/),
      'permissions-policy': expect.stringContaining('geolocation=()'),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = String(answer.headers['content-security-policy']);
    for (const directive of ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(directive);
    }
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    for (const name of [
      'set-cookie',
      'server',
      'x-powered-by',
      'access-control-allow-origin',
      'access-control-allow-credentials',
    ]) {
      expect(answer.headers).not.toHaveProperty(name);
    }
    if (answer.body.length > 0)
      expect(answer.headers['content-type']).toMatch(/charset=utf-8$|^application\/json$|^image\//i);
    if (!path.startsWith('/xxx')) {
      expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    }
  },
);

test('a file that is only a part of a page runs nothing, is taken for nothing else, and is opened to no other site', async () => {
  const { headers } = await ask(server.url, {
    method: 'GET',
    path: '/robots.txt',
    headers: { origin: 'https://elsewhere.example' },
  });
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
  });
  for (const name of ['set-cookie', 'server', 'access-control-allow-origin']) expect(headers).not.toHaveProperty(name);
});

test('a page of another site can change nothing, not even by a request that no browser asks about first', async () => {
  for (const path of [
    '/auth/v1/recover',
    '/auth/v1/signup',
    '/auth/v1/token?grant_type=password',
    '/rest/v1/dogs',
    '/',
  ]) {
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'sec-fetch-site': site, 'content-type': 'text/plain', origin: 'https://elsewhere.example' };
      const answer = await ask(server.url, { method: 'POST', path, headers, body: '{"email":"a@wagday.dev"}' });
      expect([path, answer.status]).toEqual([path, 403]);
      expect(answer.body.toString()).toContain('cross_site_request');
    }
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const own = await ask(server.url, { method: 'POST', path, headers, body: '{"email":"a@wagday.dev"}' });
    expect([path, own.status]).toEqual([path, expect.not.toBeOneOf([403])]);
  }
});

test('TRACE and CONNECT give nothing back', async () => {
  for (const path of ['/', '/auth/v1/settings', '/rest/v1/dogs', '/storage/v1/', '/health']) {
    const answer = await ask(server.url, { method: 'TRACE', path, headers: { 'x-secret': 'echo-me' } });
    expect([path, answer.status]).toEqual([path, expect.toBeOneOf([404, 405])]);
    expect(answer.body.toString()).not.toContain('echo-me');
  }
  expect(await talk('CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n')).not.toContain(' 200 ');
});

test('no file of the server but the built pages can be read', async () => {
  for (const path of [
    '/.git/config',
    '/.git/HEAD',
    '/.env',
    '/package.json',
    '/server/main.ts',
    '/embedded-supabase/index.ts',
    '/data/secrets.json',
    '/.wagday-build.json',
    '/index.html.br',
    '/assets/',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/..%5c..%5cpackage.json',
    '//etc/passwd',
    '/%2fetc%2fpasswd',
    '/etc/passwd%00.js',
    '/metrics',
    '/debug/pprof',
    '/server-status',
  ]) {
    const answer = await ask(server.url, { method: 'GET', path });
    expect([path, answer.status]).toEqual([path, 404]);
    expect(answer.body.toString()).not.toMatch(/"dependencies"|root:|\[core\]|signing/);
  }
});
