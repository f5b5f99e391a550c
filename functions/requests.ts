/** What the functions share about requests and refusals. Only what every web platform has is used. */
import { DataError } from './web-function.ts';

/** In characters: more than any of them needs. */
const queryMaxLength = 200;

/**
 * The parameters of a request's address.
 * @returns null unless each of the names is there exactly once, and nothing else
 */
export function readQuery<Name extends string>(
  request: Request,
  names: readonly Name[],
): Readonly<Record<Name, string>> | null {
  const { search, searchParams } = new URL(request.url);
  const entries = [...(search.length > queryMaxLength ? [] : searchParams)];
  const isWhole = entries.length === names.length && names.every((name) => searchParams.has(name));
  return isWhole ? (Object.fromEntries(entries) as Record<Name, string>) : null;
}

/** Whether If-None-Match names this tag: weak comparison, as RFC 9110 asks for it. */
export function matchesTag(header: string | null, tag: string): boolean {
  return (header ?? '').split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag);
}

/** A refusal in the shape of Supabase's own. @param code in capitals, for programs */
export function refuse(status: number, code: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code, message }, { status, headers });
}

/** @param seconds until it may be tried again */
export function tooMany(seconds: number): Response {
  return refuse(429, 'TOO_MANY_REQUESTS', 'Too many requests, please try again later', {
    'Retry-After': String(seconds),
  });
}

/** The refusal for data that cannot be had now, but may be soon; null for other errors. */
export function unavailable(error: unknown): Response | null {
  if (!(error instanceof DataError)) return null;
  if (error.status === 429) return tooMany(5);
  return error.status === 503 ? databaseUnavailable() : null;
}

export function databaseUnavailable(): Response {
  return refuse(503, 'UNAVAILABLE', 'The database cannot be reached, please try again', { 'Retry-After': '5' });
}
