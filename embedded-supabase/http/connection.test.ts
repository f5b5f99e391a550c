import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { clientOfRequest, siteOf } from './connection.ts';
import { parseTrustedProxies } from './networks.ts';

type Socket = { remoteAddress?: string; localAddress?: string; localPort?: number };

const requestFrom = (socket: Socket, forwardedFor?: string) =>
  ({ socket, headers: { 'x-forwarded-for': forwardedFor } }) as unknown as IncomingMessage;

async function siteSeen(socket: Socket, host: string, publicUrl: string | null = null) {
  const app = new Hono().get('/', (c) => c.text(siteOf(c, publicUrl)));
  const headers = { Host: host, 'X-Forwarded-Host': 'elsewhere.example' };
  return (await app.request('/', { headers }, { incoming: { socket } })).text();
}

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
])('the client at %s counts as %s', (remoteAddress, expected) => {
  expect(clientOfRequest(requestFrom({ remoteAddress }, '203.0.113.9'))).toBe(expected);
});

test.each([
  ['from a stranger counts for nothing', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  ['from a stranger who names a proxy counts for nothing', '198.51.100.7', '203.0.113.9, 10.0.0.1', '198.51.100.7'],
  ['from the proxy names the client', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['from the proxy over IPv6 names the client', '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['that the client began itself ends with the client', '127.0.0.1', '192.0.2.66, 203.0.113.9', '203.0.113.9'],
  ['with a forged proxy in it ends with the client', '127.0.0.1', '192.0.2.66, 10.0.0.1, 203.0.113.9', '203.0.113.9'],
  ['through two proxies names the client', '127.0.0.1', '192.0.2.66, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
  ['with nonsense before the client names the client', '127.0.0.1', 'unknown, , 203.0.113.9', '203.0.113.9'],
  ['that is nonsense leaves the proxy', '127.0.0.1', 'for=203.0.113.9', '127.0.0.1'],
  ['with nonsense in front of a proxy leaves that proxy', '127.0.0.1', '203.0.113.9, x, 10.0.0.1', '10.0.0.1'],
  ['that is empty leaves the proxy', '127.0.0.1', '', '127.0.0.1'],
  ['that is missing leaves the proxy', '127.0.0.1', undefined, '127.0.0.1'],
  ['with a port names the client', '127.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
  ['with an IPv6 client names its network', '127.0.0.1', '2001:0DB8:1::6', '2001:db8:1:0'],
  ['with an IPv6 client and a port names its network', '127.0.0.1', '[2001:db8:1:2::6]:4711', '2001:db8:1:2'],
  ['only of proxies leaves the first of them', '127.0.0.1', '10.0.0.2, 10.0.0.1', '10.0.0.2'],
])('a forwarding header %s', (_, remoteAddress, forwardedFor, expected) => {
  const isTrusted = parseTrustedProxies('loopback, 10.0.0.0/8') ?? undefined;
  expect(clientOfRequest(requestFrom({ remoteAddress }, forwardedFor), isTrusted)).toBe(expected);
});

test.each([
  ['192.0.2.7', '192.0.2.7:8080', 'http://192.0.2.7:8080'],
  ['::ffff:192.0.2.7', '192.0.2.7:8080', 'http://192.0.2.7:8080'],
  ['192.0.2.7', '192.0.2.8:8080', 'http://192.0.2.7:8080'],
  ['192.0.2.7', '192.0.2.7:9090', 'http://192.0.2.7:8080'],
  ['192.0.2.7', 'club.example', 'http://192.0.2.7:8080'],
  ['192.0.2.7', 'LOCALHOST:8080', 'http://localhost:8080'],
  ['192.0.2.7', '127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['192.0.2.7', '[::1]:8080', 'http://[::1]:8080'],
  ['192.0.2.7', 'localhost:9090', 'http://192.0.2.7:8080'],
  ['192.0.2.7', 'localhost', 'http://192.0.2.7:8080'],
  ['127.0.0.1', 'evil.localhost:9999', 'http://127.0.0.1:8080'],
  ['127.0.0.1', 'evil.localhost:8080', 'http://127.0.0.1:8080'],
  ['192.0.2.7', 'notlocalhost:8080', 'http://192.0.2.7:8080'],
  ['2001:db8::7', '[2001:db8:0::7]:8080', 'http://[2001:db8::7]:8080'],
  ['2001:db8::7', '[2001:db8::8]:8080', 'http://[2001:db8::7]:8080'],
  ['fe80::7%eth0', 'club.example', 'http://[fe80::7]:8080'],
])('a server reached at %s by the name %s takes its site for %s', async (localAddress, host, expected) => {
  expect(await siteSeen({ localAddress, localPort: 8080 }, host)).toBe(expected);
});

test('PUBLIC_URL is the site, whatever the request says', async () => {
  const site = 'https://club.example';
  expect(await siteSeen({ localAddress: '127.0.0.1' }, 'localhost', site)).toBe(site);
});
