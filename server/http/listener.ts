import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { isHttpsInFront } from './connection.ts';
import { answerPolicy, securityHeaders, strictTransport } from './security-headers.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export type ListenerOptions = {
  /** The site's address; null where only the request tells it. */
  readonly publicUrl: string | null;
  /** Nobody is where it is left out. */
  readonly trustedProxies?: TrustedProxies;
  /** The answer to a request whose address or host cannot be read. */
  readonly unreadable?: () => Response;
};

/** Bytes that are still read of a request which is answered. The server's time limits for requests hold for them, too. */
const leftoverMaxBytes = 64 * 1024 * 1024;

/**
 * Reads on and throws away what is still coming of a request that is answered. Browsers and proxies send the whole body
 * before they look at the answer; were the connection closed on them, they would never see it.
 */
function discardRest(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return;
  let bytes = 0;
  request.removeAllListeners('data').on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > leftoverMaxBytes) request.destroy();
  });
  // From here on it counts as read, so that Node leaves the rest to the listener above.
  request.read(0);
  request.resume();
}

/**
 * Hands requests to the app. Every answer, errors included, starts out harmless and private; pages and photos say where
 * they differ. That is told to Node itself, because headers of the app's own are copied several times on their way.
 */
export function createListener(
  fetch: (request: Request) => Response | Promise<Response>,
  { publicUrl, trustedProxies, unreadable }: ListenerOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  const headers = Object.entries({
    ...securityHeaders(publicUrl?.startsWith('https:') ?? false),
    'Content-Security-Policy': answerPolicy,
    'Cache-Control': 'no-store',
  });
  // Its own way with bodies that were not read would close the connection after half a second.
  const listener = getRequestListener(fetch, {
    autoCleanupIncoming: false,
    ...(unreadable && { errorHandler: unreadable }),
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
