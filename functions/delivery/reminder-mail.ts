import type { Digest } from '../../domain/reminders/digest.ts';
import { letters } from '../../mail/letters.ts';
import { confirmToken, unsubscribeToken } from '../mail-links/unsubscribe-token.ts';
import type { ReminderMail } from './delivery-parts.ts';
import { unsubscribeHeaders, type WrittenMail } from './written-mail.ts';

export type MailPlaces = {
  /** The origin of the site. */
  readonly site: string;
  /** The address before the token, such as `https://wagday.example/unsubscribe/`. */
  readonly unsubscribe: string;
  /** The address before the token of a confirmation. */
  readonly confirm: string;
  /** `unsubscribeKey` of the parts. */
  readonly key: string;
};

/** Returns the page of what a digest is about, as in `addresses`: a party, a dog, or the home page. */
export function pageOf(site: string, { dogId, partyId }: Digest): string {
  if (partyId) return `${site}/#party=${partyId}`;
  return dogId ? `${site}/#dog=${dogId}` : `${site}/`;
}

/** Writes a reminder. Its Message-ID is the same for every attempt, and one click or request turns off the mails (RFC 8058). */
export async function writeReminder(
  { owner, to, digest, id }: ReminderMail,
  { site, unsubscribe, confirm, key }: MailPlaces,
): Promise<WrittenMail> {
  const messageId = `<${id}.${owner}@${new URL(site).hostname}>`;
  if (!digest) {
    const page = `${confirm}${await confirmToken(owner, to, key)}`;
    return { to, ...letters.confirmReminders({ site, page }), messageId, headers: {} };
  }
  const address = `${unsubscribe}${await unsubscribeToken(owner, key)}`;
  return {
    to,
    ...letters.reminder(digest, { page: pageOf(site, digest), unsubscribe: address }),
    messageId,
    headers: unsubscribeHeaders(address),
  };
}
