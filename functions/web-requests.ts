/** Shared code for requests and refusals. It uses only what every web platform has. */
import { DataError } from './web-function.ts';

/** Whether If-None-Match names this tag, by the weak comparison of RFC 9110. */
export function matchesTag(header: string | null, tag: string): boolean {
  return (header ?? '').split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag);
}

/** Returns the SHA-256 of a text, in hexadecimal. */
export async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns a refusal in Supabase's format. @param code in capitals, for programs */
export function refuse(status: number, code: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code, message }, { status, headers });
}

/** @param seconds until the next attempt is allowed */
export function tooMany(seconds: number): Response {
  return refuse(429, 'TOO_MANY_REQUESTS', 'Too many requests, please try again later', {
    'Retry-After': String(seconds),
  });
}

/** Returns the refusal for data that is temporarily unavailable, or null for other errors. */
export function unavailable(error: unknown): Response | null {
  if (!(error instanceof DataError)) return null;
  if (error.status === 429) return tooMany(5);
  return error.status === 503 ? databaseUnavailable() : null;
}

export function databaseUnavailable(): Response {
  return refuse(503, 'UNAVAILABLE', 'The database cannot be reached, please try again', { 'Retry-After': '5' });
}

/**
 * Answers a timer, which sends a `POST` with the site's secret. `act` then does what is due and returns the counts.
 * @param own undefined if the site is not set up for it; without a secret if the server does the work unasked, and nobody may call
 */
export async function answerTimer<Own extends { readonly tickSecret: string | null }>(
  request: Request,
  own: Own | undefined,
  act: (own: Own) => Promise<object>,
): Promise<Response> {
  if (request.method !== 'POST') {
    return refuse(405, 'METHOD_NOT_ALLOWED', 'Only POST is answered here', { Allow: 'POST' });
  }
  if (!own) return refuse(404, 'NOT_SET_UP', 'This site is not set up for it');
  const { tickSecret } = own;
  const given = request.headers.get('Authorization') ?? '';
  // Compares hashes, so that the time reveals nothing.
  if (tickSecret === null || (await hashOf(given)) !== (await hashOf(`Bearer ${tickSecret}`))) {
    return refuse(401, 'UNAUTHORIZED', 'Only the server itself may call this');
  }
  return Response.json(await act(own));
}
