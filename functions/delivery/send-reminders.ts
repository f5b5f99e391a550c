/**
 * Sends reminders: one digest a day for each owner, by mail and to each browser, letters to hosts about guests' answers in between, and
 * tests. For each claimed owner it sends what there is, and sets the time of the next check.
 */
import type { CalendarDate } from '../../domain/dates/calendar-date.ts';
import { localDayAt } from '../../domain/dates/local-time.ts';
import { listOf, objectOf, oneOf, optional, text } from '../../domain/parse.ts';
import { answersDigest, answersDueAt } from '../../domain/reminders/answers.ts';
import { type Digest, digestPush, reminderDigest, testDigest } from '../../domain/reminders/digest.ts';
import { dueReminder, latestDelay, nextReminder } from '../../domain/reminders/due-reminders.ts';
import { sendPush } from '../push/send-push.ts';
import type { ReminderMail } from '../web-function.ts';
import {
  decideEach,
  deliver,
  handOver,
  type Kind,
  type Message,
  type Outcome,
  type Plan,
  type SendingBackend,
  type Sent,
} from './delivery.ts';
import { wasNotReached } from './not-reached.ts';
import { proofKind, proofRows } from './proofs.ts';
import { pageOf } from './reminder-mail.ts';
import { type Claim, type Claimed, loadPack, loadPacks, readClaimed } from './reminder-rows.ts';

/** Owners per claim. */
const batch = 100;
/** Milliseconds until owners are checked again for whose mail there was no room. */
const waitForRoom = 300_000;
/** Seconds until a mail that the mail service has refused for now is handed over again. */
const mailRetry = 300;

type Channel = Message['channel'];
type Subscription = Claim['subscriptions'][number];

type Reminder = {
  readonly claim: Claim;
  readonly digest: Digest;
  /** The owner's local day; null for a test, and for answers. */
  readonly day: CalendarDate | null;
  /** The guests whose answers it tells, each with the instant before which that came; null for others. */
  readonly answers: readonly { readonly guests: readonly [string]; readonly until: string }[] | null;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly channel: Channel;
  /** The browsers that still have to get it; null before it was sent anywhere. */
  readonly browsers: readonly string[] | null;
};

type ReminderMessage = Message & { readonly reminder: Reminder; readonly browser: string | null };

export function reminderKind(backend: SendingBackend): Kind<Claimed, ReminderMessage> {
  return {
    places: { all: 50, ofOwner: 2, toHost: 10 },
    // Keeps a slow push service from delaying the owners who are due next.
    timeForBatch: 8_000,
    endsWhenRefused: false,
    async claim(at) {
      const given = { at: new Date(at).toISOString(), most: batch };
      const rows = readClaimed(await backend.service.call('claim_due_reminders', given));
      return { rows, isMore: rows.length === batch };
    },
    decide: (claimed, { at, end }) => decide(backend, claimed, at, end),
  };
}

async function decide(
  backend: SendingBackend,
  claimed: readonly Claimed[],
  at: number,
  end: number,
): Promise<Plan<ReminderMessage>> {
  const { postReminder, hasRoom } = backend.delivery;
  const isRoom = postReminder !== null && (await hasRoom?.()) !== false;
  const { claims, left, failed: unread } = await loadPacks(backend, claimed, end);
  const { decided, failed } = await decideEach(claims, (claim) => {
    const wanted = remindersOf(claim, at, postReminder !== null);
    // Tests do not wait for room, because they are requested once and rare.
    const possible = wanted.filter(
      ({ channel, day, answers }) => isRoom || channel === 'push' || (day === null && answers === null),
    );
    const dueAt = nextLook(claim, at);
    const hasToWait = possible.length < wanted.length;
    return { claim, possible, dueAt: hasToWait ? Math.min(dueAt, at + waitForRoom) : dueAt, hasToWait };
  });
  const { recorded, failure } = await recordAsSent(
    backend,
    decided.flatMap(({ possible }) => possible),
    at,
  );
  return {
    messages: messagesOf(backend, recorded, at),
    failed: unread + failed,
    async record(sent) {
      const retries = await takeBack(backend, recorded, sent, at);
      // The owners come again when their lease is over.
      if (failure) throw failure;
      await askForProofs(backend, claimed);
      const looks = decided.map(({ claim, dueAt, hasToWait }) => {
        const retry = retries.get(claim.owner);
        // An owner who could not be reached yet is checked again, as if nothing had been sent.
        const isAgain = hasToWait || retry !== undefined;
        const look = lookAt(claim, Math.min(dueAt, retry?.at ?? dueAt), isAgain ? Math.min(claim.doneUntil, at) : at);
        return { ...look, ...(retry?.testBrowsers && { is_test: true, test_browsers: retry.testBrowsers }) };
      });
      // Owners for whose packs there was no time come after those who are already due.
      const again = left.map((one) => {
        const test = { is_test: one.isTest, test_browsers: one.testBrowsers };
        return { ...lookAt(one, at, one.doneUntil), ...test };
      });
      await backend.service.call('finish_reminders', { looks: [...looks, ...again] });
    },
  };
}

