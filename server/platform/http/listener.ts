import type { IncomingMessage, RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { isHttpsInFront } from './connection.ts';
import { answerHeaders, strictTransport } from './security-headers.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export type ListenerOptions = {
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

/** Answers while the server starts: it is alive at `health`, and not ready. */
export function createStartingListener(publicUrl: string | null, health: string): RequestListener {
  const headers = answerHeaders(publicUrl?.startsWith('https:') ?? false);
  return (request, response) => {
    if (request.url === health) {
      response.writeHead(200, { ...headers, 'Content-Type': 'application/json' }).end('{"status":"ok"}');
      return;
    }
    response.writeHead(503, { ...headers, ...textType, 'Retry-After': '2', Connection: 'close' });
    response.end('The server is starting.\n');
  };
}
