/** A digest as a mail, in both of the forms that mail programs show. */
import type { Digest } from '../domain/reminders/digest.ts';
import { layOutMail } from './layout.ts';

export type DigestLinks = {
  /** Where the button leads. */
  readonly page: string;
  /** Turns the mails off. */
  readonly unsubscribe: string;
};

export function writeDigest(
  { subject, sections, closing }: Digest,
  { page, unsubscribe }: DigestLinks,
): { text: string; html: string } {
  return layOutMail({
    subject,
    sections: sections.map(({ when, lines }) => ({ heading: when, lines })),
    closing,
    button: { label: 'Open Wagday', address: page },
    farewell: 'Tails up, and see you soon at the next birthday,',
    reasons: [
      'You get this because you asked Wagday for reminders by mail.',
      "Days and hour are yours to change in 'Your Account'.",
    ],
    unsubscribe: { label: 'Get no more of these mails', address: unsubscribe },
  });
}
