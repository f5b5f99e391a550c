import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { type Log, withRequestId } from '../log.ts';
import { isHttpsInFront } from './connection.ts';
import type { TrustedProxies } from './networks.ts';
import { answerHeaders, strictTransport } from './security-headers.ts';

type ListenerOptions = {
  /** The site's address; null takes it from each request. */
  readonly publicUrl: string | null;
  /** When omitted, no proxy is trusted. */
  readonly trustedProxies?: TrustedProxies;
  /** Told once that a proxy is in front whose address nobody has set. */
  readonly log?: Log;
};

const textType = { 'Content-Type': 'text/plain; charset=utf-8' };

/** Bytes of an answered request that the server still reads. The server's time limits for requests apply to them, too. */
const leftoverMaxBytes = 64 * 1024 * 1024;

/** Reads the rest of an answered request: if the connection closed first, who sends a whole body would not see the answer. */
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
 * Passes requests to the app. Every answer, including errors, starts with strict and private headers; pages and photos replace
 * some of them. They are set on Node's response, because Hono's adapter copies the app's headers several times.
 */
export function createListener(
  fetch: (request: Request) => Response | Promise<Response>,
  { publicUrl, trustedProxies, log }: ListenerOptions,
): RequestListener {
  const headers = Object.entries(answerHeaders(publicUrl?.startsWith('https:') ?? false));
  const listener = getRequestListener(fetch, {
    // The default closes the connection half a second after an answer to an unread body.
    autoCleanupIncoming: false,
    // Called when the address or the host of the request cannot be read.
    errorHandler: () => new Response('Bad request\n', { status: 400, headers: textType }),
  });
  let isTold = publicUrl !== null;
  return (request, response) => {
    if (!isTold && Object.keys(request.headers).some((name) => name.startsWith('x-forwarded-'))) {
      isTold = true;
      const hint = 'with a proxy in front set PUBLIC_URL, or links in mails and elsewhere lead to this machine';
      log?.info('public_url_missing', { hint });
    }
    for (const [name, value] of headers) response.setHeader(name, value);
    if (isHttpsInFront(request, trustedProxies)) response.setHeader('Strict-Transport-Security', strictTransport);
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const hasBody = length !== undefined || encoding !== undefined;
    if (hasBody) response.prependOnceListener('finish', () => discardRest(request));
    void listener(request, response);
  };
}

/** Answers while the server starts: at `health` that it is alive, and everywhere else that it is not ready, with `notice`. */
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
 * Gives each request a random id, which the answer carries as X-Request-Id, and logs how the request ended. The log holds the
 * pattern of the path, because paths and queries hold names, filters and tokens. It does not hold the client's address.
 * @param all logs every request, not only those that failed here (5xx)
 */
export function logRequests(log: Log, all: boolean, next: RequestListener): RequestListener {
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
        route: routes.get(response) ?? 'other',
        status,
        ms: Math.round(performance.now() - begin),
        // The client closed the connection before it had the whole answer.
        ...(!response.writableFinished && { cut_off: true }),
      });
    });
    withRequestId(id, () => next(request, response));
  };
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The patterns of the routes of requests in progress. */
const routes = new WeakMap<ServerResponse, string>();

/** Notes the pattern of a request's route for the log, such as `/rest/v1/:table`: the path itself names a table, function or file. */
export const nameRoute: MiddlewareHandler = (c, next) => {
  const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse };
  const route = matchedRoutes(c).find(({ path }) => !path.includes('*'));
  if (outgoing && route) routes.set(outgoing, route.path.replace(/\{.+\}/, ''));
  return next();
};
