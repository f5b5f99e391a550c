/** Hands reminders over: mails to the site's mail, messages to push services. */
import { digestPush } from '../../domain/digest.ts';
import { inParallel } from '../in-parallel.ts';
import { MailBusy } from '../mail/written-mail.ts';
import { wasNotReached } from '../not-reached.ts';
import { type PushOutcome, sendPush } from '../push/send-push.ts';
import type { Claim } from './claims.ts';
import type { Reminder, TickParts } from './reminder.ts';
import { pageOf } from './reminder-mail.ts';

/** Messages on their way at once. */
const concurrency = 50;

export type Delivered = {
  mails: number;
  pushes: number;
  failed: number;
  /** When to look again at owners of whom no browser could be reached yet, in milliseconds since 1970. */
  readonly retries: Map<string, number>;
};

type Subscription = Claim['subscriptions'][number];

/** What became of a mail, or of a message to one browser. */
type Outcome =
  | { readonly outcome: 'mailed' }
  | { readonly outcome: 'retry'; readonly afterSeconds: number }
  | (PushOutcome & { readonly id: string });

/** Seconds after which a mail is handed over again that the mail service has turned away. */
const mailRetry = 300;

export async function deliver(parts: TickParts, reminders: readonly Reminder[], now: number): Promise<Delivered> {
  const { service } = parts;
  const delivered: Delivered = { mails: 0, pushes: 0, failed: 0, retries: new Map() };
  const work = reminders.flatMap((reminder): { reminder: Reminder; act: () => Promise<Outcome> }[] =>
    reminder.channel === 'mail'
      ? [{ reminder, act: () => mail(parts, reminder) }]
      : reminder.claim.subscriptions.map((one) => ({ reminder, act: () => push(parts, reminder, one, now) })),
  );
  const outcomes = await inParallel(
    work.map(({ act }) => act),
    concurrency,
  );
  const idsOf = (wanted: Outcome['outcome']) =>
    outcomes.flatMap((outcome) => (outcome && 'id' in outcome && outcome.outcome === wanted ? [outcome.id] : []));
  const [gone, taken] = [idsOf('gone'), idsOf('sent')];
  delivered.mails = outcomes.filter((outcome) => outcome?.outcome === 'mailed').length;
  delivered.pushes = taken.length;
  delivered.failed = outcomes.length - delivered.mails - taken.length - gone.length;
  const at = new Date(now).toISOString();
  if (gone.length + taken.length > 0) await service.call('note_push_outcomes', { gone, taken, at });

  const released = reminders.flatMap((reminder) => {
    const { claim, day, channel } = reminder;
    const seconds = secondsToRetry(outcomes.filter((_, index) => work[index]?.reminder === reminder));
    if (seconds === null || day === null) return [];
    delivered.retries.set(claim.owner, now + seconds * 1000);
    return [{ user_id: claim.owner, day, channel }];
  });
  if (released.length > 0) await service.call('release_reminder_deliveries', { deliveries: released });
  return delivered;
}

/** Null unless every message of a reminder was turned away, and one of them not for good. */
function secondsToRetry(outcomes: readonly (Outcome | null)[]): number | null {
  const isTurnedAway = outcomes.every((outcome) => outcome && ['retry', 'gone', 'refused'].includes(outcome.outcome));
  const waits = outcomes.flatMap((outcome) => (outcome?.outcome === 'retry' ? [outcome.afterSeconds] : []));
  return isTurnedAway && waits.length > 0 ? Math.min(...waits) : null;
}

async function mail({ reminders: { post } }: TickParts, reminder: Reminder): Promise<Outcome> {
  const { claim, digest, day, until } = reminder;
  const id = day === null ? `test-${crypto.randomUUID()}` : `reminder-${day}`;
  try {
    await post?.({ owner: claim.owner, to: claim.email ?? '', digest, id, until });
  } catch (error) {
    if (error instanceof MailBusy) return { outcome: 'retry', afterSeconds: mailRetry };
    throw error;
  }
  return { outcome: 'mailed' };
}

/** @throws Error when the push service did not answer: the message may have arrived, so it is not sent again */
async function push(
  { site, reminders: { vapid, pushServices = [], fetch } }: TickParts,
  { digest, day, until }: Reminder,
  subscription: Subscription,
  now: number,
): Promise<Outcome> {
  const message = {
    ...digestPush(digest),
    navigate: pageOf(site, digest.dogId),
    tag: day === null ? 'test' : `reminder-${day}`,
  };
  let isUnknown = false;
  const outcome = await sendPush(subscription, message, {
    vapid,
    fetch: async (input, init) => {
      try {
        return await fetch(input, init);
      } catch (error) {
        isUnknown = !wasNotReached(error);
        throw error;
      }
    },
    now,
    moreServices: pushServices,
    // A device that comes back tomorrow must not be told "today".
    timeToLive: Math.floor((until - now) / 1000),
  });
  if (isUnknown) throw new Error('the push service did not answer');
  return { id: subscription.id, ...outcome };
}
