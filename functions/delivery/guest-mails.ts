/**
 * Sends mails to guests: about their answer or a change to the party, and the farewell when a host has left. Each is recorded as handed
 * over before it is, so a mail that fails half-way is not sent again.
 */
import { invitationFile, invitationPage } from '../../addresses/addresses.ts';
import { isEmailAddress } from '../../domain/accounts/credential-rules.ts';
import { anyObject, flag, integer, listOf, objectOf, oneOf, optional, type Parsed, text } from '../../domain/parse.ts';
import { partyTimeOf } from '../../domain/parties/party-time.ts';
import { withoutTurning } from '../../domain/text/text.ts';
import { senderOf } from '../../mail/guest-letters.ts';
import { letters } from '../../mail/letters.ts';
import type { GuestNews } from '../../mail/party-words.ts';
import { guestMailToken, unsubscribeHeaders } from '../mail-links/unsubscribe-token.ts';
import type { WrittenMail } from '../web-function.ts';
import {
  type Decision,
  type DueGuestMail,
  decideBeyondLimit,
  decideGuestMail,
  dueGuestMail,
  limits,
  titledDay,
} from './decide-guest-mail.ts';
import { decideEach, handOver, type Kind, type Message, type Plan, type SendingBackend } from './delivery.ts';

/** How many guests a day are mailed for all hosts of a site together whose accounts are younger than a week, unless it is set. */
export const usualNewHostGuests = 500;

/** Reads the setting of that number, at most 100,000; null for an invalid one. */
export function readNewHostGuests(text: string): number | null {
  return /^\d{1,6}$/.test(text) && Number(text) <= 100_000 ? Number(text) : null;
}

/** Mails per claim: few, because a crash loses the recorded mails. */
const batch = 20;
/** In seconds, before the second attempt, the third and so on. After the last, a mail is given up. */
const retryDelays = [1, 5, 30, 60, 120, 240, 480].map((minutes) => minutes * 60);

/** How many rows a claim has looked at, and the mails that are due. */
const claimed = objectOf({ looked: integer, mails: listOf(anyObject) });

/** Of a mail that was recorded, the guest's own token, which opens and changes the answer; of another, which limit has no room for it. */
const recorded = listOf(objectOf({ id: text, token: optional(text), full: optional(oneOf(limits)) }));

/** A mail about a party of which nothing else is left, as it is claimed and released. `attempt` counts from 1. */
const farewell = objectOf({ id: text, to: text, attempt: integer, party: objectOf({ ...titledDay, isHostNew: flag }) });

type GuestMessage<Row> = Message & { readonly row: Row };

// A mail server that is too busy for one mail is too busy for the next.
const settings = { places: { all: 4, ofOwner: 4, toHost: 4 }, endsWhenRefused: true } as const;

