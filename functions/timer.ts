import { hashOf, refuse } from './requests.ts';

/**
 * Answers a timer, which sends a `POST` with the site's secret. `act` then does what is due and returns the counts.
 * @param parts undefined if the site is not set up for it; without a secret if the server does the work unasked, and nobody may call
 */
export async function answerTimer<Parts extends { readonly tickSecret: string | null }>(
  request: Request,
  parts: Parts | undefined,
  act: (parts: Parts) => Promise<object>,
): Promise<Response> {
  if (request.method !== 'POST') {
    return refuse(405, 'METHOD_NOT_ALLOWED', 'Only POST is answered here', { Allow: 'POST' });
  }
  if (!parts) return refuse(404, 'NOT_SET_UP', 'This site is not set up for it');
  const { tickSecret } = parts;
  const given = request.headers.get('Authorization') ?? '';
  // Compares hashes, so that the time reveals nothing.
  if (tickSecret === null || (await hashOf(given)) !== (await hashOf(`Bearer ${tickSecret}`))) {
    return refuse(401, 'UNAUTHORIZED', 'Only the server itself may call this');
  }
  return Response.json(await act(parts));
}
