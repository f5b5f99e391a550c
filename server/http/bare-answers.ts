import type { IncomingMessage, ServerResponse } from 'node:http';
import { health } from '../../addresses/addresses.ts';
import { answerPolicy, securityHeaders } from './security-headers.ts';

/** The answers that are given before the application has a say, as safe to show as all the others. */
export type BareAnswers = {
  /** While the server comes up: it lives, and is not ready. */
  starting(request: IncomingMessage, response: ServerResponse): void;
  /** To a request whose address or host cannot be read. */
  unreadable(): Response;
};

export function createBareAnswers(publicUrl: string | null): BareAnswers {
  const headers = {
    ...securityHeaders(publicUrl?.startsWith('https:') ?? false),
    'Content-Security-Policy': answerPolicy,
    'Cache-Control': 'no-store',
    'Content-Type': 'text/plain; charset=utf-8',
  };
  return {
    starting(request, response) {
      if (request.url === health) {
        response.writeHead(200, { ...headers, 'Content-Type': 'application/json' }).end('{"status":"ok"}');
        return;
      }
      response.writeHead(503, { ...headers, 'Retry-After': '2', Connection: 'close' });
      response.end('Wagday is starting.\n');
    },
    unreadable: () => new Response('Bad request\n', { status: 400, headers }),
  };
}
