/** Defines functions and what they reach, the same in the embedded server and on hosted Supabase. */

import type { CalendarDate } from '../domain/dates/calendar-date.ts';
import type { InvitationPage, InvitationPages } from '../domain/guests/shown-invitation.ts';
import type { Digest } from '../domain/reminders/digest.ts';
import type { Hosts } from './delivery/host-turns.ts';
import type { Vapid } from './push/vapid.ts';

/** Calls database functions of schema public by name, each in its own transaction. Gives no other access to the database. */
export type Data = {
  /** @throws {DataError} when the call fails */
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown>;
};

/** Thrown when data is unavailable. With status 429 or 503, a later call may succeed. */
export class DataError extends Error {
  override readonly name = 'DataError';
  readonly status: number;

  /** @param message without values, because it may be logged */
  constructor(status: number, message: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

/** The pages of invitations as text, or as bytes with headers that describe their encoding. */
export type SentPages = Omit<InvitationPages, 'render'> & {
  render(page: InvitationPage): string | Promise<Uint8Array<ArrayBuffer>>;
  readonly headers?: Readonly<Record<string, string>>;
};

export type WrittenMail = {
  readonly to: string;
  /** The name of the sender instead of the site's, in one line; the address stays. */
  readonly sender?: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Thrown when the mail service certainly has not accepted a mail, but may accept it later. */
export class MailBusy extends Error {}

/** Thrown when the mail service refuses a mail or its recipient for good. */
export class MailUnwanted extends Error {}

/** A reminder by mail that has not been written yet (`writeReminder`). It contains no secret, because it may wait in a database. */
export type ReminderMail = {
  readonly owner: string;
  readonly to: string;
  /** Null for the mail that asks whether reminders may come to an address. That mail contains none of the owner's words. */
  readonly digest: Digest | null;
  /** The day for which it is decided again when it has waited. Answers and tests have none, nor has a mail that another version wrote. */
  readonly day?: CalendarDate | null;
  /** Unique for each delivery, so that a mail sent twice after a crash is shown once. */
  readonly id: string;
  /** Milliseconds since 1970, after which it is no longer sent. */
  readonly until: number;
  /** Whether it comes because its owner has invited guests, not because of reminders. A mail that another version wrote may not say so. */
  readonly isToHost?: boolean;
};

export type PushSender = {
  readonly vapid: Vapid;
  /** Push services besides those of the browsers, for `isPushEndpoint`. The database has a separate list for subscriptions. */
  readonly services: readonly string[];
  /** The platform's fetch, which reaches push services. */
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
};

export type Delivery = {
  /** The secret of a timer that calls by HTTP; null if there is none. */
  readonly tickSecret: string | null;
  /** Signs the links that end mails, and those that confirm an address. */
  readonly unsubscribeKey: string;
  /** The addresses in mails, to which a token is appended. */
  readonly addresses: {
    /** Ends the mails, such as `https://wagday.example/unsubscribe/`. */
    readonly unsubscribe: string;
    readonly confirm: string;
  };
  /** Remembers unresponsive push services for the lifetime of the process. */
  readonly hosts: Hosts;
  /** Null if the site is not set up for push messages. */
  readonly push: PushSender | null;
  /** How many guests a day may be mailed for all hosts together whose accounts are younger than a week. */
  readonly newHostGuests: number;
  /** Called when a mail waits because they were mailed already. */
  readonly onNewHostsFull?: () => void;
  /**
   * Hands over a mail; null if the site cannot send mail.
   * @throws {MailBusy} when the mail certainly was not accepted, but may be later
   * @throws {MailUnwanted} when it never will be
   */
  readonly post: ((mail: WrittenMail) => Promise<void>) | null;
  /** Hands over a reminder, which may wait before it is written; null and MailBusy as for `post`. */
  readonly postReminder: ((mail: ReminderMail) => Promise<void>) | null;
  /** Whether more reminders by mail can be handed over now. If not, their owners are checked again later and lose nothing. */
  readonly hasRoom?: () => Promise<boolean>;
};

export type FileRemover = {
  /** The secret that the caller must send. */
  readonly tickSecret: string;
  /** Removes files of a bucket; some may be gone already. @throws Error when the storage refuses */
  readonly remove: (bucket: string, names: readonly string[]) => Promise<void>;
};

export type Backend = {
  /** Calls as the role `anon`, which may call only public functions. */
  readonly data: Data;
  /**
   * Calls as the role `service_role`, including functions granted only to it. Use it only if the caller has proved to be the server
   * itself, or for effects that every caller of this function may have.
   */
  readonly service: Data;
  readonly now: () => Date;
  /** The origin of the site for links, such as `https://wagday.example`. */
  readonly site: string;
  /** Absent if this site sends nothing. */
  readonly delivery?: Delivery;
  /** Renders the pages of invitations; absent if the site is not built. */
  readonly invitations?: SentPages;
  readonly files?: FileRemover;
};

/** Answers a request that needs no session. It uses only its backend, the domain, and what every web platform has. */
export type WebFunction = (request: Request, backend: Backend) => Response | Promise<Response>;
