/**
 * Sends mails to guests: about their answer or a change to the party, and the farewell when a host has left. The claim records each as
 * handed over, so a mail that fails half-way is not sent again.
 */
import { invitationFile, invitationPage } from '../../addresses/addresses.ts';
import { isEmailAddress } from '../../domain/accounts/credentials.ts';
import { attendances } from '../../domain/guests/guest-answer.ts';
import {
  anyObject,
  calendarDate,
  flag,
  integer,
  listOf,
  objectOf,
  oneOf,
  optional,
  type Parsed,
  text,
} from '../../domain/parse.ts';
import { partyTimeOf } from '../../domain/parties/party-time.ts';
import { withoutTurning } from '../../domain/text/text.ts';
import { hasNews, senderOf } from '../../mail/guest-letters.ts';
import { letters } from '../../mail/letters.ts';
import type { GuestNews } from '../../mail/party-words.ts';
import { guestMailToken, unsubscribeHeaders } from '../mail-links/unsubscribe-token.ts';
import type { WrittenMail } from '../web-function.ts';
import { decideEach, handOver, type Kind, type Message, type SendingBackend } from './delivery.ts';

/** How many guests a day are mailed for all hosts of a site together whose accounts are younger than a week, unless it is set. */
export const usualNewHostGuests = 500;

/** Reads the setting of that number, at most 100,000; null for an invalid one. */
export function readNewHostGuests(text: string): number | null {
  return /^\d{1,6}$/.test(text) && Number(text) <= 100_000 ? Number(text) : null;
}

/** Mails per claim: few, because a crash loses the claimed mails. */
const batch = 20;
/** In seconds, before the second attempt, the third and so on. After the last, a mail is given up. */
const retryDelays = [1, 5, 30, 60, 120, 240, 480].map((minutes) => minutes * 60);

/** How many rows a claim has looked at, the mails to send, and whether one waits because new hosts have mailed as many guests as they may. */
const claimed = objectOf({ looked: integer, mails: listOf(anyObject), isSiteFull: optional(flag) });

const day = { title: text, date: calendarDate, time: optional(text), end: optional(text), zone: optional(text) };
const facts = { ...day, location: optional(text) };
/** `attempt` counts from 1. */
const mail = { id: text, to: text, attempt: integer };

const guestMail = objectOf({
  ...mail,
  // The id of the guest. Left out by a database that is older than this server.
  guest: optional(text),
  // The guest's own token opens and changes the answer.
  token: text,
  kind: oneOf(['link', 'moved up', 'cancelled', 'change', 'reminder', 'word']),
  // The host's address, if the host lets guests reply.
  replyTo: optional(text),
  word: optional(text),
  // Why a party is called off. Left out by a database that is older than this server.
  why: optional(text),
  party: objectOf({
    ...facts,
    host: optional(text),
    dog: optional(text),
    isPlaceHidden: flag,
    isHostNew: flag,
    isOver: optional(flag),
  }),
  answer: objectOf({
    name: optional(text),
    answer: oneOf(attendances),
    adults: integer,
    children: integer,
    dogs: integer,
    brings: listOf(text),
    isWaiting: flag,
    isTooLarge: flag,
    isAgain: flag,
  }),
});
/** What the guest knew before a change. */
const changed = objectOf({ before: objectOf({ ...facts, isCancelled: flag }) });

/** A mail about a party of which nothing else is left, as it is claimed and released. */
const farewell = objectOf({ ...mail, party: objectOf({ ...day, isHostNew: flag }) });

type ClaimedMail = ReturnType<typeof readMail>;

function readMail(row: unknown) {
  const { kind, party, answer, word, why, ...mail } = guestMail(row, 'claim_guest_mails');
  const content = { party: withPartyTime(party), answer };
  const newsOf = (): GuestNews => {
    if (kind === 'word') return { kind, ...content, word: word ?? '', isThanks: party.isOver === true };
    if (kind === 'cancelled') return { kind, ...content, why };
    if (kind !== 'change') return { kind, ...content };
    return { kind, ...content, before: withPartyTime(changed(row, 'claim_guest_mails').before) };
  };
  return { ...mail, news: newsOf() };
}

type Moment = { readonly time: string | null; readonly end: string | null; readonly zone: string | null };

function withPartyTime<Party extends Moment>({ time, end, zone, ...party }: Party) {
  return { ...party, time: partyTimeOf(time, zone, end) };
}