/** @param release releases mails that a mail server certainly did not accept; those without `due_at` are given up */
function planOf<Row extends { readonly id: string; readonly attempt: number }>(
  { now, delivery: { post } }: SendingBackend,
  rows: readonly Row[],
  write: (row: Row) => Promise<WrittenMail>,
  release: (rows: readonly (Row & { readonly due_at: string | null })[]) => Promise<unknown>,
): Plan<GuestMessage<Row>> {
  return {
    messages: rows.map((row) => {
      const send = async () => {
        const mail = await write(row).catch(() => null);
        if (mail === null) return { outcome: 'gone' } as const;
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
}

const claimedMail = objectOf({ id: text, version: text });
/** A mail that cannot be read has no `due`. */
type Decided = Parsed<typeof claimedMail> & { readonly due?: DueGuestMail; readonly decision: Decision };
type RecordedMail = Readonly<{ id: string; attempt: number; token: string; due: DueGuestMail; news: GuestNews }>;

export function guestMailKind(backend: SendingBackend): Kind<unknown, GuestMessage<RecordedMail>> {
  const { service, delivery } = backend;

  /** Records decisions. Returns the mails to send, and the decisions about those that are beyond a limit. */
  async function record(decided: readonly Decided[], now: number) {
    const given = decided.map(({ id, version, decision }) => ({ id, version, ...decision, news: undefined }));
    const args = { decided: given, at: new Date(now).toISOString(), most_of_new: delivery.newHostGuests };
    const rows = given.length === 0 ? [] : await service.call('record_guest_mails', args);
    const [mails, beyond]: [RecordedMail[], Decided[]] = [[], []];
    for (const { id, token, full } of recorded(rows, 'record_guest_mails')) {
      const { due, decision } = decided.find((one) => one.id === id) ?? {};
      if (!due || !decision || !('news' in decision)) continue;
      if (full === 'site') delivery.onNewHostsFull?.();
      if (full) beyond.push({ id, version: due.version, due, decision: decideBeyondLimit(due.kind, full, now) });
      if (token) mails.push({ id, attempt: due.attempts + 1, token, due, news: decision.news });
    }
    return { mails, beyond };
  }

  return {
    ...settings,
    async claim(at) {
      const rows = await service.call('claim_due_guest_mails', { at: new Date(at).toISOString(), most: batch });
      const { looked, mails } = withoutTurning(claimed(rows, 'claim_due_guest_mails'));
      return { rows: mails, isMore: looked >= batch };
    },
    async decide(rows, { at }) {
      const { decided } = await decideEach(rows, (row): Decided => {
        const { id, version } = claimedMail(row, 'claim_due_guest_mails');
        try {
          const due = dueGuestMail(row, 'claim_due_guest_mails');
          return { id, version, due, decision: decideGuestMail(due, at) };
        } catch {
          // Or it would come back for ever.
          return { id, version, decision: { outcome: 'missed' } };
        }
      });
      const { mails, beyond } = await record(decided, at);
      const release = (rows: readonly { readonly id: string; readonly due_at: string | null }[]) =>
        service.call('release_guest_mails', { mails: rows.map(({ id, due_at }) => ({ id, due_at })) });
      const plan = planOf(backend, mails, (mail) => writeMail(mail, backend), release);
      return {
        ...plan,
        failed: rows.length - decided.filter(({ due }) => due).length,
        async record(sent) {
          await plan.record(sent);
          // Last, because its failure must not cost the mails that are recorded as handed over.
          await record(beyond, at);
        },
      };
    },
  };
}

type Farewell = Parsed<typeof farewell>;

export function farewellKind(backend: SendingBackend): Kind<unknown, GuestMessage<Farewell>> {
  const { service, site, delivery } = backend;
  const write = async ({ id, to, party: { time, end, zone, ...party } }: Farewell) => ({
    to,
    ...letters.guestFarewell({ ...party, time: partyTimeOf(time, zone, end) }),
    messageId: `<guest-farewell-${id}@${new URL(site).hostname}>`,
    headers: {},
  });
  return {
    ...settings,
    async claim(at) {
      const given = { at: new Date(at).toISOString(), most: batch, most_of_new: delivery.newHostGuests };
      const rows = listOf(anyObject)(await service.call('claim_guest_farewells', given), 'claim_guest_farewells');
      return { rows, isMore: rows.length >= batch };
    },
    async decide(rows) {
      const { decided, failed } = await decideEach(rows, (row) => farewell(row, 'claim_guest_farewells'));
      const mails = decided.filter(({ to }) => isEmailAddress(to));
      const plan = planOf(backend, mails, write, async (released) => {
        const again = released.filter(({ due_at }) => due_at !== null);
        if (again.length > 0) await service.call('release_guest_farewells', { mails: again });
      });
      return { failed, ...plan };
    },
  };
}

/** Writes a mail. Its Message-ID is the same for every attempt. All mails to a guest about a party answer one that was never sent, so that programs show them as one thread. */
async function writeMail(
  { id, token, news, due: { guest, hostEmail, repliesByMail } }: RecordedMail,
  { site, delivery: { addresses, unsubscribeKey } }: SendingBackend,
): Promise<WrittenMail> {
  const { hostname } = new URL(site);
  const thread = `<party-of-guest-${guest.id}@${hostname}>`;
  const page = `${site}${invitationPage(token)}`;
  const calendar = `${site}${invitationFile(token)}`;
  const unsubscribe = `${addresses.unsubscribe}${await guestMailToken(id, unsubscribeKey)}`;
  const replyTo = repliesByMail ? hostEmail : null;
  return {
    to: guest.email ?? '',
    ...letters.guestNews(news, { site, page, calendar, unsubscribe, canReply: replyTo !== null }),
    sender: senderOf(news.party),
    messageId: `<guest-mail-${id}@${hostname}>`,
    headers: {
      ...unsubscribeHeaders(unsubscribe),
      'In-Reply-To': thread,
      References: thread,
      ...(replyTo !== null && { 'Reply-To': replyTo }),
    },
  };
}
