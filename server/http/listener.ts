import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { answerPolicy, securityHeaders, strictTransport } from '../web/content-security.ts';
import { isHttpsInFront } from './connection.ts';
import type { AppContext } from './context.ts';

export type ListenerOptions = Pick<AppContext, 'publicUrl' | 'trustedProxies'> & {
  /** The answer to a request whose address or host cannot be read. */
  readonly unreadable?: () => Response;
};

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
  const listener = getRequestListener(fetch, unreadable ? { errorHandler: unreadable } : {});
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    if (isHttpsInFront(request, trustedProxies)) response.setHeader('Strict-Transport-Security', strictTransport);
    void listener(request, response);
  };
}
