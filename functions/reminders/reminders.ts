import { refuse } from '../requests.ts';
import type { WebFunction } from '../web-function.ts';
import { tick } from './tick.ts';

/** `POST` with the site's own secret sends what is due, and answers how much that was. A timer calls it every minute or so. */
export const reminders: WebFunction = async (request, { service, now, site, reminders: own }) => {
  if (request.method !== 'POST') {
    return refuse(405, 'METHOD_NOT_ALLOWED', 'Only POST is answered here', { Allow: 'POST' });
  }
  if (!own) return refuse(503, 'NOT_SET_UP', 'This site sends no reminders');
  if (!(await isSame(request.headers.get('Authorization') ?? '', `Bearer ${own.tickSecret}`))) {
    return refuse(401, 'UNAUTHORIZED', 'Only the server itself may call this');
  }
  return Response.json(await tick({ service, now, site, reminders: own }));
};

/** Compares hashes, so that the time tells nothing. */
async function isSame(given: string, wanted: string): Promise<boolean> {
  const [one = '', other] = await Promise.all(
    [given, wanted].map(async (text) => {
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
      return new Uint8Array(hash).join(' ');
    }),
  );
  return one === other;
}
