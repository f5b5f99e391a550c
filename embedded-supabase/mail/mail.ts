/** A message to one address, in the two formats that mail programs show. */
export type Mail = {
  readonly to: string;
  /** The name of the sender instead of the usual one; the address stays. */
  readonly sender?: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Set where repeated sendings must share one id; otherwise each sending creates a new one. */
  readonly messageId?: string;
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

/** What a mail says; never a secret. */
export type LetterDetails = Readonly<Record<string, string>>;

/** Writes the mails about an account. `link` leads to the page that takes a token, or to the sign-in page. */
export type Letters = Readonly<
  Record<
    MailKind,
    (facts: { site: string; link: string; details: LetterDetails }) => Pick<Mail, 'subject' | 'text' | 'html'>
  >
>;

export type Mailer = {
  /**
   * Hands the mail over once.
   * @throws {MailRefused} when trying again would be useless
   * @throws {MailNotTaken} when trying again may help and the mail cannot have arrived; anything else when it may have arrived
   */
  deliver(mail: Mail): Promise<void>;
};

class MailFailure extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** The receiving server has refused this mail, or its recipient, for good. */
export class MailRefused extends MailFailure {}

/** The receiving server has not taken the mail, but may take it later. */
export class MailNotTaken extends MailFailure {}
