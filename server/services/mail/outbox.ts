import type { JobKind, Jobs } from '../jobs/jobs.ts';
import { type Mail, type Mailer, MailRefused } from './mail.ts';

/** Milliseconds before the second attempt, the third and so on. */
const defaultRetryDelays = [2_000, 10_000, 60_000, 300_000];
/** Of each kind: whoever floods the recovery of passwords must neither fill the disk nor keep a warning back. */
const defaultCapacity = 5_000;
/** Milliseconds; longer than a mail server may take. */
const lease = 120_000;
/** Milliseconds. What has waited this long is of no use any more: its reader has asked again. */
const lifetime = 3_600_000;

const mailKinds = [
  'recovery',
  'email_change',
  'email_change_requested',
  'email_changed',
  'password_changed',
  'new_sign_in',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** That a mail is wanted; it is written when it is sent. */
export type MailRequest = {
  readonly kind: MailKind;
  readonly to: string;
  /** Where its link leads. */
  readonly site: string;
  /** What this one has to say; never a secret. */
  readonly details?: Readonly<Record<string, string>>;
};

export type MailJobParts = {
  readonly mailer: Mailer;
  /** Writes what was asked for; null for none after all. Called once for each attempt. */
  readonly write: (request: MailRequest) => Promise<Mail | null>;
};

export type MailJobOptions = { readonly retryDelays?: readonly number[]; readonly capacity?: number };

/** Mail leaves off the path of requests: nobody waits for it, and nobody learns from an answer whether there was any. */
export type Outbox = {
  /** Resolves when the request is kept. */
  post(request: MailRequest): Promise<void>;
};

/** A kind of job for each kind of mail, so that each has its own capacity. */
export function createMailJobs(
  { mailer, write }: MailJobParts,
  { retryDelays = defaultRetryDelays, capacity = defaultCapacity }: MailJobOptions = {},
): readonly JobKind[] {
  return mailKinds.map((kind) => ({
    name: jobOf(kind),
    label: 'mail',
    lease,
    lifetime,
    capacity,
    retryDelays,
    isFinal: (error) => error instanceof MailRefused,
    async run(details) {
      const mail = await write({ ...(details as Omit<MailRequest, 'kind'>), kind });
      if (mail) await mailer.deliver(mail);
    },
  }));
}

export function createOutbox(jobs: Pick<Jobs, 'add'>): Outbox {
  return { post: ({ kind, ...request }) => jobs.add(jobOf(kind), request) };
}

function jobOf(kind: MailKind): string {
  return `mail ${kind}`;
}
