import { confirmReminders, invitationPage, unsubscribe } from '../../addresses/addresses.ts';
import type { GuestMailParts } from '../../functions/guest-mails/guest-mail-parts.ts';
import { type GuestMailCounts, sendGuestMails } from '../../functions/guest-mails/send-mails.ts';
import { MailBusy } from '../../functions/mail/written-mail.ts';
import type { ReminderParts } from '../../functions/reminders/reminder-parts.ts';
import { hourly, type JobKind } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import { type Mailer, MailNotTaken } from '../platform/mail/mail.ts';
import type { FunctionData } from './function-data.ts';

/** Milliseconds between two looks at the mails that are due. A look at none is two steps in indexes. */
const interval = 15_000;
/** Invitations that a purge ends in one transaction. */
const purgeBatch = 50;

export type GuestMailsOptions = {
  /** Its key serves guests, too. */
  readonly reminders: Pick<ReminderParts, 'unsubscribeKey'>;
  /** The origin of the site, which the links of mails lead to. */
  readonly site: string;
  readonly newHostGuests: number;
  readonly functionData: FunctionData;
  readonly mailer: Mailer;
  readonly now: () => Date;
  readonly log: Log;
};

/** Mails the guests of parties, and ends their data a month after: the kinds of jobs for it, and the parts of the functions. */
export function openGuestMails({ reminders, site, newHostGuests, functionData, mailer, now, log }: GuestMailsOptions) {
  const { asServer } = functionData;
  const parts: GuestMailParts = {
    tickSecret: null,
    unsubscribeKey: reminders.unsubscribeKey,
    invitations: `${site}${invitationPage('')}`,
    unsubscribe: `${site}${unsubscribe}/`,
    confirm: `${site}${confirmReminders}/`,
    newHostGuests,
    async post(mail) {
      try {
        await mailer.deliver(mail);
      } catch (error) {
        throw error instanceof MailNotTaken ? new MailBusy(error.message) : error;
      }
    },
  };

  async function send(): Promise<GuestMailCounts> {
    const counts = await sendGuestMails({ service: asServer, now, site, guestMails: parts });
    if (counts.mails + counts.failed > 0) log[counts.failed > 0 ? 'error' : 'info']('guest_mails_sent', counts);
    return counts;
  }

  async function purge(signal?: AbortSignal): Promise<void> {
    type Ended = { invitations: number; guests: number };
    for (let invitations = 1; invitations > 0 && !signal?.aborted; ) {
      const ended = (await asServer.call('purge_invitations', { most: purgeBatch })) as Ended;
      invitations = ended.invitations;
      if (invitations > 0) log.info('guests_purged', ended);
    }
  }

  const jobs: readonly JobKind[] = [
    {
      name: 'guest mails',
      label: 'guest_mails',
      lease: 5 * 60_000,
      lifetime: null,
      capacity: 1,
      retryDelays: [],
      every: interval,
      run: async () => void (await send()),
    },
    hourly('purge invitations', 'purge', (_, signal) => purge(signal)),
  ];
  return { parts, jobs, send, purge };
}
