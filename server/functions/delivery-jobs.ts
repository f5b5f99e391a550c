import { randomBytes } from 'node:crypto';
import {
  addressOf,
  hourly,
  type JobKind,
  type Jobs,
  type Log,
  logFailure,
  type Mailer,
  MailNotTaken,
  MailRefused,
  type SecretStore,
} from 'embedded-supabase';
import { confirmReminders, unsubscribe } from '../../addresses/addresses.ts';
import { createHosts } from '../../functions/delivery/host-turns.ts';
import { sendGuestMails, sendReminders } from '../../functions/delivery/looks.ts';
import { writeReminder } from '../../functions/delivery/reminder-mail.ts';
import { decideAgain } from '../../functions/delivery/send-reminders.ts';
import { createVapidKey, type VapidKey } from '../../functions/push/vapid.ts';
import {
  type Data,
  type Delivery,
  MailBusy,
  MailUnwanted,
  type PushSender,
  type ReminderMail,
} from '../../functions/web-function.ts';
import type { FunctionData } from './function-data.ts';

/** Milliseconds between two looks for due reminders and mails. A look that finds nothing costs one or two index steps. */
const interval = 15_000;
const minute = 60_000;
const hour = 60 * minute;
const mailKind = 'mail reminder';
/** Above this many waiting mails, owners wait instead. With all that one look adds, this stays below the kind's capacity. */
const mailsWaiting = 2_000;
/** Invitations that a purge ends in one transaction. */
const purgeBatch = 50;

export type DeliveryOptions = {
  readonly secrets: SecretStore;
  /** The origin of the site, to which the links in mails lead. */
  readonly site: string;
  /** The contact of this site for push services. */
  readonly vapidSubject: string;
  /** Push services in addition to those of the browsers. */
  readonly pushServices: readonly string[];
  readonly newHostGuests: number;
  readonly functionData: FunctionData;
  readonly mailer: Mailer;
  readonly now: () => Date;
  readonly log: Log;
  readonly jobs: () => Pick<Jobs, 'add' | 'countWaiting' | 'hasten'>;
  /** Replaces the platform's `fetch` in tests. */
  readonly fetch?: PushSender['fetch'];
  readonly retryDelays?: readonly number[];
};

/**
 * Opens the delivery of reminders and of mails to guests, and the purge of guests' data a month after a party. It provides the kinds
 * of jobs, and what the functions need to send. The jobs call what a timer calls by HTTP on hosted Supabase.
 */
