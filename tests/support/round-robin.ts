import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { listen } from './listen.ts';

/** The status of a failure of the proxy itself. No server answers with it. */
export const proxyFailure = 502;

/** Marks a failure of a request that no server has got. */
export const undelivered = 'x-undelivered';

export type RoundRobin = {
  readonly url: string;
  /** The number of requests passed on, and of those that failed because the server was down or died. */
  readonly counts: { passed: number; failed: number };
  /** Method, path and status of every 5xx answer of a server. */
  readonly serverFailures: string[];
  /** Sets the address of the server at this place. Until it is called again, a restarted server keeps its old address. */
  route(place: number, url: string): void;
  /** Drops the answer to the next request at this place. The promise resolves when the server has the request, or cannot be reached. */
  loseNextAnswer(place: number): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts a proxy that sends requests to the servers in turn, without health checks. If a server is down or dies during a request, the proxy
 * answers 502 and the client has to retry.
 */
export async function startRoundRobin(): Promise<RoundRobin> {
  const targets: URL[] = [];
  const losses = new Map<number, () => void>();
  const counts = { passed: 0, failed: 0 };
  const serverFailures: string[] = [];
  let turn = 0;

  const server = createServer((request, response) => {
    turn = (turn + 1) % targets.length;
    const target = targets[turn];
    if (!target) return fail(response);
    counts.passed += 1;
    const loss = losses.get(turn);
    losses.delete(turn);
    const { method = '', url = '', headers } = request;
    const { hostname, port } = target;
    const onward = send({ hostname, port, method, path: url, headers, agent: false }, (answer) => {
      const status = answer.statusCode ?? 0;
      if (status >= 500) serverFailures.push(`${method} ${url} ${status}`);
      if (!loss) return passOn(answer, response);
      answer.resume();
      counts.failed += 1;
      fail(response);
    });
    onward.on('error', (error: NodeJS.ErrnoException) => {
      counts.failed += 1;
      loss?.();
      // The rest of the body, which would keep the client's next request on this connection from being read.
      request.resume();
      if (error.code === 'ECONNREFUSED') response.setHeader(undelivered, '1');
      fail(response);
    });
    if (loss) onward.on('finish', loss);
    request.on('error', () => onward.destroy());
    request.pipe(onward);
  });
  server.keepAliveTimeout = 60_000;
  return {
    ...(await listen(server)),
    counts,
    serverFailures,
    route: (place, url) => {
      targets[place] = new URL(url);
    },
    loseNextAnswer: (place) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      losses.set(place, resolve);
      return promise;
    },
  };
}

function passOn(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  // Aborts the response, so a truncated answer does not look complete.
  answer.on('error', () => response.destroy());
  answer.on('aborted', () => response.destroy());
  answer.pipe(response);
}

function fail(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(proxyFailure, { 'Content-Type': 'application/json' });
  response.end('{"message":"bad gateway"}');
}
