import { publicKeyOf } from '../push/vapid.ts';
import { refuse } from '../requests.ts';
import type { WebFunction } from '../web-function.ts';

/** `GET` answers `{"key": …}`: the public key that browsers bind their subscription to, as base64url. */
export const pushKey: WebFunction = (request, { reminders }) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refuse(405, 'METHOD_NOT_ALLOWED', 'Only GET, HEAD is answered here', { Allow: 'GET, HEAD' });
  }
  if (!reminders) return refuse(503, 'NOT_SET_UP', 'This site sends no reminders');
  return Response.json({ key: publicKeyOf(reminders.vapid.key) });
};
