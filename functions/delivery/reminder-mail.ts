import { dogHash, homePage, partyHash } from '../../addresses/addresses.ts';
import type { Digest } from '../../domain/reminders/digest.ts';
import { letters } from '../../mail/letters.ts';
import { answersToken, confirmToken, unsubscribeHeaders, unsubscribeToken } from '../mail-links/unsubscribe-token.ts';
import type { Delivery, ReminderMail, WrittenMail } from '../web-function.ts';

/** Returns the page of what a digest is about: a party, a dog, or the home page. */
export function pageOf(site: string, { dogId, partyId }: Digest): string {
  const hash = partyId ? partyHash(partyId) : dogId ? dogHash(dogId) : '';
  return `${site}${homePage}${hash}`;
}

/** Writes a reminder. Its Message-ID is the same for every attempt, and one click or request turns off the mails (RFC 8058). */
export async function writeReminder(
  { owner, to, digest, id, isToHost = false }: ReminderMail,
  site: string,
  { unsubscribeKey: key, addresses: { unsubscribe, confirm } }: Pick<Delivery, 'unsubscribeKey' | 'addresses'>,
): Promise<WrittenMail> {
  const messageId = `<${id}.${owner}@${new URL(site).hostname}>`;
  if (!digest) {
    const link = `${confirm}${await confirmToken(owner, to, key)}`;
    return { to, ...letters.confirmReminders({ site, link }), messageId, headers: {} };
  }
  const address = `${unsubscribe}${await (isToHost ? answersToken : unsubscribeToken)(owner, key)}`;
  return {
    to,
    ...letters.reminder(digest, { site, page: pageOf(site, digest), unsubscribe: address, isToHost }),
    messageId,
    headers: unsubscribeHeaders(address),
  };
}
