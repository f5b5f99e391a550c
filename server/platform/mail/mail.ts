/** A message to one address, in both of the forms that mail programs show. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where it must be the same whenever the mail is sent again; otherwise each sending makes its own. */
  readonly messageId?: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
};

export const mailKinds = [
  'recovery',
  'email_change',
  'email_change_requested',
  'email_changed',
  'password_changed',
  'new_sign_in',
  'several_notices',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** What one mail has to say; never a secret. */
export type LetterDetails = Readonly<Record<string, string>>;

/** The words of a mail. */
type Letter = Pick<Mail, 'subject' | 'text' | 'html'>;

/** Writes the mails about an account. `link` leads to the page of the site that takes a token, or where an owner signs in. */
export type Letters = Readonly<
  Record<MailKind, (facts: { site: string; link: string; details: LetterDetails }) => Letter>
>;

export type Mailer = {
  /**
   * Hands the mail over once.
   * @throws {MailRefused} when trying again would be of no use
   * @throws {MailNotTaken} when it may help, and the mail can have arrived nowhere; anything else when it may have
   */
  deliver(mail: Mail): Promise<void>;
};

/** The other side has refused this mail, or its recipient, for good. */
export class MailRefused extends Error {}

/** The other side has not taken the mail, but may take it later. */
export class MailNotTaken extends Error {
  /** The kind of failure, for the log. */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}
