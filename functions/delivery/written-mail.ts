/** A mail that is ready to be sent. */
export type WrittenMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Returns the headers that let a mail program end the mails with one click or request (RFC 8058). */
export function unsubscribeHeaders(address: string): Readonly<Record<string, string>> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Thrown when the mail service certainly has not accepted a mail, but may accept it later. */
export class MailBusy extends Error {}
