import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { bytesTaken, clientOfRequest, endRequest, peerOf } from './connection.ts';
import { clientKeyOf, groupByNetwork, networksOf, trustNobody } from './networks.ts';
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
  now: () => performance.now(),
  /** Requests of one connection that may wait for earlier answers on it. */
  maxWaitingRequests: 4,
  /** Milliseconds between two requests. Longer than proxies keep a connection: a server that closes first may lose a request. */
  keepAliveTimeout: 65_000,
  /** Requests in progress at once, of all clients together. */
  maxConnections: 2000,
  /**
   * Connections of one client, and its requests in progress, also those through trusted proxies. Each wider network may have twice
   * as many: a /56 two times these, a /48 four times.
   */
  maxConnectionsPerClient: 200,
  /** Places beside `maxConnections` for requests to `healthAddresses`: health checks must reach a full server. */
  keptForHealth: 20,
  healthAddresses: [] as readonly string[],
  /** Proxies, whose connections belong to many clients: only the limit of all connections applies to these. */
  trustedProxies: trustNobody,
};

export type GuardSettings = Readonly<typeof defaultGuards>;

const refusalHeaders = {
  ...answerHeaders(false),
  'Content-Type': 'text/plain; charset=utf-8',
  Connection: 'close',
};

const refusals = {
  414: 'URI too long\n',
  429: 'Too many requests at once\n',
  431: 'Too many request headers\n',
};

/** Creates an HTTP server that limits what a client can send and how long it can take. Refused requests never reach the handler. */
export function createGuardedServer(handler: RequestListener, changes: Partial<GuardSettings> = {}): Server {
  const guards = { ...defaultGuards, ...changes };
  const places = limitPlaces(guards);
  const readers = watchReaders(guards);
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
      let place: Place | undefined;
      // Runs before the next request on the connection begins.
      response.once('close', () => {
        readers.end(socket);
        if (request.complete || socket.destroyed) places.end(place);
        // The rest of the body is still being read, and discarded.
        else request.once('close', () => places.end(place));
      });
      inOrder(socket, response, () => {
        readers.begin(socket);
        const taken = refusalOf(request, guards) ?? places.begin(request, response);
        if (typeof taken !== 'number') {
          place = taken;
          return handler(request, response);
        }
        // The rest of the request stays unread, so the connection cannot be reused.
        response.writeHead(taken, refusalHeaders);
        response.end(refusals[taken]);
      });
    },
  );
  // Node silently drops headers beyond its own limit; here they are counted and refused.
  server.maxHeadersCount = 0;
  server.on('connection', places.admit);
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

type PlaceLimits = Pick<
  GuardSettings,
  'maxConnections' | 'maxConnectionsPerClient' | 'keptForHealth' | 'healthAddresses' | 'trustedProxies'
>;

/** A request in progress: until its answer has been taken and its body has been read. */
type Place = {
  readonly socket: Socket;
  readonly response: ServerResponse;
};

/**
 * Limits the connections of a server and the requests in progress, so that no client can take all places, neither directly nor
 * through a trusted proxy. When all are taken, a request of the client with most of them ends.
 */
export function limitPlaces(limits: PlaceLimits) {
  const { maxConnections, maxConnectionsPerClient, keptForHealth, healthAddresses, trustedProxies } = limits;
  const connections = groupByNetwork<Socket>();
  const places = groupByNetwork<Place>();
  /** The connections with a request. Those of proxies are in no network, so none is closed for another: each serves many clients. */
  const busy = new Set<Socket>();
  const isIdle = (socket: Socket) => !busy.has(socket);

  /** Returns the networks with their limits, the narrowest first. */
  const withLimits = (networks: readonly string[]) =>
    networks.toReversed().map((name, width) => ({ name, limit: maxConnectionsPerClient * 2 ** width }));

  const networksOfPeer = (socket: Socket) => {
    const peer = peerOf(socket);
    return trustedProxies(peer) ? [] : networksOf(clientKeyOf(peer));
  };

  function forget(socket: Socket): void {
    connections.remove(socket);
    busy.delete(socket);
  }

  /** Closes an idle connection for another one. @returns whether there was one */
  function close(socket: Socket | undefined): boolean {
    if (!socket) return false;
    forget(socket);
    socket.destroy();
    return true;
  }

  /** Ends the oldest request of the client with most, in the network with most. @returns whether there was one */
  function endOldest(): boolean {
    const place = places.oldestOfFullest();
    if (!place) return false;
    places.remove(place);
    forget(place.socket);
    endRequest(place, place.response);
    return true;
  }

  return {
    /**
     * Admits a connection, closing an idle one where a limit is reached: the client's own first, then one of the client with most
     * connections. Closes the new one when its client has as many as it may and none is idle.
     */
    admit(socket: Socket): void {
      const networks = networksOfPeer(socket);
      for (const { name, limit } of withLimits(networks)) {
        if (connections.size(name) < limit || close(connections.oldest(name, isIdle))) continue;
        socket.destroy();
        return;
      }
      const isFull = connections.total() >= maxConnections + keptForHealth;
      if (isFull && !close(connections.oldestOfFullest(isIdle))) endOldest();
      connections.add(socket, networks);
      socket.once('close', () => forget(socket));
    },

    /** Takes a place for a request until `end`, while its connection is not closed for another one. @returns 429 beyond the limit */
    begin(request: IncomingMessage, response: ServerResponse): Place | 429 {
      const networks = networksOf(clientOfRequest(request, trustedProxies));
      if (withLimits(networks).some(({ name, limit }) => places.size(name) >= limit)) return 429;
      const kept = healthAddresses.includes(request.url ?? '') ? keptForHealth : 0;
      if (places.total() >= maxConnections + kept) endOldest();
      const { socket } = request;
      const place = { socket, response };
      places.add(place, networks);
      busy.add(socket);
      return place;
    },

    end(place: Place | undefined): void {
      if (!place) return;
      places.remove(place);
      // From now on it is the one that has been idle for the shortest time.
      if (busy.delete(place.socket)) connections.add(place.socket, networksOfPeer(place.socket));
    },
  };
}

/** Bytes of an answer that a client must take each second. A phone on a slow line takes five times as many. */
const lowestRate = 1024;

type Reader = { since: number; taken: number } | null;

/**
 * Closes connections whose clients read their answers too slowly or not at all, because the server holds all unread bytes. The rate is
 * measured over `silenceTimeout`: what the kernel holds for a slow reader leaves in bursts, minutes apart.
 */
export function watchReaders({
  silenceTimeout,
  trustedProxies,
  now,
}: Pick<GuardSettings, 'silenceTimeout' | 'trustedProxies' | 'now'>) {
  const readers = new Map<Socket, Reader>();

  function isTooSlow(socket: Socket, reader: NonNullable<Reader>): boolean {
    const elapsed = now() - reader.since;
    // A proxy on this machine reads at its client's rate, and the kernel holds megabytes for it.
    if (elapsed < (trustedProxies(peerOf(socket)) ? 2 : 1) * silenceTimeout) return false;
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
