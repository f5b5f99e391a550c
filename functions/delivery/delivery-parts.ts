import type { Digest } from '../../domain/reminders/digest.ts';
import type { Vapid } from '../push/vapid.ts';
import type { Hosts } from './turns.ts';
import type { WrittenMail } from './written-mail.ts';

/** A reminder by mail that has not been written yet (`writeReminder`). It contains no secret, because it may wait in a database. */
export type ReminderMail = {
  readonly owner: string;
  readonly to: string;
  /** Null for the mail that asks whether reminders may come to an address. That mail contains none of the owner's words. */
  readonly digest: Digest | null;
  /** Unique for each delivery, so that a mail sent twice after a crash is shown once. */
  readonly id: string;
  /** Milliseconds since 1970, after which it is no longer sent. */
  readonly until: number;
};

/** The addresses in mails, to which a token is appended. */
export type MailAddresses = {
  /** Ends the mails, such as `https://wagday.example/unsubscribe/`. */
  readonly unsubscribe: string;
  /** Confirms an address. */
  readonly confirm: string;
  /** Opens a guest's own answer, such as `https://wagday.example/i/`, or on a static host `https://wagday.example/i/#`. */
  readonly invitations: string;
};

/** What push messages need. */
export type PushParts = {
  readonly vapid: Vapid;
  /** Push services besides those of the browsers, for `isPushEndpoint`. The database has a separate list for subscriptions. */
  readonly services: readonly string[];
  /** The platform's fetch, which reaches push services. */
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
};

/** What delivery needs besides the parts of every function. */
export type DeliveryParts = {
  /** The secret of a timer that calls by HTTP; null if there is none. */
  readonly tickSecret: string | null;
  /** Signs the links that end mails, and those that confirm an address. */
  readonly unsubscribeKey: string;
  readonly addresses: MailAddresses;
  /** Remembers unresponsive push services for the lifetime of the process. */
  readonly hosts: Hosts;
  /** Null if the site is not set up for push messages. */
  readonly push: PushParts | null;
  /** How many guests a day may be mailed for all hosts together whose accounts are younger than a week. */
  readonly newHostGuests: number;
  /**
   * Hands over a mail; null if the site cannot send mail.
   * @throws {MailBusy} when the mail certainly was not accepted, but may be later
   */
  readonly post: ((mail: WrittenMail) => Promise<void>) | null;
  /** Hands over a reminder, which may wait before it is written; null and MailBusy as for `post`. */
  readonly postReminder: ((mail: ReminderMail) => Promise<void>) | null;
  /** Whether more reminders by mail can be handed over now. If not, their owners are checked again later and lose nothing. */
  readonly hasRoom?: () => Promise<boolean>;
};

/** How many guests a day may be mailed for all hosts of a site together whose accounts are younger than a week. */
export const newHostGuests = { usual: 500, most: 100_000 };

/** Reads a setting of that number. Returns the usual number for an empty text, and null for an invalid one. */
export function readNewHostGuests(text: string): number | null {
  if (text.trim() === '') return newHostGuests.usual;
  const guests = Number(text);
  return /^\s*\d{1,6}\s*$/.test(text) && guests <= newHostGuests.most ? guests : null;
}