function lookAt({ owner, number }: Claimed, dueAt: number, doneUntil: number) {
  const [due_at, done_until] = [dueAt, doneUntil].map((time) => new Date(time).toISOString());
  return { user_id: owner, claim: number, due_at, done_until };
}

/** Returns when to check an owner again: at the next reminder, or before for answers. Those that are due now are told by this check. */
function nextLook(claim: Claim, now: number): number {
  const answers = answersAt(claim);
  return Math.min(nextReminder(now, claim.pack, claim.settings), answers > now ? answers : Infinity);
}

/** When a host is told of answers: by push where there is a browser, and else by mail. */
function answersAt({ email, replies, letters, settings, subscriptions }: Claim): number {
  if (email === null && subscriptions.length === 0) return Infinity;
  return answersDueAt(replies, letters, subscriptions.length > 0 ? settings.timeZone : null);
}

function remindersOf(claim: Claim, now: number, hasMail: boolean): Reminder[] {
  const { pack, settings, isTest, testBrowsers, doneUntil } = claim;
  const channels: Channel[] = [];
  // A host without reminders is mailed on the day of a party.
  if (claim.email !== null && hasMail && (claim.byMail || !claim.isReminded)) channels.push('mail');
  if (claim.subscriptions.length > 0) channels.push('push');
  const due = dueReminder(now, doneUntil, pack, settings);
  const digest = due && reminderDigest(pack, settings.daysBefore, due.day);
  const of = { claim, answers: null, browsers: null };
  const answers = answersAt(claim) <= now ? answersOf(claim, now) : [];
  const daily = channels.flatMap((channel) => {
    const reminders: Reminder[] = due && digest ? [{ ...of, digest, ...due, channel }] : [];
    // If a test was partly sent, only browsers are left.
    if (isTest && (channel === 'push' || testBrowsers === null)) {
      const digest = testDigest(pack, localDayAt(now, settings.timeZone));
      const until = now + latestDelay;
      reminders.push({ ...of, digest, day: null, until, channel, browsers: testBrowsers });
    }
    return reminders;
  });
  return [...daily, ...answers.filter(({ channel }) => channel === 'push' || hasMail)];
}

function answersOf(claim: Claim, now: number): Reminder[] {
  const { replies, subscriptions } = claim;
  const digest = answersDigest(replies);
  if (!digest) return [];
  // An answer that its guest changes meanwhile may come before another that is told.
  const answers = replies.map(({ guestId, arrivedAt }) => ({
    guests: [guestId] as const,
    until: new Date(arrivedAt + 1).toISOString(),
  }));
  const channel = subscriptions.length > 0 ? 'push' : 'mail';
  return [{ claim, digest, answers, day: null, browsers: null, until: now + latestDelay, channel }];
}

const recordedRows = listOf(
  objectOf({ user_id: text, channel: oneOf(['mail', 'push']), browsers: optional(listOf(text)) }),
);

/**
 * Records what is about to be sent. Returns what was not recorded before, what was left of other reminders, and tests; with a `failure`
 * only the letters about answers, which are recorded by then.
 */
