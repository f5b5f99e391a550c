import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { peerOf } from './connection.ts';
import { clientKeyOf, networksOf, type TrustedProxies, trustNobody } from './networks.ts';
import { answerHeaders } from './security-headers.ts';

export const defaultGuards = {
  /** In bytes, including the request line. An access token has at most some 6 KB. */
  headerMaxBytes: 16 * 1024,
  headersMaxCount: 100,
  urlMaxLength: 8 * 1024,
  /** Milliseconds until the headers must have arrived. */
  headersTimeout: 15_000,
  /** Milliseconds until the whole request must have arrived: a photo over a slow line takes minutes. */
  requestTimeout: 300_000,
  /** Milliseconds without a byte in either direction until a connection with a request in progress is closed. */
  silenceTimeout: 120_000,
  /** Milliseconds between two checks of how fast answers are read. */
  readingInterval: 5000,
  /** The clock of these checks. */
  now: () => performance.now(),
  /** Requests of one connection that may wait for earlier answers on it. */
  maxWaitingRequests: 4,
  /** Milliseconds between two requests. Longer than proxies keep a connection: a server that closes first may lose a request. */
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

/** Creates an HTTP server that limits what a client can send and how long it can take. Refused requests never reach the handler. */
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
      // Runs before the next request on the connection begins.
      response.once('close', () => {
        connections.end(socket);
        readers.end(socket);
      });
      inOrder(socket, response, () => {
        readers.begin(socket);
        const refusal = refusalOf(request, guards);
        if (refusal === null) return handler(request, response);
        // The rest of the request stays unread, so the connection cannot be reused.
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
 * Begins a request when the previous answer on its connection has been taken. Node begins every request that it has read, so a
 * client that reads nothing could have hundreds of answers made for it. No browser and no proxy sends requests ahead. A
 * connection with too many waiting requests is closed, and its client sends them again.
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

type ConnectionLimits = {
  /** Connections at once, of all clients together. */
  readonly maxConnections: number;
  /** Connections of one client. Each wider network may have twice as many: a /56 two times these, a /48 four times. */
  readonly maxConnectionsPerClient: number;
  /** Proxies, whose connections belong to many clients: only the first limit applies to them. */
  readonly trustedProxies: TrustedProxies;
};

type Connection = { readonly groups: readonly string[]; requests: number };

/** Limits the connections of a server, so that no client can take them all by opening them and sending nothing. */
export function limitConnections(limits: ConnectionLimits) {
  const connections = new Map<Socket, Connection>();
  /** The sockets of each group, in order of how long they have been idle, longest first. */
  const groups = new Map<string, Set<Socket>>();

  /** Returns the groups that count a socket, the narrowest first. */
  function groupsOf(socket: Socket): { readonly name: string; readonly limit: number }[] {
    const peer = peerOf(socket);
    const networks = limits.trustedProxies(peer) ? [] : networksOf(clientKeyOf(peer));
    return [
      ...networks.toReversed().map((name, width) => ({ name, limit: limits.maxConnectionsPerClient * 2 ** width })),
      { name: 'everybody', limit: limits.maxConnections },
    ];
  }

  /** Finds the connection idle for longest. Skips proxies: they are few, and each serves many clients. */
  function findIdle(members: ReadonlySet<Socket>): Socket | undefined {
    for (const socket of members) {
      const connection = connections.get(socket);
      if (connection && connection.requests === 0 && connection.groups.length > 1) return socket;
    }
    return undefined;
  }

  function remove(socket: Socket): void {
    for (const name of connections.get(socket)?.groups ?? []) {
      const members = groups.get(name);
      members?.delete(socket);
      if (members?.size === 0) groups.delete(name);
    }
    connections.delete(socket);
  }

  return {
    /** Admits a connection, closing an idle one where a limit is reached. Closes the new one when none is idle. */
    admit(socket: Socket): void {
      const wanted = groupsOf(socket);
      // The narrowest group comes first, so that a client with many connections loses one of these before another client does.
      for (const { name, limit } of wanted) {
        const members = groups.get(name);
        if (!members || members.size < limit) continue;
        const idle = findIdle(members);
        if (!idle) {
          socket.destroy();
          return;
        }
        remove(idle);
        idle.destroy();
      }
      connections.set(socket, { groups: wanted.map(({ name }) => name), requests: 0 });
      for (const { name } of wanted) groups.set(name, (groups.get(name) ?? new Set()).add(socket));
      socket.once('close', () => remove(socket));
    },

    /** Marks a connection as busy until `end`: it is not closed for another one. */
    begin(socket: Socket): void {
      const connection = connections.get(socket);
      if (connection) connection.requests += 1;
    },

    end(socket: Socket): void {
      const connection = connections.get(socket);
      if (!connection) return;
      connection.requests -= 1;
      for (const name of connection.groups) {
        const members = groups.get(name);
        if (members?.delete(socket)) members.add(socket);
      }
    },
  };
}

/** Bytes of an answer that a client must take each second. A phone on a slow line takes five times as many. */
const lowestRate = 1024;

type ReaderLimits = {
  /** Milliseconds over which the rate is measured: what the kernel holds for a slow reader leaves in bursts, minutes apart. */
  readonly window: number;
  /** Proxies get twice the window: one on this machine reads at its client's rate, and the kernel holds megabytes for it. */
  readonly trustedProxies: TrustedProxies;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
};

type Reader = { since: number; taken: number } | null;

/** Closes connections whose clients read their answers too slowly or not at all, because the server holds all unread bytes. */
export function watchReaders({ window, trustedProxies, now }: ReaderLimits) {
  const readers = new Map<Socket, Reader>();

  function isTooSlow(socket: Socket, reader: NonNullable<Reader>): boolean {
    const allowed = trustedProxies(peerOf(socket)) ? 2 * window : window;
    const elapsed = now() - reader.since;
    if (elapsed < allowed) return false;
    const taken = bytesTaken(socket);
    if (taken - reader.taken < (lowestRate * elapsed) / 1000) return true;
    readers.set(socket, { since: now(), taken });
    return false;
  }

  return {
    /** Marks an answer as in progress on the connection until `end`. */
    begin(socket: Socket): void {
      readers.set(socket, null);
    },

    end(socket: Socket): void {
      readers.delete(socket);
    },

    /** Closes slow connections. Called every few seconds. */
    check(): void {
      for (const [socket, reader] of readers) {
        // The client has taken all that was written: the answer is still being made.
        if (socket.writableLength === 0) readers.set(socket, null);
        else if (!reader) readers.set(socket, { since: now(), taken: bytesTaken(socket) });
        else if (isTooSlow(socket, reader)) socket.destroy();
      }
    },
  };
}

/**
 * Returns the bytes that the kernel has taken. Node's `bytesWritten` also counts waiting bytes, and an answer written at once
 * counts as waiting until its last byte. Only the handle knows how much of it is left.
 */
function bytesTaken(socket: Socket): number {
  const { _handle: handle } = socket as {
    readonly _handle?: { bytesWritten?: number; writeQueueSize?: number } | null;
  };
  return (handle?.bytesWritten ?? 0) - (handle?.writeQueueSize ?? 0);
}