export async function openDelivery(options: DeliveryOptions) {
  const { secrets, site, functionData, mailer, now, log, jobs, pushServices: services } = options;
  const service = functionData.asServer;
  // The database checks owners' push subscriptions against these.
  await service.call('set_push_services', { services });
  const unsubscribeKey = await keepSecret(secrets, 'unsubscribe', async () => randomBytes(32).toString('base64url'));
  const addresses = {
    unsubscribe: `${site}${unsubscribe}/`,
    confirm: `${site}${confirmReminders}/`,
  };
  /** The last day of which the log says that hosts in their first week have mailed as many guests as they may. */
  let fullDay = '';
  const delivery: Delivery = {
    tickSecret: null,
    unsubscribeKey,
    addresses,
    newHostGuests: options.newHostGuests,
    onNewHostsFull() {
      const day = now().toISOString().slice(0, 10);
      if (day !== fullDay) log.error('new_hosts_full', { because: 'NEW_HOST_GUESTS', most: options.newHostGuests });
      fullDay = day;
    },
    hosts: createHosts(),
    push: {
      vapid: { key: await keepSecret<VapidKey>(secrets, 'vapid', createVapidKey), subject: options.vapidSubject },
      services,
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    },
    async post(mail) {
      try {
        await mailer.deliver(mail);
      } catch (error) {
        if (error instanceof MailRefused) throw new MailUnwanted(error.message);
        throw error instanceof MailNotTaken ? new MailBusy(error.message) : error;
      }
    },
    postReminder: (mail) => jobs().add(mailKind, mail),
    hasRoom: async () => (await jobs().countWaiting(mailKind, mailsWaiting)) < mailsWaiting,
  };
  const backend = { service, now, site, delivery };

  async function remind() {
    const counts = await sendReminders(backend);
    if (counts.mails + counts.pushes + counts.failed > 0) log.info('reminders_sent', counts);
    return counts;
  }

  async function mailGuests() {
    const counts = await sendGuestMails(backend);
    if (counts.mails + counts.failed > 0) log[counts.failed > 0 ? 'error' : 'info']('guest_mails_sent', counts);
    return counts;
  }

  const purge = (signal?: AbortSignal) => purgeInvitations(service, log, signal);

  const mailJob: JobKind = {
    name: mailKind,
    label: 'mail',
    lease: 2 * minute,
    // Limited, so that a flood of reminders does not delay a password recovery.
    mostAtOnce: 2,
    lifetime: 12 * hour,
    capacity: 5_000,
    retryDelays: options.retryDelays ?? [10_000, minute, 5 * minute, 30 * minute, 2 * hour, 4 * hour],
    isFinal: (error) => error instanceof MailRefused,
    async run(details) {
      const mail = await decideAgain(details as ReminderMail, backend);
      if (mail) await mailer.deliver(await writeReminder(mail, site, delivery));
    },
  };
  const looks = { lease: 5 * minute, lifetime: null, capacity: 1, retryDelays: [], every: interval };
  const repeating: readonly JobKind[] = [
    { name: 'reminders', label: 'reminders', ...looks, run: async () => void (await remind()) },
    { name: 'guest mails', label: 'guest_mails', ...looks, run: async () => void (await mailGuests()) },
    hourly('purge invitations', 'purge', (_, signal) => purge(signal)),
  ];
  /** Brings the next look forward for an owner who waits for a test reminder. Others who are due get theirs, too. */
  async function remindSoon(): Promise<void> {
    await jobs()
      .hasten('reminders')
      .catch((error: unknown) => logFailure(log, 'reminders_not_hastened', error, 'POST'));
  }
  return { forFunctions: delivery, mailJob, repeating, remind, mailGuests, remindSoon, purge };
}

/** Ends invitations whose party was a month ago, and deletes what their guests have said. */
async function purgeInvitations(service: Data, log: Log, signal?: AbortSignal): Promise<void> {
  type Ended = { invitations: number; guests: number };
  for (let invitations = 1; invitations > 0 && !signal?.aborted; ) {
    const ended = (await service.call('purge_invitations', { most: purgeBatch })) as Ended;
    invitations = ended.invitations;
    if (invitations > 0) log.info('guests_purged', ended);
  }
}

/** Returns a secret. The first server that asks for it creates it. */
async function keepSecret<Value>(secrets: SecretStore, name: string, make: () => Promise<Value>): Promise<Value> {
  if ((await secrets.read(name)) === undefined) {
    const made = await make();
    await secrets.change(name, (value) => value ?? made);
  }
  return (await secrets.read(name)) as Value;
}

/** Matches hosts that Apple refuses. */
const unreal = /(^|\.)(localhost|local|invalid|test)$|^[\d.]+$|:/;
/** The contact of a site without a public address, as on localhost, in a domain reserved for such use. */
const subjectOfNobody = 'mailto:wagday@example.com';

/** Returns the contact of this site for push services: its address, or else `sender`, such as `Wagday <wagday@mail.example>`. */
export function vapidSubject(publicUrl: string | null, sender: string): string {
  const site = publicUrl === null ? null : new URL(publicUrl);
  if (site?.protocol === 'https:' && !unreal.test(site.hostname)) return site.origin;
  const address = addressOf(sender);
  return unreal.test(address.split('@').at(-1) ?? '') ? subjectOfNobody : `mailto:${address}`;
}
