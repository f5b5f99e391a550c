import type { Digest } from '../../domain/reminders/digest.ts';
import type { Vapid } from '../push/vapid.ts';
import type { Hosts } from './turns.ts';
import type { WrittenMail } from './written-mail.ts';

/** A reminder by mail that is still to be written (`writeReminder`). It holds no secret, because it may wait in a database. */
export type ReminderMail = {
  readonly owner: string;
  readonly to: string;
  /** Null for the mail that asks the reader of an address whether reminders may come there. It holds no word of the owner's. */
  readonly digest: Digest | null;
  /** Its own for each delivery, so that a mail which is sent twice after a crash is seen once. */
  readonly id: string;
  /** Milliseconds since 1970: after that it is not sent any more. */
  readonly until: number;
};

/** What the tokens in mails stand behind. */
export type MailAddresses = {
  /** Ends the mails, such as `https://wagday.example/unsubscribe/`. */
  readonly unsubscribe: string;
  /** Proves an address. */
  readonly confirm: string;
  /** A guest's own answer, such as `https://wagday.example/i/`, on a static host `https://wagday.example/i/#`. */
  readonly invitations: string;
};

/** How browsers get messages. */
export type PushParts = {
  readonly vapid: Vapid;
  /** Push services beside those of the browsers, as `isPushEndpoint` takes them. The database has a list of its own for subscribing. */
  readonly services: readonly string[];
  /** The platform's fetch, which reaches push services. */
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
};

/** What sending to people later needs beside the parts of every function. */
export type DeliveryParts = {
  /** What a timer that calls by HTTP proves to know; null where none does. */
  readonly tickSecret: string | null;
  /** Signs the addresses that end mails, and those that prove an address. */
  readonly unsubscribeKey: string;
  readonly addresses: MailAddresses;
  /** Remembers, for as long as the process runs, which push services do not answer. */
  readonly hosts: Hosts;
  /** Null where the site is not set up for reminders. */
  readonly push: PushParts | null;
  /** How many guests a day are sent mail for all hosts whose accounts are younger than a week, together. */
  readonly newHostGuests: number;
  /**
   * Hands a mail over; null where none can be sent.
   * @throws {MailBusy} when it is certain that the mail was not taken, and later it may be
   */
  readonly post: ((mail: WrittenMail) => Promise<void>) | null;
  /** Takes a reminder over that may wait; null and MailBusy as above. */
  readonly postReminder: ((mail: ReminderMail) => Promise<void>) | null;
  /** Whether more reminders by mail can be taken over now. Without room their owners are looked at again, and lose nothing. */
  readonly hasRoom?: () => Promise<boolean>;
};

/** How many guests a day are sent mail for all hosts of a site whose accounts are younger than a week, together. */
export const newHostGuests = { usual: 500, most: 100_000 };

/** Reads a setting of that number. Null for a text that is none; without a text it is the usual one. */
export function readNewHostGuests(text: string): number | null {
  if (text.trim() === '') return newHostGuests.usual;
  const guests = Number(text);
  return /^\s*\d{1,6}\s*$/.test(text) && guests <= newHostGuests.most ? guests : null;
}
