import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ConnectionLimits, limitConnections } from './connection-limits.ts';
import { answerHeaders } from './security-headers.ts';
import { watchReaders } from './slow-readers.ts';
import { trustNobody } from './trusted-proxies.ts';

export const defaultGuards = {
  /** In bytes, the request line among them. An access token has at most some 6 KB. */
  headerMaxBytes: 16 * 1024,
  headersMaxCount: 100,
  urlMaxLength: 8 * 1024,
  /** Milliseconds until the headers must have come. */
  headersTimeout: 15_000,
  /** Milliseconds until the whole request must have come: a photo over a slow line takes minutes. */
  requestTimeout: 300_000,
  /** Milliseconds without a byte in either direction after which a connection with a request under way is closed. */
  silenceTimeout: 120_000,
  /** Milliseconds between two looks at how fast answers are read. */
  readingInterval: 5000,
  /** The clock of these looks. */
  now: () => performance.now(),
  /** Requests of one connection that may wait for the answers before them. */
  maxWaitingRequests: 4,
  /** Milliseconds between two requests. Longer than proxies keep one: a server that closes first may lose a request on its way. */
  keepAliveTimeout: 65_000,
  maxConnections: 2000,
  maxConnectionsPerClient: 200,
  trustedProxies: trustNobody,
} satisfies ConnectionLimits & Record<string, unknown>;

export type GuardSettings = Readonly<typeof defaultGuards>;

const refusalHeaders = {
  ...answerHeaders(false),
  'Content-Type': 'text/plain; charset=utf-8',
  Connection: 'close',
};

/** An HTTP server that bounds what a sender can send and how long it can take. What it refuses never reaches the handler. */
export function createGuardedServer(handler: RequestListener, changes: Partial<GuardSettings> = {}): Server {
  const guards = { ...defaultGuards, ...changes };
  const connections = limitConnections(guards);
  const readers = watchReaders({ window: guards.silenceTimeout, ...guards });
  const inOrder = oneAtATime(guards.maxWaitingRequests);
  const server = createServer(
    {
      maxHeaderSize: guards.headerMaxBytes,
      headersTimeout: guards.headersTimeout,
      requestTimeout: guards.requestTimeout,
      keepAliveTimeout: guards.keepAliveTimeout,
      connectionsCheckingInterval: Math.min(5000, guards.headersTimeout),
    },
    (request, response) => {
      const { socket } = request;
      connections.begin(socket);
      // Before the next request on the connection begins.
      response.once('close', () => {
        connections.end(socket);
        readers.end(socket);
      });
      inOrder(socket, response, () => {
        readers.begin(socket);
        const refusal = refusalOf(request, guards);
        if (refusal === null) return handler(request, response);
        // The rest of the request stays unread, so the connection cannot be used again.
        response.writeHead(refusal, refusalHeaders);
        response.end(refusal === 414 ? 'URI too long\n' : 'Too many request headers\n');
      });
    },
  );
  // Node silently drops headers beyond its own limit; here they are counted and refused.
  server.maxHeadersCount = 0;
  server.on('connection', connections.admit);
  server.timeout = guards.silenceTimeout;
  const timer = setInterval(readers.check, guards.readingInterval).unref();
  server.once('close', () => clearInterval(timer));
  return server;
}

/**
 * Begins a request when the answer before it on its connection has been taken. Node begins every request that it has read, so that a
 * client which reads nothing could have hundreds of answers made for it. No browser and no proxy sends a request ahead; a connection
 * with more of them than may wait is closed, and its client sends them again.
 */
function oneAtATime(mostWaiting: number) {
  const lines = new WeakMap<Socket, (() => void)[]>();
  return (socket: Socket, response: ServerResponse, begin: () => void): void => {
    const line = lines.get(socket);
    if (line && line.length >= mostWaiting) {
      socket.destroy();
      return;
    }
    response.once('close', () => {
      const next = lines.get(socket)?.shift();
      if (!next) lines.delete(socket);
      else if (!socket.destroyed) next();
    });
    if (line) {
      line.push(begin);
      return;
    }
    lines.set(socket, []);
    begin();
  };
}

function refusalOf(request: IncomingMessage, guards: GuardSettings): 414 | 431 | null {
  if ((request.url ?? '').length > guards.urlMaxLength) return 414;
  return request.rawHeaders.length / 2 > guards.headersMaxCount ? 431 : null;
}
