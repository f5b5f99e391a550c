/** One look at the mails to guests that are due. Each is recorded as handed over by the claim, so what fails half-way is not sent again. */
import { isEmailAddress } from '../../domain/accounts/credentials.ts';
import { hasNews, writeFarewell, writeGuestMail } from '../../mail/guest-mail.ts';
import { inParallel } from '../in-parallel.ts';
import { MailBusy, unsubscribeHeaders, type WrittenMail } from '../mail/written-mail.ts';
import { guestMailToken } from '../reminders/unsubscribe-token.ts';
import { type ClaimedMail, type FarewellRow, partyOfFarewell, readClaim } from './claimed-mails.ts';
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

/** What waits in one table of the database. */
type Queue<Claimed> = {
  /** Claims mails, and answers at how many it has looked. */
  readonly claim: () => Promise<{ looked: number; mails: readonly Claimed[] }>;
  /** Writes a mail; null where there is nothing to tell. */
  readonly write: (mail: Claimed) => Promise<WrittenMail | null>;
  /** Takes back what certainly was not taken by a mail server. */
  readonly release: (mails: readonly (Claimed & { readonly due_at: string })[]) => Promise<unknown>;
};

export async function sendGuestMails(parts: SendMailsParts): Promise<GuestMailCounts> {
  const { service, now, site, guestMails } = parts;
  const { post, newHostGuests: most_of_new } = guestMails;
  const counts: GuestMailCounts = { mails: 0, failed: 0 };
  if (!post) return counts;
  await mailProofs(parts, post);
  const end = now().getTime() + timeForLook;
  const given = () => ({ at: now().toISOString(), most: batch, most_of_new });
  const mails: Queue<ClaimedMail> = {
    claim: async () => readClaim(await service.call('claim_guest_mails', given())),
    write: (mail) => writeMail(mail, guestMails, site),
    release: (busy) => service.call('release_guest_mails', { mails: busy.map(({ id, due_at }) => ({ id, due_at })) }),
  };
  const farewells: Queue<FarewellRow> = {
    async claim() {
      const claimed = (await service.call('claim_guest_farewells', given())) as FarewellRow[];
      return { looked: claimed.length, mails: claimed };
    },
    write: async (row) => ({
      to: row.to,
      ...writeFarewell(partyOfFarewell(row)),
      messageId: `<guest-farewell-${row.id}@${new URL(site).hostname}>`,
      headers: {},
    }),
    release: (busy) => service.call('release_guest_farewells', { mails: busy }),
  };
  await workOff(mails, { now, post, end }, counts);
  await workOff(farewells, { now, post, end }, counts);
  return counts;
}

type Clock = { readonly now: () => Date; readonly end: number; readonly post: (mail: WrittenMail) => Promise<void> };

/** Sends a batch at least, and goes on until nothing is due, the mail server is busy, or the time is over. */
async function workOff<Claimed extends { readonly to: string; readonly attempt: number }>(
  { claim, write, release }: Queue<Claimed>,
  { now, end, post }: Clock,
  counts: GuestMailCounts,
): Promise<void> {
  for (;;) {
    const { looked, mails: claimed } = await claim();
    const outcomes = await inParallel(
      claimed.map((mail) => () => send(mail, write, post)),
      concurrency,
    );
    const busy = claimed.filter((_, index) => outcomes[index] === 'busy');
    counts.mails += outcomes.filter((outcome) => outcome === 'sent').length;
    counts.failed += outcomes.filter((outcome) => outcome === 'busy' || outcome === null).length;
    const released = busy.flatMap((mail) => {
      const delay = retryDelays[mail.attempt - 1];
      return delay === undefined ? [] : [{ ...mail, due_at: new Date(now().getTime() + delay).toISOString() }];
    });
    if (released.length > 0) await release(released);
    // A server that was too busy for one is too busy for the next.
    if (looked < batch || busy.length > 0 || now().getTime() > end) return;
  }
}

async function send<Claimed extends { readonly to: string }>(
  mail: Claimed,
  write: Queue<Claimed>['write'],
  post: Clock['post'],
): Promise<'sent' | 'busy' | 'nothing'> {
  const written = isEmailAddress(mail.to) ? await write(mail) : null;
  if (!written) return 'nothing';
  try {
    await post(written);
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
): Promise<WrittenMail | null> {
  if (!hasNews(news)) return null;
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