async function recordAsSent({ service }: SendingBackend, reminders: readonly Reminder[], now: number) {
  const at = new Date(now).toISOString();
  const letters = reminders.flatMap(({ claim, answers }) =>
    (answers ?? []).map((told) => ({ user_id: claim.owner, ...told })),
  );
  const owners = letters.length > 0 ? await service.call('record_answer_letters', { letters, at }) : [];
  const told = listOf(text)(owners, 'record_answer_letters');
  const deliveries = reminders
    .filter(({ day }) => day !== null)
    .map(({ claim, day, channel }) => ({ user_id: claim.owner, day, channel }));
  let failure: unknown = null;
  const rows =
    deliveries.length > 0
      ? await service.call('record_reminder_deliveries', { deliveries }).catch((error: unknown) => {
          failure = error;
          return [];
        })
      : [];
  const fresh = new Map(
    recordedRows(rows, 'record_reminder_deliveries').map(({ user_id, channel, browsers }) => [
      `${channel} ${user_id}`,
      browsers,
    ]),
  );
  const recorded = reminders.flatMap((reminder) => {
    const { answers, day, claim } = reminder;
    if (answers) return told.includes(claim.owner) ? [reminder] : [];
    if (day === null) return failure ? [] : [reminder];
    const browsers = fresh.get(`${reminder.channel} ${claim.owner}`);
    return browsers === undefined ? [] : [{ ...reminder, browsers }];
  });
  return { recorded, failure };
}

/** Orders the messages: mails first, then one browser of each owner in turn. */
function messagesOf(backend: SendingBackend, reminders: readonly Reminder[], at: number): ReminderMessage[] {
  const mails = reminders
    .filter(({ channel }) => channel === 'mail')
    .map((reminder): ReminderMessage => {
      const { owner } = reminder.claim;
      return { channel: 'mail', owner, host: 'mail', reminder, browser: null, send: () => mail(backend, reminder, at) };
    });
  const pushes = reminders
    .filter(({ channel }) => channel === 'push')
    .flatMap((reminder) =>
      reminder.claim.subscriptions
        .filter(({ id }) => reminder.browsers?.includes(id) !== false)
        .map((browser, place) => ({ reminder, browser, place })),
    )
    .toSorted((one, other) => one.place - other.place)
    .map(({ reminder, browser }): ReminderMessage => {
      const { owner } = reminder.claim;
      const send = () => push(backend, reminder, browser, at);
      return { channel: 'push', owner, host: hostOf(browser), reminder, browser: browser.id, send };
    });
  return [...mails, ...pushes];
}

function hostOf({ endpoint }: Subscription): string {
  return URL.parse(endpoint)?.host ?? endpoint;
}

async function mail(
  { delivery: { postReminder } }: SendingBackend,
  { claim, digest, day, answers, until }: Reminder,
  at: number,
): Promise<Outcome> {
  const id = answers ? `answers-${at}` : day === null ? `test-${crypto.randomUUID()}` : `reminder-${day}`;
  const isToHost = answers !== null || !claim.isReminded;
  const written = { owner: claim.owner, to: claim.email ?? '', digest, day, id, until, isToHost };
  return handOver(async () => postReminder?.(written), mailRetry);
}

const account = objectOf({ email: optional(text) });

/**
 * Decides again about a mail that has waited. Returns it with what is true now; null if nothing is left to tell, it is too late, or it is not wanted
 * any more: mails may have been turned off, the address changed or the account deleted.
 */
export async function decideAgain(
  mail: ReminderMail,
  backend: Pick<SendingBackend, 'service' | 'now'>,
): Promise<ReminderMail | null> {
  const { owner, to, digest, day, until, isToHost } = mail;
  if (backend.now().getTime() >= until) return null;
  const found = await loadPack(backend, owner);
  if (!found || !(isToHost ? found.isToldHost : found.byMail)) return null;
  if (digest === null) {
    const { email } = account(await backend.service.call('address_of_account', { owner }), 'address_of_account');
    return found.email === null && email === to ? mail : null;
  }
  if (found.email !== to) return null;
  const current = day ? reminderDigest(found.pack, found.settings.daysBefore, day) : digest;
  return current && { ...mail, digest: current };
}

/** @throws Error when the push service did not answer: the message may have arrived, so it is not sent again */
async function push(
  { site, now, delivery: { push, hosts } }: SendingBackend,
  { digest, day, answers, until }: Reminder,
  subscription: Subscription,
  at: number,
): Promise<Outcome> {
  if (!push) return { outcome: 'refused', reason: 'this site sends no messages to browsers' };
  const message = {
    ...digestPush(digest),
    navigate: pageOf(site, digest),
    tag: answers ? `answers-${at}` : day === null ? 'test' : `reminder-${day}`,
  };
  const host = hostOf(subscription);
  let isUnknown = false;
  const outcome = await sendPush(subscription, message, {
    vapid: push.vapid,
    fetch: async (input, init) => {
      try {
        const answer = await push.fetch(input, init);
        hosts.noteAnswer(host);
        return answer;
      } catch (error) {
        isUnknown = !wasNotReached(error);
        if (error instanceof Error && error.name === 'TimeoutError') hosts.noteTimeOut(host, now().getTime());
        throw error;
      }
    },
    now: at,
    moreServices: push.services,
    // A device that comes online tomorrow must not show "today".
    timeToLive: Math.floor((until - at) / 1000),
  });
  if (isUnknown) throw new Error('the push service did not answer');
  return outcome;
}

