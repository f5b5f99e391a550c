/**
 * Sends whatever is due: reminders, and mails to guests and hosts. Each kind claims its due rows, decides what to send to whom, and
 * records the outcomes. The loop, the order, the counts and the handling of failures are the same for all kinds.
 */

import type { PushOutcome } from '../push/send-push.ts';
import { type Backend, type Delivery, MailBusy, MailUnwanted } from '../web-function.ts';
import { inTurns, type Places } from './host-turns.ts';

/** Milliseconds after which a run claims nothing more. */
const timeForLook = 20_000;
/** Seconds until a message is tried again for which there was no time. Others that are due come first. */
const nextBatch = 30;

/** The outcome of a message. `left`: it was not tried, because its host rests or the time was up. */
export type Outcome = PushOutcome | { readonly outcome: 'left'; readonly afterSeconds: number };

export type Message = {
  readonly channel: 'mail' | 'push';
  /** The owner and the receiving host. Each has only a few messages in flight at once. */
  readonly owner: string;
  readonly host: string;
  /** Writes and sends it. @throws Error when it is unknown whether it has arrived; it is then not sent again */
  readonly send: () => Promise<Outcome>;
};

/** A message with its outcome, or null if that is unknown. */
export type Sent<Some extends Message> = { readonly message: Some; readonly outcome: Outcome | null };

/** Times of a batch in milliseconds since 1970: when it was claimed, and when nothing more may be started. */
type Clock = { readonly at: number; readonly end: number };

/** The messages of a batch. They are already recorded as sent, so that neither a crash nor a second server sends them twice. */
export type Plan<Some extends Message> = {
  readonly messages: readonly Some[];
  /** How many rows could not be decided. */
  readonly failed?: number;
  /** Records the outcomes, and releases messages that certainly did not arrive. */
  readonly record: (sent: readonly Sent<Some>[]) => Promise<void>;
};

export type SendingBackend = Pick<Backend, 'service' | 'now' | 'site'> & { readonly delivery: Delivery };

/** A kind of delivery, such as reminders. `Row` is what a claim returns. */
export type Kind<Row, Some extends Message> = {
  readonly places: Places;
  /** Milliseconds after which no further message of a batch is started; no limit if missing. */
  readonly timeForBatch?: number;
  /** Whether a refused message ends the run, because the next ones would be refused for the same reason. */
  readonly endsWhenRefused: boolean;
  /** Claims due rows, so that no other handler sends them. */
  readonly claim: (at: number) => Promise<{ readonly rows: readonly Row[]; readonly isMore: boolean }>;
  readonly decide: (rows: readonly Row[], clock: Clock) => Promise<Plan<Some>>;
};

/** How many rows were claimed, how many messages were handed over, and how many failed. */
type Counts = { claimed: number; mails: number; pushes: number; failed: number };

/** Returns the time after which a run that begins now claims nothing more. */
export function endOfLook(now: () => Date): number {
  return now().getTime() + timeForLook;
}

/** Sends what is due of a kind: at least one batch, until nothing is due, a message is refused, or the time is up. */
export async function deliver<Row, Some extends Message>(
  kind: Kind<Row, Some>,
  { now, delivery: { hosts } }: Pick<SendingBackend, 'now' | 'delivery'>,
  end = endOfLook(now),
): Promise<Counts> {
  const counts: Counts = { claimed: 0, mails: 0, pushes: 0, failed: 0 };
  const clock = () => now().getTime();
  for (;;) {
    const at = clock();
    const { rows, isMore } = await kind.claim(at);
    counts.claimed += rows.length;
    const wasRefused = rows.length > 0 && (await deliverBatch(rows, at));
    if (!isMore || clock() > end || (wasRefused && kind.endsWhenRefused)) return counts;
  }

  /** Sends a batch. Returns whether a message was refused. */
  async function deliverBatch(rows: readonly Row[], at: number): Promise<boolean> {
    const { messages, failed = 0, record } = await kind.decide(rows, { at, end });
    const endOfBatch = clock() + (kind.timeForBatch ?? Infinity);
    const isOver = () => clock() >= endOfBatch;
    const outcomes = await inTurns<Outcome>(messages.map(turnOf), { hosts, now: clock, places: kind.places, isOver });
    const sent = messages.map((message, index) => ({ message, outcome: outcomes[index] ?? null }));
    const count = (channel: Message['channel']) =>
      sent.filter(({ message, outcome }) => message.channel === channel && outcome?.outcome === 'sent').length;
    counts.mails += count('mail');
    counts.pushes += count('push');
    const isLost = ({ message, outcome }: Sent<Some>) =>
      outcome === null || isRefused(outcome) || (message.channel === 'mail' && outcome.outcome === 'gone');
    counts.failed += failed + sent.filter(isLost).length;
    await record(sent);
    return outcomes.some((one) => one !== null && isRefused(one));
  }
}

function turnOf({ owner, host, send }: Message) {
  const leave = (rest: number | null): Outcome => ({
    outcome: 'left',
    afterSeconds: rest === null ? nextBatch : Math.ceil(rest / 1000),
  });
  return { owner, host, act: send, leave };
}

function isRefused({ outcome }: Outcome): boolean {
  return outcome === 'retry' || outcome === 'refused';
}

/** Decides each row separately, so that an unreadable row does not block the others. */
export async function decideEach<Row, Decided>(rows: readonly Row[], decide: (row: Row) => Decided) {
  const decided: Decided[] = [];
  let failed = 0;
  for (const row of rows) {
    // Lets other requests run in between.
    await new Promise((resolve) => setTimeout(resolve, 0));
    try {
      decided.push(decide(row));
    } catch {
      failed += 1;
    }
  }
  return { decided, failed };
}

/** @param afterSeconds until the next attempt if a mail certainly was not accepted; null for no further attempt */
export async function handOver(post: () => Promise<void>, afterSeconds: number | null): Promise<Outcome> {
  try {
    await post();
    return { outcome: 'sent' };
  } catch (error) {
    if (error instanceof MailUnwanted) return { outcome: 'gone' };
    if (!(error instanceof MailBusy)) throw error;
    return afterSeconds === null
      ? { outcome: 'refused', reason: 'it was turned away too often' }
      : { outcome: 'retry', afterSeconds };
  }
}
