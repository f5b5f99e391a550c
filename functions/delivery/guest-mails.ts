/**
 * Sends mails to guests: about their answer or a change to the party, and the farewell when a host has left. The claim records each as
 * handed over, so a mail that fails half-way is not sent again.
 */
import { isEmailAddress } from '../../domain/accounts/credentials.ts';
import { anyObject, listOf } from '../../domain/parse.ts';
import { hasNews } from '../../mail/guest-letters.ts';
import { letters } from '../../mail/letters.ts';
import { guestMailToken } from '../mail-links/unsubscribe-token.ts';
import { decideEach, handOver, type Kind, type KindParts, type Message } from './delivery.ts';
import {
  type ClaimedMail,
  type FarewellRow,
  partyOfFarewell,
  readClaim,
  readFarewell,
  readMail,
} from './guest-mail-rows.ts';
import { unsubscribeHeaders, type WrittenMail } from './written-mail.ts';

/** Mails per claim: few, because a crash loses the claimed mails. */
const batch = 20;
/** In seconds, before the second attempt, the third and so on. After the last, a mail is given up. */
const retryDelays = [1, 5, 30, 60, 120, 240, 480].map((minutes) => minutes * 60);

type Claimed = { readonly id: string; readonly to: string; readonly attempt: number };

/** What differs between the kinds of mails to guests. */
type GuestMails<Row> = {
  readonly claim: (
    given: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly looked: number; readonly mails: readonly unknown[] }>;
  /** Returns null when there is nothing to report. */
  readonly read: (row: unknown) => Row | null;
  readonly write: (row: Row) => Promise<WrittenMail>;
  /** Releases mails that a mail server certainly did not accept. */
  readonly release: (rows: readonly (Row & { readonly due_at: string })[]) => Promise<unknown>;
};

type GuestMessage<Row> = Message & { readonly row: Row };

function kindOf<Row extends Claimed>(
  { now, delivery: { post, newHostGuests: most_of_new } }: KindParts,
  { claim, read, write, release }: GuestMails<Row>,
): Kind<unknown, GuestMessage<Row>> {
  return {
    places: { all: 4, ofOwner: 4, toHost: 4 },
    // A mail server that is too busy for one mail is too busy for the next.
    endsWhenRefused: true,
    async claim(at) {
      const { looked, mails } = await claim({ at: new Date(at).toISOString(), most: batch, most_of_new });
      return { rows: mails, isMore: looked >= batch };
    },
    async decide(rows) {
      const { decided, failed } = await decideEach(rows, (row) => {
        const mail = read(row);
        return mail && isEmailAddress(mail.to) ? [mail] : [];
      });
      return {
        failed,
        messages: decided.flat().map((row) => ({
          ...{ channel: 'mail', owner: row.id, host: 'mail', row },
          async send() {
            const mail = await write(row);
            return handOver(async () => post?.(mail), retryDelays[row.attempt - 1] ?? null);
          },
        })),
        async record(sent) {
          const released = sent.flatMap(({ message: { row }, outcome }) =>
            outcome?.outcome === 'retry'
              ? [{ ...row, due_at: new Date(now().getTime() + outcome.afterSeconds * 1000).toISOString() }]
              : [],
          );
          if (released.length > 0) await release(released);
        },
      };
    },
  };
}

export function guestMailKind(parts: KindParts): Kind<unknown, GuestMessage<ClaimedMail>> {
  const { service } = parts;
  return kindOf(parts, {
    claim: async (given) => readClaim(await service.call('claim_guest_mails', given)),
    read(row) {
      const mail = readMail(row);
      return hasNews(mail.news) ? mail : null;
    },
    write: (mail) => writeMail(mail, parts),
    release: (rows) => service.call('release_guest_mails', { mails: rows.map(({ id, due_at }) => ({ id, due_at })) }),
  });
}

export function farewellKind(parts: KindParts): Kind<unknown, GuestMessage<FarewellRow>> {
  const { service, site } = parts;
  return kindOf(parts, {
    async claim(given) {
      const mails = listOf(anyObject)(await service.call('claim_guest_farewells', given), 'claim_guest_farewells');
      return { looked: mails.length, mails };
    },
    read: readFarewell,
    write: async (row) => ({
      to: row.to,
      ...letters.guestFarewell(partyOfFarewell(row)),
      messageId: `<guest-farewell-${row.id}@${new URL(site).hostname}>`,
      headers: {},
    }),
    release: (mails) => service.call('release_guest_farewells', { mails }),
  });
}

/** Writes a mail. Its Message-ID is the same for every attempt. */
async function writeMail(
  { id, to, token, replyTo, news }: ClaimedMail,
  { site, delivery: { addresses, unsubscribeKey } }: KindParts,
): Promise<WrittenMail> {
  const { invitations } = addresses;
  const page = `${invitations}${token}`;
  // A static host has only the page, whose token comes after `#`, and no calendar file.
  const calendar = invitations.endsWith('#') ? null : `${page}/party.ics`;
  const unsubscribe = `${addresses.unsubscribe}${await guestMailToken(id, unsubscribeKey)}`;
  return {
    to,
    ...letters.guestNews(news, { site, page, calendar, unsubscribe, canReply: replyTo !== null }),
    messageId: `<guest-mail-${id}@${new URL(site).hostname}>`,
    headers: { ...unsubscribeHeaders(unsubscribe), ...(replyTo !== null && { 'Reply-To': replyTo }) },
  };
}
