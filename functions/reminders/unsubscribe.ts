import { refuse } from '../requests.ts';
import type { WebFunction } from '../web-function.ts';
import { unsubscribePage } from './unsubscribe-page.ts';
import { ownerOfToken } from './unsubscribe-token.ts';

/**
 * `…/<token>` turns reminders by mail off (RFC 8058). Only a POST does, with whatever body: mail scanners open every link, so a
 * GET shows a page with one button. Tokens that were never made are all answered alike.
 */
export const unsubscribe: WebFunction = async (request, { service, site, reminders }) => {
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) {
    return refuse(405, 'METHOD_NOT_ALLOWED', 'Only GET, HEAD and POST are answered here', { Allow: 'GET, HEAD, POST' });
  }
  const token = new URL(request.url).pathname.split('/').at(-1) ?? '';
  const owner = reminders && (await ownerOfToken(token, reminders.unsubscribeKey));
  if (!owner) return unsubscribePage('unknown', site);
  if (request.method !== 'POST') return unsubscribePage('question', site);
  await service.call('stop_mail_reminders', { owner });
  return unsubscribePage('done', site);
};
