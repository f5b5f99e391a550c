import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '../../database/connect.ts';
import { patiently } from '../../database/patiently.ts';
import type { Log } from '../../log.ts';
import { type Mail, type Mailer, MailRefused } from './mail.ts';

/** Milliseconds before the second attempt, the third and so on. */
const defaultRetryDelays = [2_000, 10_000, 60_000, 300_000];
const defaultConcurrency = 4;
/** Of each kind: whoever floods the recovery of passwords must neither fill the disk nor keep a warning back. */
const defaultCapacity = 5_000;
/** How long whoever has taken a mail up has it alone: longer than a mail server may take. */
const lease = '2 minutes';
/** What has waited this long is of no use any more: its reader has asked again. */
const oldest = '1 hour';
/** Milliseconds between two looks for mail that others have left. */
const interval = 15_000;
/** Milliseconds. */
const closeLimit = 5_000;

export type MailKind =
  | 'recovery'
  | 'email_change'
  | 'email_change_requested'
  | 'email_changed'
  | 'password_changed'
  | 'new_sign_in';

/** That a mail is wanted; it is written when it is sent. */
export type MailRequest = {
  readonly kind: MailKind;
  readonly to: string;
  /** Where its link leads. */
  readonly site: string;
  /** What this one has to say; never a secret. */
  readonly details?: Readonly<Record<string, string>>;
};

export type OutboxParts = {
  readonly sql: Sql;
  readonly mailer: Mailer;
  readonly log: Log;
  /** Writes what was asked for; null for none after all. Called once for each attempt. */
  readonly write: (request: MailRequest) => Promise<Mail | null>;
};

export type OutboxOptions = {
  readonly retryDelays?: readonly number[];
  readonly concurrency?: number;
  readonly capacity?: number;
};

/**
 * Mail leaves off the path of requests: nobody waits for it, and nobody learns from an answer whether there was any. The
 * requests are rows of the database, so that a crash loses none: another server, or the next start, sends it. Each is sent
 * at least once; twice only when a server dies between sending and saying so.
 */
export type Outbox = {
  /** Resolves when the request is kept. Writing and sending follow in the background; failures are logged and tried again. */
  post(request: MailRequest): Promise<void>;
  /** Resolves when this server has nothing under way. */
  settled(): Promise<void>;
  /** Takes nothing more up, and gives what is under way some seconds; the rest stays for others. */
  close(): Promise<void>;
};

type Taken = MailRequest & { readonly id: string; readonly attempts: number };

export function createOutbox({ sql, mailer, log, write }: OutboxParts, options: OutboxOptions = {}): Outbox {
  const { retryDelays = defaultRetryDelays, concurrency = defaultConcurrency, capacity = defaultCapacity } = options;
  const closing = new AbortController();
  let running = 0;
  let idle = Promise.withResolvers<void>();
  idle.resolve();

  async function take(): Promise<Taken | undefined> {
    if (closing.signal.aborted) return;
    const [taken] = await patiently(sql<Taken[]>`
      update wagday.mail_outbox set attempts = attempts + 1, due_at = now() + ${lease}::interval
      where id = (
        select id from wagday.mail_outbox
        where due_at <= now() and created_at > now() - ${oldest}::interval
        order by due_at limit 1 for update skip locked
      )
      returning id, kind, recipient as to, site, details, attempts`);
    return taken;
  }

  /** Whether the request is off our hands, for better or worse. */
  async function attempt(request: MailRequest): Promise<boolean> {
    try {
      const mail = await write(request);
      if (mail) await mailer.deliver(mail);
      return true;
    } catch (error) {
      const isFinal = error instanceof MailRefused;
      log.error(isFinal ? 'mail_refused' : 'mail_attempt_failed', { code: codeOf(error) });
      return isFinal;
    }
  }

  async function send({ id, attempts, ...request }: Taken): Promise<void> {
    const isDone = await attempt(request);
    const delay = retryDelays[attempts - 1];
    if (isDone || delay === undefined) {
      if (!isDone) log.error('mail_given_up');
      await patiently(sql`delete from wagday.mail_outbox where id = ${id}`);
      return;
    }
    await patiently(sql`
      update wagday.mail_outbox set due_at = now() + make_interval(secs => ${delay / 1000}) where id = ${id}`);
    if (delay > 0 && delay < interval) setTimeout(wake, delay).unref();
  }

  async function work(): Promise<void> {
    try {
      for (let taken = await take(); taken; taken = await take()) {
        // Where there was one there may be more.
        wake();
        await send(taken);
      }
    } catch (error) {
      // The next look comes by itself.
      if (!closing.signal.aborted) log.error('mail_outbox_failed', { code: codeOf(error) });
    }
    running -= 1;
    if (running === 0) idle.resolve();
  }

  function wake(): void {
    if (closing.signal.aborted || running >= concurrency) return;
    if (running === 0) idle = Promise.withResolvers();
    running += 1;
    // Not before the request that posted it has been answered.
    setImmediate(() => void work());
  }

  async function look(): Promise<void> {
    await patiently(sql`delete from wagday.mail_outbox where created_at < now() - ${oldest}::interval`).catch(
      () => undefined,
    );
    wake();
  }

  const timer = setInterval(() => void look(), interval);
  timer.unref();
  wake();

  return {
    async post({ kind, to, site, details = {} }) {
      const rows = await patiently(sql`
        insert into wagday.mail_outbox (kind, recipient, site, details)
        select ${kind}, ${to}, ${site}, ${JSON.stringify(details)}::text::jsonb
        where (select count(*) from wagday.mail_outbox where kind = ${kind}) < ${capacity}
        returning id`);
      if (rows.length === 0) log.error('mail_not_taken', { waiting: capacity });
      wake();
    },
    settled: () => idle.promise,
    async close() {
      closing.abort();
      clearInterval(timer);
      const limit = new AbortController();
      const late = wait(closeLimit, undefined, { signal: limit.signal }).catch(() => undefined);
      await Promise.race([idle.promise, late]);
      limit.abort();
    },
  };
}

/** What went wrong, without the message: it may hold an address. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
