import { layOutMail } from '../../mail/layout.ts';

const texts = {
  reminders: {
    subject: 'Confirm reminders',
    opening: 'An account at Wagday with this address asked for reminders of dog birthdays by mail.',
    closing: 'If that was you, open this page and press the button in it. Then reminders start.',
    button: 'Confirm Reminders',
    ending: 'If it was not you, do nothing, and none will come.',
  },
  guests: {
    subject: 'Confirm your address',
    opening:
      'An account at Wagday with this address invites guests to a dog party, and would like them to hear from us by mail.',
    closing: 'If that was you, open this page and press the button in it. Then your guests get their mails.',
    button: 'Confirm Your Address',
    ending: 'If it was not you, do nothing, and nobody gets any.',
  },
} as const;

/** The mail that asks whether an address is its owner's. The reader may be a stranger to the owner, so its text is always the same. */
export function writeConfirmation(
  address: string,
  purpose: keyof typeof texts = 'reminders',
): { subject: string; text: string; html: string } {
  const { subject, opening, closing, button, ending } = texts[purpose];
  const farewell = 'With a friendly wag,';
  return {
    subject,
    ...layOutMail({
      subject,
      opening,
      sections: [],
      closing,
      button: { label: button, address },
      farewell,
      reasons: [ending],
    }),
  };
}
