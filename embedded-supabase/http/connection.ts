import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Log } from '../log.ts';
import { clientKeyOf, type TrustedProxies, trustNobody } from './networks.ts';

export function peerOf(socket: Pick<Socket, 'remoteAddress'> | undefined): string {
  return plain(socket?.remoteAddress ?? '');
}

/** Returns Node's request; undefined where a test calls the app without one. */
function incomingOf(c: Context): IncomingMessage | undefined {
  return (c.env as Partial<HttpBindings> | undefined)?.incoming as IncomingMessage | undefined;
}

/** Rewrites an IPv4 address that arrives over an IPv6 socket as IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/** Returns the client that limits count: the socket's other end, or the client named by a trusted proxy there. */
export function clientOfRequest(request: IncomingMessage | undefined, isTrusted: TrustedProxies = trustNobody): string {
  const peer = peerOf(request?.socket);
  // Node joins repeated headers of this name with commas.
  const forwardedFor = String(request?.headers['x-forwarded-for'] ?? '');
  return clientKeyOf(isTrusted(peer) ? forwardedClient(peer, forwardedFor, isTrusted) : peer);
}

/**
 * Returns the bytes that the kernel has taken. Node's `bytesWritten` also counts waiting bytes, and an answer written at once
 * counts as waiting until its last byte. Only the handle knows how much of it is left.
 */
export function bytesTaken(socket: Socket): number {
  const { _handle: handle } = socket as {
    readonly _handle?: { bytesWritten?: number; writeQueueSize?: number } | null;
  };
  return (handle?.bytesWritten ?? 0) - (handle?.writeQueueSize ?? 0);
}

export function bytesMoved(socket: Socket): number {
  return socket.bytesRead + bytesTaken(socket);
}

const endedEarly =
  'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** Ends a request, with an answer where none has begun: proxies take a server for dead that closes a connection without one. */
export function endRequest({ socket }: Pick<IncomingMessage, 'socket'>, { headersSent }: ServerResponse): void {
  if (headersSent) {
    socket.destroy();
    return;
  }
  socket.write(endedEarly);
  socket.destroySoon();
}

/** Whether a trusted proxy reports that its client uses https. */
export function isHttpsInFront(request: IncomingMessage, isTrusted: TrustedProxies = trustNobody): boolean {
  return request.headers['x-forwarded-proto'] === 'https' && isTrusted(peerOf(request.socket));
}

/** Returns the client of a request, as a rate limit counts it. */
export type ClientOf = (c: Context) => string;

/** Creates a function that finds the client of each request, and logs once when an untrusted proxy seems to be in front. */
export function createClientOf(trustedProxies: TrustedProxies, log: Log): ClientOf {
  let isLogged = false;
  return (c) => {
    if (!isLogged && trustedProxies === trustNobody && c.req.header('X-Forwarded-For') !== undefined) {
      isLogged = true;
      const hint = 'with a proxy in front set TRUST_PROXY, or all its visitors share the limits of one';
      log.info('forwarded_for_ignored', { hint });
    }
    return clientOfRequest(incomingOf(c), trustedProxies);
  };
}

/**
 * Finds the client in X-Forwarded-For. Each proxy appends its client's address, so the list is read from the right: the first
 * address that is not a trusted proxy's is the client. Anybody may have written the entries further left. Reading stops at an
 * entry that is not an address.
 */
function forwardedClient(peer: string, forwardedFor: string, isTrusted: TrustedProxies): string {
  let client = peer;
  for (const entry of forwardedFor.split(',').reverse()) {
    const address = addressIn(entry.trim());
    if (address === null) break;
    client = address;
    if (!isTrusted(address)) break;
  }
  return client;
}

/** Parses an address. Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function addressIn(entry: string): string | null {
  const address = plain(/^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? entry.replace(/^([\d.]+):\d+$/, '$1'));
  return isIP(address) === 0 ? null : address;
}

/**
 * Returns the site's origin for a mailed link: PUBLIC_URL where it is set, otherwise the address that the connection came in on.
 * The Host header could name a stranger's server, which would then get the tokens of the links. So the header counts only when
 * it names this port of this machine: by `localhost`, by a loopback address, or by the address that the connection came in on.
 */
export function siteOf(c: Context, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  const socket = incomingOf(c)?.socket;
  const address = plain(socket?.localAddress ?? '127.0.0.1');
  const own = new URL(
    `http://${isIP(address) === 6 ? `[${address.split('%')[0]}]` : address}:${socket?.localPort ?? 80}`,
  );
  const named = originOf(c.req.header('Host'));
  // Not names such as `a.localhost`, because the reader's resolver decides where they lead.
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(named?.hostname ?? '');
  const isOwn = named?.port === own.port && (named.hostname === own.hostname || isLoopback);
  return isOwn ? named.origin : own.origin;
}

/** Parses a host with an optional port; null for anything else. */
function originOf(host: string | undefined): URL | null {
  if (host === undefined || !/^[a-z0-9.:[\]-]+$/i.test(host)) return null;
  const text = `http://${host}`;
  return URL.canParse(text) ? new URL(text) : null;
}