/** What differs between the kinds of mails to guests. */
type GuestMails<Row> = {
  readonly claim: (given: Readonly<Record<string, unknown>>) => Promise<Parsed<typeof claimed>>;
  /** Returns null when there is nothing to report. */
  readonly read: (row: unknown) => Row | null;
  readonly write: (row: Row) => Promise<WrittenMail>;
  /** Releases mails that a mail server certainly did not accept; those without `due_at` are given up. */
  readonly release: (rows: readonly (Row & { readonly due_at: string | null })[]) => Promise<unknown>;
};

type GuestMessage<Row> = Message & { readonly row: Row };

function kindOf<Row extends { readonly id: string; readonly to: string; readonly attempt: number }>(
  { now, delivery: { post, newHostGuests: most_of_new, onNewHostsFull } }: SendingBackend,
  { claim, read, write, release }: GuestMails<Row>,
): Kind<unknown, GuestMessage<Row>> {
  return {
    places: { all: 4, ofOwner: 4, toHost: 4 },
    // A mail server that is too busy for one mail is too busy for the next.
    endsWhenRefused: true,
    async claim(at) {
      const { looked, mails, isSiteFull } = await claim({ at: new Date(at).toISOString(), most: batch, most_of_new });
      if (isSiteFull) onNewHostsFull?.();
      return { rows: mails, isMore: looked >= batch };
    },
    async decide(rows) {
      const { decided, failed } = await decideEach(rows, (row) => {
        const mail = read(row);
        return mail && isEmailAddress(mail.to) ? [mail] : [];
      });
      return {
        failed,
        messages: decided.flat().map((row) => {
          const send = async () => {
            const mail = await write(row);
            return handOver(async () => post?.(mail), retryDelays[row.attempt - 1] ?? null);
          };
          return { channel: 'mail', owner: row.id, host: 'mail', row, send };
        }),
        async record(sent) {
          const released = sent.flatMap(({ message: { row }, outcome }) => {
            // Unknown outcomes may be sent mails.
            if (outcome === null || outcome.outcome === 'sent') return [];
            const again = 'afterSeconds' in outcome ? new Date(now().getTime() + outcome.afterSeconds * 1000) : null;
            return [{ ...row, due_at: again?.toISOString() ?? null }];
          });
          if (released.length > 0) await release(released);
        },
      };
    },
  };
}

export function guestMailKind(backend: SendingBackend): Kind<unknown, GuestMessage<ClaimedMail>> {
  const { service } = backend;
  return kindOf(backend, {
    claim: async (given) =>
      withoutTurning(claimed(await service.call('claim_guest_mails', given), 'claim_guest_mails')),
    read(row) {
      const mail = readMail(row);
      return hasNews(mail.news) ? mail : null;
    },
    write: (mail) => writeMail(mail, backend),
    release: (rows) => service.call('release_guest_mails', { mails: rows.map(({ id, due_at }) => ({ id, due_at })) }),
  });
}

export function farewellKind(backend: SendingBackend): Kind<unknown, GuestMessage<Parsed<typeof farewell>>> {
  const { service, site } = backend;
  return kindOf(backend, {
    async claim(given) {
      const mails = listOf(anyObject)(await service.call('claim_guest_farewells', given), 'claim_guest_farewells');
      return { looked: mails.length, mails, isSiteFull: false };
    },
    read: (row) => farewell(row, 'claim_guest_farewells'),
    write: async (row) => ({
      to: row.to,
      ...letters.guestFarewell(withPartyTime(row.party)),
      messageId: `<guest-farewell-${row.id}@${new URL(site).hostname}>`,
      headers: {},
    }),
    async release(mails) {
      const again = mails.filter(({ due_at }) => due_at !== null);
      if (again.length > 0) await service.call('release_guest_farewells', { mails: again });
    },
  });
}

/** Writes a mail. Its Message-ID is the same for every attempt. All mails to a guest about a party answer one that was never sent, so that programs show them as one thread. */
async function writeMail(
  { id, guest, to, token, replyTo, news }: ClaimedMail,
  { site, delivery: { addresses, unsubscribeKey } }: SendingBackend,
): Promise<WrittenMail> {
  const { hostname } = new URL(site);
  const thread = `<party-of-guest-${guest}@${hostname}>`;
  const page = `${site}${invitationPage(token)}`;
  const calendar = `${site}${invitationFile(token)}`;
  const unsubscribe = `${addresses.unsubscribe}${await guestMailToken(id, unsubscribeKey)}`;
  return {
    to,
    ...letters.guestNews(news, { site, page, calendar, unsubscribe, canReply: replyTo !== null }),
    sender: senderOf(news.party),
    messageId: `<guest-mail-${id}@${hostname}>`,
    headers: {
      ...unsubscribeHeaders(unsubscribe),
      ...(guest !== null && { 'In-Reply-To': thread, References: thread }),
      ...(replyTo !== null && { 'Reply-To': replyTo }),
    },
  };
}
