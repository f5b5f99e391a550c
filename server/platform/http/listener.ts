import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Log, withRequestId } from '../log.ts';
import { isHttpsInFront } from './connection.ts';
import type { TrustedProxies } from './networks.ts';
import { answerHeaders, strictTransport } from './security-headers.ts';

type ListenerOptions = {
  /** The site's address; null where only the request tells it. */
  readonly publicUrl: string | null;
  /** Without it no proxy is trusted. */
  readonly trustedProxies?: TrustedProxies;
};

const textType = { 'Content-Type': 'text/plain; charset=utf-8' };

/** Bytes that are still read of a request which is answered. The server's time limits for requests hold for them, too. */
const leftoverMaxBytes = 64 * 1024 * 1024;

/**
 * Reads on and throws away what is still coming of a request that is answered. Browsers and proxies send the whole body
 * before they read the answer; were the connection closed on them, they would never see it.
 */
function discardRest(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return;
  let bytes = 0;
  request.removeAllListeners('data').on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > leftoverMaxBytes) request.destroy();
  });
  // Marks the body as read, so that Node leaves the rest to the listener above.
  request.read(0);
  request.resume();
}

/**
 * Hands requests to the app. Every answer, errors included, starts with strict and private headers; pages and photos set their own
 * where they differ. These are set on Node's response, because Hono's adapter copies the app's headers several times.
 */
export function createListener(
  fetch: (request: Request) => Response | Promise<Response>,
  { publicUrl, trustedProxies }: ListenerOptions,
): RequestListener {
  const headers = Object.entries(answerHeaders(publicUrl?.startsWith('https:') ?? false));
  const listener = getRequestListener(fetch, {
    // Otherwise the adapter closes the connection half a second after an answer to a body that was not read.
    autoCleanupIncoming: false,
    // The address or the host of the request cannot be read.
    errorHandler: () => new Response('Bad request\n', { status: 400, headers: textType }),
  });
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    if (isHttpsInFront(request, trustedProxies)) response.setHeader('Strict-Transport-Security', strictTransport);
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const hasBody = length !== undefined || encoding !== undefined;
    if (hasBody) response.prependOnceListener('finish', () => discardRest(request));
    void listener(request, response);
  };
}

/** Answers while the server starts: it is alive at `health`, and everywhere else not ready, as `notice` says. */
export function createStartingListener(
  publicUrl: string | null,
  { health, notice }: { readonly health: string; readonly notice: string },
): RequestListener {
  const headers = answerHeaders(publicUrl?.startsWith('https:') ?? false);
  return (request, response) => {
    if (request.url === health) {
      response.writeHead(200, { ...headers, 'Content-Type': 'application/json' }).end('{"status":"ok"}');
      return;
    }
    response.writeHead(503, { ...headers, ...textType, 'Retry-After': '2', Connection: 'close' });
    response.end(notice);
  };
}

/**
 * Gives each request a random id, which the answer carries as X-Request-Id, and logs how the request ended. The log has the
 * pattern of the path, because paths and queries hold names, filters and tokens, and not the client's address.
 * @param all whether every request is logged, or only those that failed here (5xx)
 * @param patterns of all addresses, such as `/rest/v1/:table`, the narrower before the wider; `:name*` may hold slashes
 */
export function logRequests(
  log: Log,
  { all, patterns }: { readonly all: boolean; readonly patterns: readonly string[] },
  next: RequestListener,
): RequestListener {
  const patternOf = readPatterns(patterns);
  return (request, response) => {
    const id = randomUUID();
    const begin = performance.now();
    response.setHeader('X-Request-Id', id);
    response.once('close', () => {
      const status = response.statusCode;
      if (!all && status < 500) return;
      log[status >= 500 ? 'error' : 'info']('request', {
        request: id,
        method: methods.has(request.method ?? '') ? request.method : 'other',
        route: patternOf(request.url ?? ''),
        status,
        ms: Math.round(performance.now() - begin),
        // The client went away before it had the whole answer.
        ...(!response.writableFinished && { cut_off: true }),
      });
    });
    withRequestId(id, () => next(request, response));
  };
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Finds the pattern that a path matches, or `other`: never the path of a table, function or file itself. */
function readPatterns(patterns: readonly string[]): (url: string) => string {
  const shapes = patterns.map((pattern) => ({
    name: pattern.replace('*', ''),
    shape: new RegExp(
      `^${pattern
        .replaceAll('.', '\\.')
        .replace(/:\w+\*/, '.+')
        .replace(/:\w+/g, '[^/]+')}$`,
      's',
    ),
  }));
  return (url) => {
    const [path = ''] = url.split('?', 1);
    return shapes.find(({ shape }) => shape.test(path))?.name ?? 'other';
  };
}
