import { randomBytes } from 'node:crypto';
import { confirmReminders, unsubscribe } from '../../addresses/addresses.ts';
import { createVapidKey, type VapidKey } from '../../functions/push/vapid.ts';
import { writeReminder } from '../../functions/reminders/reminder-mail.ts';
import type { ReminderMail, ReminderParts } from '../../functions/reminders/reminder-parts.ts';
import { tick as remind, type TickCounts } from '../../functions/reminders/tick.ts';
import { createHosts } from '../../functions/reminders/turns.ts';
import { logFailure } from '../platform/database/database-error.ts';
import type { JobKind, Jobs } from '../platform/jobs/jobs.ts';
import type { SecretStore } from '../platform/keys/secret-store.ts';
import type { Log } from '../platform/log.ts';
import { type Mailer, MailRefused } from '../platform/mail/mail.ts';
import type { FunctionData } from './function-data.ts';

/** Milliseconds between two looks at who is due. A look at nobody is one step in an index. */
const interval = 15_000;
const minute = 60_000;
const hour = 60 * minute;
const mailKind = 'mail reminder';
/** Mails that may wait before owners wait instead: with all that one look adds, fewer than the kind's capacity. */
const mailsWaiting = 2_000;

export type RemindersOptions = {
  readonly secrets: SecretStore;
  /** The origin of the site, which the links of mails lead to. */
  readonly site: string;
  /** Whom push services may write to. */
  readonly vapidSubject: string;
  /** Push services beside those of the browsers. */
  readonly pushServices: readonly string[];
  readonly functionData: FunctionData;
  readonly mailer: Mailer;
  readonly now: () => Date;
  readonly log: Log;
  readonly jobs: () => Pick<Jobs, 'add' | 'countWaiting' | 'hasten'>;
  /** Replaces the platform's in tests. */
  readonly fetch?: ReminderParts['fetch'];
  readonly retryDelays?: readonly number[];
};

/** Sends reminders: the kinds of jobs for it, and the parts of the functions that have to do with it. */
export async function openReminders(options: RemindersOptions) {
  const { secrets, site, functionData, mailer, now, log, jobs, pushServices } = options;
  // The database checks with them what owners subscribe to.
  await functionData.asServer.call('set_push_services', { services: pushServices });
  const unsubscribeKey = await keepSecret(secrets, 'unsubscribe', async () => randomBytes(32).toString('base64url'));
  const parts: ReminderParts = {
    vapid: { key: await keepSecret<VapidKey>(secrets, 'vapid', createVapidKey), subject: options.vapidSubject },
    pushServices,
    unsubscribeKey,
    tickSecret: null,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    hosts: createHosts(),
    post: (mail) => jobs().add(mailKind, mail),
    hasRoom: async () => (await jobs().countWaiting(mailKind, mailsWaiting)) < mailsWaiting,
  };

  async function tick(): Promise<TickCounts> {
    const counts = await remind({ service: functionData.asServer, now, site, reminders: parts });
    if (counts.mails + counts.pushes + counts.failed > 0) log.info('reminders_sent', counts);
    return counts;
  }

  const kinds: JobKind[] = [
    {
      name: mailKind,
      label: 'mail',
      lease: 2 * minute,
      // A flood of reminders delays no password recovery.
      mostAtOnce: 2,
      lifetime: 12 * hour,
      capacity: 5_000,
      retryDelays: options.retryDelays ?? [10_000, minute, 5 * minute, 30 * minute, 2 * hour, 4 * hour],
      isFinal: (error) => error instanceof MailRefused,
      async run(details) {
        const mail = details as ReminderMail;
        if (now().getTime() >= mail.until) return;
        // It may have waited: meanwhile mails may have been turned off, the address changed or the account deleted.
        const { owner, to: address, digest } = mail;
        if (!(await functionData.asServer.call('may_mail', { owner, address, is_proof: digest === null }))) return;
        const places = { site, unsubscribe: `${site}${unsubscribe}/`, confirm: `${site}${confirmReminders}/` };
        await mailer.deliver(await writeReminder(mail, { ...places, key: unsubscribeKey }));
      },
    },
  ];
  const ticking: JobKind = {
    name: 'reminders',
    label: 'reminders',
    lease: 5 * minute,
    lifetime: null,
    capacity: 1,
    retryDelays: [],
    every: interval,
    run: async () => void (await tick()),
  };
  /** Brings the next look forward for an owner who waits for a test reminder. Others who are due get theirs, too. */
  async function tickSoon(): Promise<void> {
    await jobs()
      .hasten(ticking.name)
      .catch((error: unknown) => logFailure(log, 'reminders_not_hastened', error, 'POST'));
  }
  return { parts, kinds, ticking, tick, tickSoon };
}

/** A secret of this name. The first server to ask makes it. */
async function keepSecret<Value>(secrets: SecretStore, name: string, make: () => Promise<Value>): Promise<Value> {
  if ((await secrets.read(name)) === undefined) {
    const made = await make();
    await secrets.change(name, (value) => value ?? made);
  }
  return (await secrets.read(name)) as Value;
}

/** Apple refuses these. */
const unreal = /(^|\.)(localhost|local|invalid|test)$|^[\d.]+$|:/;
/** Where the site has no address of its own, as on localhost: of a domain that is reserved for such use. */
const subjectOfNobody = 'mailto:wagday@example.com';

/**
 * Whom a push service may write to about this site: its own address, or that of its mail.
 * @param sender such as `Wagday <wagday@mail.example>`
 */
export function vapidSubject(publicUrl: string | null, sender: string): string {
  const site = publicUrl === null ? null : new URL(publicUrl);
  if (site?.protocol === 'https:' && !unreal.test(site.hostname)) return site.origin;
  const address = /<([^<>]+)>$/.exec(sender)?.[1] ?? sender;
  return unreal.test(address.split('@').at(-1) ?? '') ? subjectOfNobody : `mailto:${address}`;
}
