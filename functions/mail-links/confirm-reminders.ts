import { refuse } from '../requests.ts';
import type { WebFunction } from '../web-function.ts';
import { unsubscribePage } from './unsubscribe-page.ts';
import { claimedOwnerOf, isConfirmToken } from './unsubscribe-token.ts';

/**
 * `…/<token>` proves that the reader of an account's address wants mails there, or to the guests of a party. Only a POST does: mail scanners open every link.
 * Tokens that were never made, and those for a former address, are all answered alike.
 */
export const confirmReminders: WebFunction = async (request, { service, site, delivery }) => {
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) {
    return refuse(405, 'METHOD_NOT_ALLOWED', 'Only GET, HEAD and POST are answered here', { Allow: 'GET, HEAD, POST' });
  }
  const token = new URL(request.url).pathname.split('/').at(-1) ?? '';
  const owner = claimedOwnerOf(token);
  const key = delivery?.unsubscribeKey;
  if (!owner || key === undefined) return unsubscribePage('unknown', site);
  const { email: address } = (await service.call('address_of_account', { owner })) as { email: string | null };
  const isReal = await isConfirmToken(token, address ?? '', key);
  if (!isReal || address === null) return unsubscribePage('unknown', site);
  if (request.method !== 'POST') return unsubscribePage('confirmQuestion', site);
  await service.call('prove_address', { owner, address });
  return unsubscribePage('confirmed', site);
};
