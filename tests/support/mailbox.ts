import type { Mail, Mailer } from '../../server/services/mail/mail.ts';

/** Takes the server's mail in, and waits for it on behalf of a test. */
export type Mailbox = Mailer & {
  readonly mails: readonly Mail[];
  /** The oldest mail to the address, of the subject if one is named, that has not been taken yet, once it is there. */
  next(to: string, subject?: string): Promise<Mail>;
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
  };
}

/** The address that the mail asks its reader to open. */
export function linkIn({ text }: { readonly text: string }): URL {
  const link = /^https?:\S+$/m.exec(text)?.[0];
  if (!link) throw new Error(`there is no link in the mail:\n${text}`);
  return new URL(link);
}

/** The token that a recovery link carries, which stands where no server sees it. */
export function tokenIn(link: URL): string {
  return new URLSearchParams(link.hash.slice(1)).get('token_hash') ?? '';
}
