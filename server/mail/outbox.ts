import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { type Mail, type Mailer, MailRefused } from './mail.ts';

/** Milliseconds before the second attempt, the third and so on. */
const defaultRetryDelays = [1_000, 5_000, 25_000];
const defaultConcurrency = 4;
/** Whoever floods the recovery of passwords must not fill the memory. */
const defaultCapacity = 500;
/** Milliseconds. */
const closeLimit = 5_000;

export type OutboxOptions = {
  readonly retryDelays?: readonly number[];
  readonly concurrency?: number;
  readonly capacity?: number;
};

/**
 * Mail leaves off the path of requests: nobody waits for it, and nobody learns from an answer whether there was any.
 * It is kept in memory only. What a crash loses is asked for again by its reader, who sees that no mail has come.
 */
export type Outbox = {
  /** Writes a mail in the background, null for none after all, and sends it. Failures are logged and tried again. */
  post(write: () => Promise<Mail | null>): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
  /** Takes nothing more, gives what is under way one attempt, and some seconds for it. */
  close(): Promise<void>;
};

export function createOutbox(mailer: Mailer, log: Log, options: OutboxOptions = {}): Outbox {
  const { retryDelays = defaultRetryDelays, concurrency = defaultConcurrency, capacity = defaultCapacity } = options;
  const closing = new AbortController();
  const waiting: (() => Promise<Mail | null>)[] = [];
  let running = 0;
  let idle = Promise.withResolvers<void>();
  idle.resolve();

  /** Whether the mail is off the hands of this server, for better or worse. */
  async function attempt(mail: Mail): Promise<boolean> {
    try {
      await mailer.deliver(mail);
      return true;
    } catch (error) {
      const isFinal = error instanceof MailRefused;
      log.error(isFinal ? 'mail_refused' : 'mail_attempt_failed', { code: codeOf(error) });
      return isFinal;
    }
  }

  async function send(mail: Mail): Promise<void> {
    if (await attempt(mail)) return;
    for (const delay of retryDelays) {
      await wait(delay, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      if (closing.signal.aborted) break;
      if (await attempt(mail)) return;
    }
    log.error('mail_given_up');
  }

  async function work(): Promise<void> {
    for (let write = waiting.shift(); write; write = waiting.shift()) {
      try {
        const mail = await write();
        if (mail) await send(mail);
      } catch (error) {
        log.error('mail_not_written', { code: codeOf(error) });
      }
    }
    running -= 1;
    if (running === 0) idle.resolve();
  }

  return {
    post(write) {
      if (closing.signal.aborted || waiting.length >= capacity) {
        log.error('mail_not_taken', { waiting: waiting.length });
        return;
      }
      waiting.push(write);
      if (running >= concurrency) return;
      if (running === 0) idle = Promise.withResolvers();
      running += 1;
      // Not before the request that posted it has been answered.
      setImmediate(() => void work());
    },
    settled: () => idle.promise,
    async close() {
      closing.abort();
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
