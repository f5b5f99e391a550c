import type { Counts, JobKind, Jobs } from '../jobs/jobs.ts';
import { type LetterDetails, type Mail, type Mailer, type MailKind, MailRefused, mailKinds } from './mail.ts';

/** Milliseconds. Longer than a mail server may take. */
const lease = 120_000;
/** Milliseconds until a mail is no longer sent: by then its reader has asked again. */
const lifetime = 3_600_000;

/** The kind of job that waits until an address may get notices again. */
export const gatheredNotices = 'gathered notices';

/** A request for a mail. The mail is written when it is sent. */
export type MailRequest = {
  readonly kind: MailKind;
  readonly to: string;
  /** Where its link leads. */
  readonly site: string;
  readonly details?: LetterDetails;
};

export type MailJobDependencies = {
  readonly mailer: Mailer;
  /** Writes the mail; null when none is to be sent after all. Called once for each attempt, counted from 1. */
  readonly write: (request: MailRequest, attempt: number) => Promise<Mail | null>;
  /** Milliseconds before the second attempt, the third and so on. */
  readonly retryDelays?: readonly number[] | undefined;
  /** The most waiting mails of each kind: a flood of password recoveries must neither fill the disk nor delay a warning. */
  readonly capacity?: number;
};

/** Creates a kind of job for each kind of mail, so that each has its own capacity. */
export function createMailJobs({
  mailer,
  write,
  retryDelays = [2_000, 10_000, 60_000, 300_000],
  capacity = 5_000,
}: MailJobDependencies): readonly JobKind[] {
  return mailKinds.map((kind) => ({
    name: jobOf(kind),
    label: 'mail',
    lease,
    lifetime,
    capacity,
    retryDelays,
    isFinal: (error) => error instanceof MailRefused,
    async run(details, _, attempt) {
      const mail = await write({ ...(details as Omit<MailRequest, 'kind'>), kind }, attempt);
      if (mail) await mailer.deliver(mail);
    },
  }));
}

export type Outbox = ReturnType<typeof createOutbox>;

/** Sends mail after the answer, so that neither the answer nor its timing reveals whether there was a mail. */
export function createOutbox(jobs: Pick<Jobs, 'add' | 'gather'>) {
  return {
    /** Keeps a notice until later, when all notices to this address that came too soon become one mail. */
    gather({ to, site }: Pick<MailRequest, 'to' | 'site'>, counts: Counts, seconds: number): Promise<void> {
      return jobs.gather(gatheredNotices, `${gatheredNotices} ${to}`, { to, site, counts }, seconds);
    },
    post: ({ kind, ...request }: MailRequest): Promise<void> => jobs.add(jobOf(kind), request),
  };
}

function jobOf(kind: MailKind): string {
  return `mail ${kind}`;
}
