/** The daily reminder to an owner. domain/reminders/digest.ts decides what it lists. */
import type { Digest } from '../domain/reminders/digest.ts';
import { type Letter, layOut } from './layout.ts';

export type ReminderLinks = {
  /** The page that the button opens. */
  readonly page: string;
  /** Turns the mails off. */
  readonly unsubscribe: string;
};

export const reminderLetters = {
  reminder: ({ subject, sections, closing }: Digest, { page, unsubscribe }: ReminderLinks): Letter =>
    layOut({
      subject,
      sections: sections.map(({ when, lines }) => ({ heading: when, lines })),
      closing,
      button: { label: 'Open Wagday', address: page },
      farewell: 'Tails up, and see you soon at the next birthday,',
      reasons: [
        'You get this because you asked Wagday for reminders by mail.',
        'Choose other days, or another hour, in You, under Reminders.',
      ],
      unsubscribe: { label: 'Get no more of these mails', address: unsubscribe },
    }),
};
