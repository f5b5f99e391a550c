/** A mail that is ready to be sent. */
export type WrittenMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** The headers by which one click in a mail program, or one request of it, ends the mails (RFC 8058). */
export function unsubscribeHeaders(address: string): Readonly<Record<string, string>> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** The site's mail service certainly has not taken a mail, and may take it later. */
export class MailBusy extends Error {}
