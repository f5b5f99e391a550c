import type { Mail, Mailer } from '../../embedded-supabase/mail/mail.ts';

/** A mailer that keeps mail for a test instead of sending it. */
export type Mailbox = Mailer & {
  readonly mails: readonly Mail[];
  /** Waits for the oldest mail to the address that this function has not returned yet; `subject` narrows the choice. */
  next(to: string, subject?: string): Promise<Mail>;
  /** Forgets all mail. */
  empty(): void;
};

export function createMailbox(): Mailbox {
  const mails: Mail[] = [];
  const taken = new Set<Mail>();
  let arrival = Promise.withResolvers<void>();
  return {
    mails,
    async deliver(mail) {
      mails.push(mail);
      arrival.resolve();
      arrival = Promise.withResolvers();
    },
    async next(to, subject) {
      for (;;) {
        const mail = mails.find(
          (candidate) =>
            candidate.to === to && (subject === undefined || candidate.subject === subject) && !taken.has(candidate),
        );
        if (mail) {
          taken.add(mail);
          return mail;
        }
        await arrival.promise;
      }
    },
    empty: () => {
      mails.length = 0;
    },
  };
}

/** The link in a mail. */
export function linkIn({ text }: { readonly text: string }): URL {
  const link = /^https?:\S+$/m.exec(text)?.[0];
  if (!link) throw new Error(`there is no link in the mail:\n${text}`);
  return new URL(link);
}

/** The token in the fragment of a mailed link. */
export function tokenIn(link: URL): string {
  return new URLSearchParams(link.hash.slice(1)).get('token_hash') ?? '';
}
