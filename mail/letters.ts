/** Every mail that Wagday sends, by kind: each is a function from facts to a subject, a text and HTML. */
import type { Digest, DigestSection } from '../domain/reminders/digest.ts';
import { accountLetters } from './account-letters.ts';
import { guestLetters } from './guest-letters.ts';
import { type Letter, layOut, type Section } from './layout.ts';

function sectionOf({ when, lines }: DigestSection): Section {
  return { heading: when, lines };
}

export const letters = {
  ...accountLetters,
  ...guestLetters,

  /**
   * The daily reminder to an owner. domain/reminders/digest.ts decides what it lists.
   * @param links the origin of the site, the page that the button opens, and the one that turns the mails off
   */
  reminder: (
    { subject, sections, shown = sections, closing, partyId }: Digest,
    { site, page, unsubscribe }: Readonly<Record<'site' | 'page' | 'unsubscribe', string>>,
  ): Letter =>
    layOut({
      subject,
      headline: shown[0]?.lines.find((line) => subject.includes(line)) ?? subject,
      dogsOf: site,
      sections: sections.map(sectionOf),
      shown: shown.map(sectionOf),
      closing,
      button: { label: partyId ? 'See Guests' : 'Open Wagday', address: page },
      reasons: [
        'You get this because you asked Wagday for reminders by email.',
        'Choose other days, or another hour, in You, under Reminders.',
      ],
      unsubscribe: { label: 'Stop these emails', address: unsubscribe },
    }),
};
