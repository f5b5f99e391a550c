/**
 * How everything is sent that reaches people later. A kind claims what is due, decides whom to tell what, and records what became of it;
 * the looks, the turns, the counts and what happens after a failure are the same for all.
 */

import type { PushOutcome } from '../push/send-push.ts';
import type { FunctionParts } from '../web-function.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { inTurns, type Places } from './turns.ts';
import { MailBusy } from './written-mail.ts';

/** Milliseconds after which a look claims nothing more. */
const timeForLook = 20_000;
/** Seconds until a message that there was no time for is sent: others who are due come first. */
const nextBatch = 30;

/** What became of a message. `left` is one that was not tried, because its host rests or the time was up. */
export type Outcome = PushOutcome | { readonly outcome: 'left'; readonly afterSeconds: number };

export type Message = {
  readonly channel: 'mail' | 'push';
  /** Whose it is, and where it goes: neither has more than a few messages on their way at once. */
  readonly owner: string;
  readonly host: string;
  /** Writes and sends it. @throws Error when nobody knows whether it has arrived, so it is not sent again */
  readonly send: () => Promise<Outcome>;
};

/** A message with what became of it: null when nobody knows. */
export type Sent<Some extends Message> = { readonly message: Some; readonly outcome: Outcome | null };

/** Moments of a batch, in milliseconds since 1970: when it was claimed, and after which nothing more is to be begun. */
export type Clock = { readonly at: number; readonly end: number };

/** What is to be sent for a batch. It has been recorded as sent, so that neither a crash nor a second server sends it twice. */
export type Plan<Some extends Message> = {
  readonly messages: readonly Some[];
  /** How many rows nothing could be decided about. */
  readonly failed?: number;
  /** Records what became of the messages, and takes back what certainly did not arrive. */
  readonly record: (sent: readonly Sent<Some>[]) => Promise<void>;
};

/** What a kind is made from. */
export type KindParts = Pick<FunctionParts, 'service' | 'now' | 'site'> & { readonly delivery: DeliveryParts };

/** One kind of what is sent later, such as reminders. `Row` is what a claim answers. */
export type Kind<Row, Some extends Message> = {
  readonly places: Places;
  /** Milliseconds after which no further message of a batch is started; all of them are where it is missing. */
  readonly timeForBatch?: number;
  /** Whether what turns one message away would turn away those that are due next, too. */
  readonly endsWhenTurnedAway: boolean;
  /** Claims what is due, which is then this handler's alone. */
  readonly claim: (at: number) => Promise<{ readonly rows: readonly Row[]; readonly isMore: boolean }>;
  readonly decide: (rows: readonly Row[], clock: Clock) => Promise<Plan<Some>>;
};

/** How many rows were claimed, what was handed over, and what failed. */
export type Counts = { claimed: number; mails: number; pushes: number; failed: number };

/** When a look that begins now claims nothing more. */
export function endOfLook(now: () => Date): number {
  return now().getTime() + timeForLook;
}

/** Sends what is due of a kind: a batch at least, until nothing is due, it is turned away, or the time is over. */
export async function deliver<Row, Some extends Message>(
  kind: Kind<Row, Some>,
  { now, delivery: { hosts } }: Pick<KindParts, 'now' | 'delivery'>,
  end = endOfLook(now),
): Promise<Counts> {
  const counts: Counts = { claimed: 0, mails: 0, pushes: 0, failed: 0 };
  const clock = () => now().getTime();
  for (;;) {
    const at = clock();
    const { rows, isMore } = await kind.claim(at);
    counts.claimed += rows.length;
    const isTurnedAway = rows.length > 0 && (await deliverBatch(rows, at));
    if (!isMore || clock() > end || (isTurnedAway && kind.endsWhenTurnedAway)) return counts;
  }

  /** Whether a message was turned away. */
  async function deliverBatch(rows: readonly Row[], at: number): Promise<boolean> {
    const { messages, failed = 0, record } = await kind.decide(rows, { at, end });
    const endOfBatch = clock() + (kind.timeForBatch ?? Infinity);
    const outcomes = await inTurns<Outcome>(messages.map(turnOf), {
      ...{ hosts, now: clock, places: kind.places },
      isOver: () => clock() >= endOfBatch,
    });
    const sent = messages.map((message, index) => ({ message, outcome: outcomes[index] ?? null }));
    const count = (channel: Message['channel']) =>
      sent.filter(({ message, outcome }) => message.channel === channel && outcome?.outcome === 'sent').length;
    counts.mails += count('mail');
    counts.pushes += count('push');
    counts.failed += failed + outcomes.filter((one) => one === null || isRefused(one)).length;
    await record(sent);
    return outcomes.some((one) => one !== null && isRefused(one));
  }
}

function turnOf({ owner, host, send }: Message) {
  return {
    ...{ owner, host, act: send },
    leave: (rest: number | null): Outcome => ({
      outcome: 'left',
      afterSeconds: rest === null ? nextBatch : Math.ceil(rest / 1000),
    }),
  };
}

function isRefused({ outcome }: Outcome): boolean {
  return outcome === 'retry' || outcome === 'refused';
}

/** Whether it is certain that a message has not arrived. */
export function didNotArrive(outcome: Outcome | null): boolean {
  return outcome !== null && outcome.outcome !== 'sent';
}

/** Decides about each row by itself: one that cannot be understood holds up nobody else's. */
export async function decideEach<Row, Decided>(
  rows: readonly Row[],
  decide: (row: Row) => Decided,
): Promise<{ readonly decided: Decided[]; readonly failed: number }> {
  const decided: Decided[] = [];
  let failed = 0;
  for (const row of rows) {
    // Other requests are answered in between, however much there is to decide.
    await new Promise((resolve) => setTimeout(resolve, 0));
    try {
      decided.push(decide(row));
    } catch {
      failed += 1;
    }
  }
  return { decided, failed };
}

/**
 * Hands a mail over.
 * @param afterSeconds until it is handed over again if it certainly was not taken; null where that has been tried often enough
 */
export async function handOver(post: () => Promise<void>, afterSeconds: number | null): Promise<Outcome> {
  try {
    await post();
    return { outcome: 'sent' };
  } catch (error) {
    if (!(error instanceof MailBusy)) throw error;
    return afterSeconds === null
      ? { outcome: 'refused', reason: 'it was turned away too often' }
      : { outcome: 'retry', afterSeconds };
  }
}
