/** Hands reminders over: mails to the site's mail, messages to push services. */
import { digestPush } from '../../domain/reminders/digest.ts';
import { MailBusy } from '../mail/written-mail.ts';
import { wasNotReached } from '../not-reached.ts';
import { type PushOutcome, sendPush } from '../push/send-push.ts';
import type { Claim } from './claims.ts';
import type { Reminder, TickParts } from './reminder.ts';
import { pageOf } from './reminder-mail.ts';
import { inTurns, type Turn } from './turns.ts';

/** Milliseconds after which no further message of a batch is started, so that no push service delays the owners who are due next. */
const timeForBatch = 8_000;

export type Delivered = {
  mails: number;
  pushes: number;
  failed: number;
  /** When to look again at owners of whom no browser could be reached yet, in milliseconds since 1970. */
  readonly retries: Map<string, number>;
  /** The browsers of owners that a test has still to be sent to. */
  readonly tests: Map<string, readonly string[]>;
};

type Subscription = Claim['subscriptions'][number];

/** What became of a mail, or of a message to one browser. */
type Outcome =
  | { readonly outcome: 'mailed' }
  | { readonly outcome: 'retry'; readonly afterSeconds: number }
  | ((PushOutcome | { readonly outcome: 'left'; readonly afterSeconds: number }) & { readonly id: string });

/** Seconds after which a mail is handed over again that the mail service has turned away. */
const mailRetry = 300;
/** Seconds until a message that there was no time for is sent: others who are due come first. */
const nextBatch = 30;

/** Mails first, then one browser of each owner in turn. */
export async function deliver(parts: TickParts, reminders: readonly Reminder[], now: number): Promise<Delivered> {
  const { service } = parts;
  const delivered: Delivered = { mails: 0, pushes: 0, failed: 0, retries: new Map(), tests: new Map() };
  const turns = turnsOf(parts, reminders, now);
  const clock = () => parts.now().getTime();
  const end = clock() + timeForBatch;
  const { hosts } = parts.reminders;
  const outcomes = await inTurns<Outcome>(turns, { hosts, now: clock, isOver: () => clock() >= end });
  const idsOf = (wanted: Outcome['outcome'], among = outcomes) =>
    among.flatMap((outcome) => (outcome && 'id' in outcome && outcome.outcome === wanted ? [outcome.id] : []));
  const [gone, taken] = [idsOf('gone'), idsOf('sent')];
  delivered.mails = outcomes.filter((outcome) => outcome?.outcome === 'mailed').length;
  delivered.pushes = taken.length;
  delivered.failed = outcomes.length - delivered.mails - taken.length - gone.length - idsOf('left').length;
  const at = new Date(now).toISOString();
  if (gone.length + taken.length > 0) await service.call('note_push_outcomes', { gone, taken, at });

  const released = reminders.flatMap((reminder) => {
    const { claim, day, channel } = reminder;
    const own = outcomes.filter((_, index) => turns[index]?.reminder === reminder);
    const left = idsOf('left', own);
    // No browser has got it yet, so the whole reminder is sent again.
    const isWhole = reminder.browsers === null && own.every(isTurnedAway);
    const seconds = secondsToRetry(isWhole && day !== null ? ['retry', 'left'] : ['left'], own);
    if (seconds === null) return [];
    delivered.retries.set(claim.owner, Math.min(now + seconds * 1000, delivered.retries.get(claim.owner) ?? Infinity));
    if (day === null) {
      delivered.tests.set(claim.owner, left);
      return [];
    }
    return [{ user_id: claim.owner, day, channel, ...(!isWhole && { browsers: left }) }];
  });
  if (released.length > 0) await service.call('release_reminder_deliveries', { deliveries: released });
  return delivered;
}

function turnsOf(
  parts: TickParts,
  reminders: readonly Reminder[],
  now: number,
): (Turn<Outcome> & { readonly reminder: Reminder })[] {
  const mails = reminders.filter(({ channel }) => channel === 'mail');
  const pushes = reminders
    .filter(({ channel }) => channel === 'push')
    .flatMap((reminder) =>
      reminder.claim.subscriptions
        .filter(({ id }) => reminder.browsers?.includes(id) !== false)
        .map((browser, place) => ({ reminder, browser, place })),
    )
    .toSorted((one, other) => one.place - other.place);
  return [
    ...mails.map((reminder) => ({
      reminder,
      owner: reminder.claim.owner,
      host: 'mail',
      act: () => mail(parts, reminder),
      leave: () => ({ outcome: 'retry' as const, afterSeconds: nextBatch }),
    })),
    ...pushes.map(({ reminder, browser }) => ({
      reminder,
      owner: reminder.claim.owner,
      host: hostOf(browser),
      act: () => push(parts, reminder, browser, now),
      leave: (rest: number | null) => ({
        outcome: 'left' as const,
        afterSeconds: rest === null ? nextBatch : Math.ceil(rest / 1000),
        id: browser.id,
      }),
    })),
  ];
}

function hostOf({ endpoint }: Subscription): string {
  return URL.parse(endpoint)?.host ?? endpoint;
}

/** Whether it is certain that a message has not arrived. */
function isTurnedAway(outcome: Outcome | null): boolean {
  return outcome !== null && ['retry', 'gone', 'refused', 'left'].includes(outcome.outcome);
}

/** The shortest of the times after which messages with one of these outcomes may be sent; null without any. */
function secondsToRetry(wanted: readonly string[], outcomes: readonly (Outcome | null)[]): number | null {
  const waits = outcomes.flatMap((one) =>
    one && 'afterSeconds' in one && wanted.includes(one.outcome) ? [one.afterSeconds] : [],
  );
  return waits.length > 0 ? Math.min(...waits) : null;
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
  { site, now: clock, reminders: { vapid, pushServices = [], fetch, hosts } }: TickParts,
  { digest, day, until }: Reminder,
  subscription: Subscription,
  now: number,
): Promise<Outcome> {
  const message = {
    ...digestPush(digest),
    navigate: pageOf(site, digest.dogId),
    tag: day === null ? 'test' : `reminder-${day}`,
  };
  const host = hostOf(subscription);
  let isUnknown = false;
  const outcome = await sendPush(subscription, message, {
    vapid,
    fetch: async (input, init) => {
      try {
        const answer = await fetch(input, init);
        hosts.noteAnswer(host);
        return answer;
      } catch (error) {
        isUnknown = !wasNotReached(error);
        if (error instanceof Error && error.name === 'TimeoutError') hosts.noteTimeOut(host, clock().getTime());
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
