import type { WebFunction } from '../web-function.ts';
import { refuse } from '../web-requests.ts';
import { publicKeyOf } from './vapid.ts';

/** `GET` returns `{"key": …}`: the public key to which browsers bind their subscription, as base64url. */
export const pushKey: WebFunction = (request, { delivery }) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refuse(405, 'METHOD_NOT_ALLOWED', 'Only GET, HEAD is answered here', { Allow: 'GET, HEAD' });
  }
  if (!delivery?.push) return refuse(503, 'NOT_SET_UP', 'This site sends no reminders');
  return Response.json({ key: publicKeyOf(delivery.push.vapid.key) });
};
