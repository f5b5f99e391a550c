/** One look at who is due: who is claimed gets a reminder if there is one to give, and the moment of the next look. */

import { localDayAt } from '../../domain/dates/local-time.ts';
import { reminderDigest, testDigest } from '../../domain/reminders/digest.ts';
import { dueReminder, latestDelay, nextReminder, repliesToTell } from '../../domain/reminders/reminders.ts';
import { type Claim, type Claimed, readClaimed } from './claims.ts';
import { type Delivered, deliver } from './deliver.ts';
import { loadPacks } from './packs.ts';
import { askForProofs } from './proofs.ts';
import type { Channel, Reminder, TickParts } from './reminder.ts';

/** Owners that are claimed at once. */
const batch = 100;
/** Milliseconds after which no further batch is claimed. */
const timeForTick = 20_000;
/** Milliseconds after which those are looked at again for whose mail there was no room. */
const waitForRoom = 300_000;

/** How many owners were looked at, what was handed over, and what failed. */
export type TickCounts = { owners: number; mails: number; pushes: number; failed: number };

export async function tick(parts: TickParts): Promise<TickCounts> {
  const counts: TickCounts = { owners: 0, mails: 0, pushes: 0, failed: 0 };
  const end = parts.now().getTime() + timeForTick;
  for (;;) {
    const now = parts.now().getTime();
    const at = new Date(now).toISOString();
    const claimed = readClaimed(await parts.service.call('claim_due_reminders', { at, most: batch }));
    counts.owners += claimed.length;
    if (claimed.length > 0) await remind(parts, claimed, { now, end }, counts);
    if (claimed.length < batch || parts.now().getTime() > end) return counts;
  }
}

async function remind(
  parts: TickParts,
  claimed: readonly Claimed[],
  { now, end }: { now: number; end: number },
  counts: TickCounts,
): Promise<void> {
  const { service, reminders: own } = parts;
  const hasRoom = own.post !== null && (await own.hasRoom?.()) !== false;
  const { claims, left, failed } = await loadPacks(parts, claimed, end);
  counts.failed += failed;
  const reminders: Reminder[] = [];
  const waiting: Claim[] = [];
  const next = new Map<Claim, number>();
  for (const claim of claims) {
    // Other requests are answered in between, however large the packs are.
    await new Promise((resolve) => setTimeout(resolve, 0));
    try {
      const wanted = remindersOf(claim, now, own.post !== null);
      // A test is asked for once, and there are few of them.
      const possible = wanted.filter(({ channel, day }) => hasRoom || channel === 'push' || day === null);
      if (possible.length < wanted.length) waiting.push(claim);
      reminders.push(...possible);
      next.set(claim, nextReminder(now, claim.pack, claim.settings));
    } catch {
      // The claim ends by itself, later each time: one owner's rows hold up nobody else.
      counts.failed += 1;
    }
  }
  const delivered = await deliver(parts, await record(parts, reminders), now);
  for (const { owner } of waiting) {
    const retry = now + waitForRoom;
    delivered.retries.set(owner, Math.min(retry, delivered.retries.get(owner) ?? retry));
  }
  for (const name of ['mails', 'pushes', 'failed'] as const) counts[name] += delivered[name];
  await askForProofs(parts, claimed, now);
  const looks = [...next].map(([claim, dueAt]) => lookOf(claim, dueAt, now, delivered));
  await service.call('finish_reminders', { looks: [...looks, ...left.map((claim) => lookAgain(claim, now))] });
}

/** Owners whose packs there was no time to read come after those who are due already. */
function lookAgain({ owner, number, doneUntil, isTest, testBrowsers }: Claimed, now: number): object {
  return {
    ...{
      user_id: owner,
      claim: number,
      due_at: new Date(now).toISOString(),
      done_until: new Date(doneUntil).toISOString(),
    },
    ...{ is_test: isTest, test_browsers: testBrowsers },
  };
}

/** Who could not be reached yet is looked at again, as if nothing had been said. */
function lookOf(claim: Claim, dueAt: number, now: number, { retries, tests }: Delivered): object {
  const retry = retries.get(claim.owner);
  const browsers = tests.get(claim.owner);
  return {
    user_id: claim.owner,
    claim: claim.number,
    due_at: new Date(Math.min(dueAt, retry ?? dueAt)).toISOString(),
    done_until: new Date(retry === undefined ? now : Math.min(claim.doneUntil, now)).toISOString(),
    ...(browsers && { is_test: true, test_browsers: browsers }),
  };
}

function remindersOf(claim: Claim, now: number, hasMail: boolean): Reminder[] {
  const { pack, settings, isTest, testBrowsers, doneUntil } = claim;
  const channels: Channel[] = [];
  if (claim.email !== null && hasMail) channels.push('mail');
  if (claim.subscriptions.length > 0) channels.push('push');
  const due = dueReminder(now, doneUntil, settings);
  const replies = due ? repliesToTell(pack, settings, due.day) : [];
  const digest = due && reminderDigest(pack, settings.daysBefore, due.day, replies);
  const told = replies.map(({ guestId }) => guestId);
  return channels.flatMap((channel) => {
    const reminders: Reminder[] =
      due && digest ? [{ claim, digest, replies: told, ...due, channel, browsers: null }] : [];
    // What is left of a test is for browsers only.
    if (isTest && (channel === 'push' || testBrowsers === null)) {
      const digest = testDigest(pack, localDayAt(now, settings.timeZone));
      const until = now + latestDelay;
      reminders.push({ claim, digest, replies: [], day: null, until, channel, browsers: testBrowsers });
    }
    return reminders;
  });
}

/** Records what is about to be sent. Answers what nobody has recorded before, what was left of others, and tests. */
async function record({ service }: TickParts, reminders: readonly Reminder[]): Promise<Reminder[]> {
  const deliveries = reminders
    .filter(({ day }) => day !== null)
    .map(({ claim, day, channel, replies }) => ({ user_id: claim.owner, day, channel, replies }));
  if (deliveries.length === 0) return [...reminders];
  type Recorded = { user_id: string; channel: Channel; browsers: string[] | null };
  const recorded = (await service.call('record_reminder_deliveries', { deliveries })) as Recorded[];
  const fresh = new Map(recorded.map(({ user_id, channel, browsers }) => [`${channel} ${user_id}`, browsers]));
  return reminders.flatMap((reminder) => {
    if (reminder.day === null) return [reminder];
    const browsers = fresh.get(`${reminder.channel} ${reminder.claim.owner}`);
    return browsers === undefined ? [] : [{ ...reminder, browsers }];
  });
}
