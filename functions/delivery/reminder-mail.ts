import { letters } from '../../mail/letters.ts';
import { confirmToken, unsubscribeToken } from '../mail-links/unsubscribe-token.ts';
import type { ReminderMail } from './delivery-parts.ts';
import { unsubscribeHeaders, type WrittenMail } from './written-mail.ts';

export type MailPlaces = {
  /** The origin of the site. */
  readonly site: string;
  /** What the token stands behind, such as `https://wagday.example/unsubscribe/`. */
  readonly unsubscribe: string;
  /** What the token of a confirmation stands behind. */
  readonly confirm: string;
  /** `unsubscribeKey` of the parts. */
  readonly key: string;
};

/** The page of a dog, as `addresses` has it. */
export function pageOf(site: string, dogId: string | null): string {
  return dogId ? `${site}/#dog=${dogId}` : `${site}/`;
}

/** Writes a reminder. Its Message-ID is the same however often it is written, and one click or request turns the mails off (RFC 8058). */
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
    ...letters.reminder(digest, { page: pageOf(site, digest.dogId), unsubscribe: address }),
    messageId,
    headers: unsubscribeHeaders(address),
  };
}