/** When to check an owner again, in milliseconds since 1970, and the browsers that still have to get a test. */
type Retry = { readonly at: number; readonly testBrowsers: readonly string[] | null };

/** Records outcomes, and releases reminders that nobody, or not every browser, got. Returns when to check which owners again. */
async function takeBack(
  backend: SendingBackend,
  reminders: readonly Reminder[],
  sent: readonly Sent<ReminderMessage>[],
  at: number,
): Promise<ReadonlyMap<string, Retry>> {
  const { service } = backend;
  const [gone, taken] = [browsersOf(sent, 'gone'), browsersOf(sent, 'sent')];
  if (gone.length + taken.length > 0)
    await service.call('note_push_outcomes', { gone, taken, at: new Date(at).toISOString() });

  const retries = new Map<string, Retry>();
  const untold: string[] = [];
  const released = reminders.flatMap((reminder) => {
    const { claim, day, channel, answers } = reminder;
    const isTest = day === null && answers === null;
    const own = sent.filter(({ message }) => message.reminder === reminder);
    const left = browsersOf(own, 'left');
    // Nobody has got it yet, so the whole reminder is sent again.
    const isWhole = reminder.browsers === null && own.every(({ outcome }) => outcome && outcome.outcome !== 'sent');
    // Answers for browsers that are all gone are told by mail.
    const areGone =
      answers !== null &&
      channel === 'push' &&
      own.length > 0 &&
      own.every(({ outcome }) => outcome?.outcome === 'gone');
    const wanted = isWhole && !isTest ? ['retry', 'left'] : answers ? [] : ['left'];
    const seconds = areGone ? 0 : secondsToRetry(wanted, own);
    if (seconds === null) return [];
    const former = retries.get(claim.owner);
    retries.set(claim.owner, {
      at: Math.min(at + seconds * 1000, former?.at ?? Infinity),
      testBrowsers: isTest && channel === 'push' ? left : (former?.testBrowsers ?? null),
    });
    if (answers) untold.push(claim.owner);
    return day === null ? [] : [{ user_id: claim.owner, day, channel, ...(!isWhole && { browsers: left }) }];
  });
  if (untold.length > 0)
    await service.call('release_answer_letters', { owners: untold, at: new Date(at).toISOString() });
  if (released.length > 0) await service.call('release_reminder_deliveries', { deliveries: released });
  return retries;
}

function browsersOf(sent: readonly Sent<ReminderMessage>[], wanted: Outcome['outcome']): string[] {
  return sent.flatMap(({ message, outcome }) =>
    message.browser !== null && outcome?.outcome === wanted ? [message.browser] : [],
  );
}

/** Returns the shortest delay of messages with one of these outcomes, or null if there are none. */
function secondsToRetry(wanted: readonly string[], sent: readonly Sent<ReminderMessage>[]): number | null {
  const waits = sent.flatMap(({ outcome }) =>
    outcome && 'afterSeconds' in outcome && wanted.includes(outcome.outcome) ? [outcome.afterSeconds] : [],
  );
  return waits.length > 0 ? Math.min(...waits) : null;
}

/** Asks owners who want mails to an unconfirmed address to confirm it. The database decides who may be asked again. */
async function askForProofs(backend: SendingBackend, claimed: readonly Claimed[]): Promise<void> {
  const { service, delivery } = backend;
  const owners = claimed.filter(({ isProofWanted }) => isProofWanted).map(({ owner }) => owner);
  if (!delivery.postReminder || owners.length === 0) return;
  const kind = proofKind(
    async (at) => {
      const rows = await service.call('note_proof_mails', { owners, at: new Date(at).toISOString() });
      return { rows: proofRows(rows, 'note_proof_mails'), isMore: false };
    },
    async ({ user_id: owner, email: to }, at) =>
      delivery.postReminder?.({ owner, to, digest: null, day: null, id: `confirm-${at}`, until: at + latestDelay }),
  );
  await deliver(kind, backend);
}
