import type { WrittenMail } from '../mail/written-mail.ts';

/** What mails to guests need beside the parts of every function. */
export type GuestMailParts = {
  /** What a timer that calls by HTTP proves to know; null where none does. */
  readonly tickSecret: string | null;
  /** Signs the addresses that end the mails, and those that prove a host's. */
  readonly unsubscribeKey: string;
  /** What a guest's token stands behind, such as `https://wagday.example/i/`, on a static host `https://wagday.example/i/#`. */
  readonly invitations: string;
  /** What the token of a mail stands behind, such as `https://wagday.example/unsubscribe/`. */
  readonly unsubscribe: string;
  /** What the token of a host's proof stands behind. */
  readonly confirm: string;
  /** How many guests a day are sent mail for all hosts whose accounts are younger than a week, together. */
  readonly newHostGuests: number;
  /**
   * Hands a mail over; null where none can be sent.
   * @throws {MailBusy} when it is certain that the mail was not taken, and later it may be
   */
  readonly post: ((mail: WrittenMail) => Promise<void>) | null;
};
