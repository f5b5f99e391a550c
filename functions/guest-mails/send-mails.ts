/** One look at the mails to guests that are due. Each is recorded as handed over by the claim, so what fails half-way is not sent again. */
import { isEmailAddress } from '../../domain/credentials.ts';
import { hasNews, writeGuestMail } from '../../domain/guest-mail.ts';
import { inParallel } from '../in-parallel.ts';
import { MailBusy, unsubscribeHeaders, type WrittenMail } from '../mail/written-mail.ts';
import { guestMailToken } from '../reminders/unsubscribe-token.ts';
import { type ClaimedMail, readClaim } from './claimed-mails.ts';
import type { GuestMailParts } from './guest-mail-parts.ts';
import { mailProofs, type SendMailsParts } from './mail-proofs.ts';

/** Mails that are claimed at once: few, because those are lost that a crash interrupts. */
const batch = 20;
/** Mails on their way at once. */
const concurrency = 4;
/** Milliseconds after which no further batch is claimed. */
const timeForLook = 20_000;
const minute = 60_000;
/** Before the second attempt, the third and so on. After the last a mail is given up. */
const retryDelays = [minute, 5 * minute, 30 * minute, 60 * minute, 120 * minute, 240 * minute, 480 * minute];

export type GuestMailCounts = { mails: number; failed: number };

export async function sendGuestMails({ service, now, site, guestMails }: SendMailsParts): Promise<GuestMailCounts> {
  const counts: GuestMailCounts = { mails: 0, failed: 0 };
  const { post, newHostGuests } = guestMails;
  if (!post) return counts;
  await mailProofs({ service, now, site, guestMails }, post);
  const end = now().getTime() + timeForLook;
  for (;;) {
    const at = now().toISOString();
    const { looked, mails: claimed } = readClaim(
      await service.call('claim_guest_mails', { at, most: batch, most_of_new: newHostGuests }),
    );
    const outcomes = await inParallel(
      claimed.map((mail) => () => send(mail, post, guestMails, site)),
      concurrency,
    );
    const busy = claimed.filter((_, index) => outcomes[index] === 'busy');
    counts.mails += outcomes.filter((outcome) => outcome === 'sent').length;
    counts.failed += outcomes.filter((outcome) => outcome === 'busy' || outcome === null).length;
    const mails = busy.flatMap(({ id, attempt }) => {
      const delay = retryDelays[attempt - 1];
      return delay === undefined ? [] : [{ id, due_at: new Date(now().getTime() + delay).toISOString() }];
    });
    if (mails.length > 0) await service.call('release_guest_mails', { mails });
    // Whoever was too busy for one is too busy for the next.
    if (looked < batch || busy.length > 0 || now().getTime() > end) return counts;
  }
}

async function send(
  mail: ClaimedMail,
  post: (mail: WrittenMail) => Promise<void>,
  parts: GuestMailParts,
  site: string,
): Promise<'sent' | 'busy' | 'nothing'> {
  if (!hasNews(mail.news) || !isEmailAddress(mail.to)) return 'nothing';
  try {
    await post(await writeMail(mail, parts, site));
    return 'sent';
  } catch (error) {
    if (error instanceof MailBusy) return 'busy';
    throw error;
  }
}

/** Its Message-ID is the same however often it is written. */
async function writeMail(
  { id, to, token, news }: ClaimedMail,
  { invitations, unsubscribe, unsubscribeKey }: GuestMailParts,
  site: string,
): Promise<WrittenMail> {
  const page = `${invitations}${token}`;
  // Behind `#` there is nothing but the page of a static host.
  const calendar = invitations.endsWith('#') ? null : `${page}/party.ics`;
  const address = `${unsubscribe}${await guestMailToken(id, unsubscribeKey)}`;
  return {
    to,
    ...writeGuestMail(news, { page, calendar, unsubscribe: address }),
    messageId: `<guest-mail-${id}@${new URL(site).hostname}>`,
    headers: unsubscribeHeaders(address),
  };
}
