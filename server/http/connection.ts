import { isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** The socket under a request; absent where a test calls the app without one. */
function socketOf(c: Context) {
  return (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket;
}

/** IPv4 that comes in over an IPv6 socket is IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/**
 * Whom a rate limit counts: the address of the socket's other end, of IPv6 the first half, because a household has a
 * whole such network. Forwarding headers are not read: anybody can write them.
 */
export function clientOf(c: Context): string {
  const address = plain(socketOf(c)?.remoteAddress ?? '');
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const gap = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...gap, ...after].slice(0, 4).join(':');
}

/**
 * The site's origin for a link that leaves by mail or a redirect: PUBLIC_URL where it is set. Otherwise the request names
 * it, but a Host header can say anything, and a link to a stranger's host would hand them the token of whoever follows
 * it. So it counts only when it is this machine's own name for itself, or the very address that the connection came in
 * on; whatever else it says, the link leads to that address.
 */
export function siteOf(c: Context, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  const socket = socketOf(c);
  const address = plain(socket?.localAddress ?? '127.0.0.1');
  const own = new URL(
    `http://${isIP(address) === 6 ? `[${address.split('%')[0]}]` : address}:${socket?.localPort ?? 80}`,
  );
  const named = originOf(c.req.header('Host'));
  return named !== null && (isLoopback(named.hostname) || named.host === own.host) ? named.origin : own.origin;
}

/** Null for whatever is more, or less, than a host with its port. */
function originOf(host: string | undefined): URL | null {
  if (host === undefined || !/^[a-z0-9.:[\]-]+$/i.test(host)) return null;
  const text = `http://${host}`;
  return URL.canParse(text) ? new URL(text) : null;
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
