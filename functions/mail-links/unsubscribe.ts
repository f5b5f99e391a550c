import { refuse } from '../requests.ts';
import type { WebFunction } from '../web-function.ts';
import { unsubscribePage } from './unsubscribe-page.ts';
import { guestMailOfToken, ownerOfToken } from './unsubscribe-token.ts';

/**
 * `…/<token>` turns reminders by mail off, or ends the mails to a guest about one party (RFC 8058). Only a POST does, with whatever body:
 * mail scanners open every link, so a GET shows a page with one button. Tokens that were never made are all answered alike.
 */
export const unsubscribe: WebFunction = async (request, { service, site, delivery }) => {
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) {
    return refuse(405, 'METHOD_NOT_ALLOWED', 'Only GET, HEAD and POST are answered here', { Allow: 'GET, HEAD, POST' });
  }
  const token = new URL(request.url).pathname.split('/').at(-1) ?? '';
  const isChange = request.method === 'POST';
  const key = delivery?.unsubscribeKey;
  if (key === undefined) return unsubscribePage('unknown', site);
  const mail = await guestMailOfToken(token, key);
  if (mail) {
    if (isChange) await service.call('stop_guest_mails', { mail });
    return unsubscribePage(isChange ? 'guestDone' : 'guestQuestion', site);
  }
  const owner = await ownerOfToken(token, key);
  if (!owner) return unsubscribePage('unknown', site);
  if (isChange) await service.call('stop_mail_reminders', { owner });
  return unsubscribePage(isChange ? 'done' : 'question', site);
};
