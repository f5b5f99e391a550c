/** The mails that ask whether an address belongs to its owner. Their text is fixed, because the reader may be a stranger. */
import { type Letter, type LetterContent, layOut } from './layout.ts';

export type ConfirmationFacts = {
  /** The origin of the site. */
  readonly site: string;
  /** The page with the button that confirms. */
  readonly page: string;
};

type MailText = Pick<LetterContent, 'subject' | 'opening' | 'closing'> & {
  readonly button: string;
  readonly ending: string;
};

function confirmation({ button, ending, ...words }: MailText): (facts: ConfirmationFacts) => Letter {
  return ({ site, page }) =>
    layOut({
      ...words,
      dogsOf: site,
      button: { label: button, address: page },
      farewell: 'With a friendly wag,',
      reasons: [ending],
    });
}

export const confirmationLetters = {
  confirmReminders: confirmation({
    subject: 'Confirm reminders',
    opening: 'A Wagday account with this address asked for reminders of dog birthdays by mail.',
    closing: 'Was it you? Open this page and press its button. Then your reminders start.',
    button: 'Confirm Reminders',
    ending: 'If it was not you, do nothing, and none will come.',
  }),
  confirmGuestMails: confirmation({
    subject: 'Confirm your address',
    opening:
      'A Wagday account with this address invites guests to a dog party. It asks us to mail them their links and any news.',
    closing: 'Was it you? Open this page and press its button. Then your guests get their mails.',
    button: 'Confirm Your Address',
    ending: 'If it was not you, do nothing, and nobody gets any.',
  }),
};
