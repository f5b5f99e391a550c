/** Every mail that Wagday sends, by kind: each is a function from facts to a subject, a text and HTML. */
import type { Digest } from '../domain/reminders/digest.ts';
import { accountLetters } from './account-letters.ts';
import { guestLetters } from './guest-letters.ts';
import { type Letter, layOut, type Section } from './layout.ts';

export const letters = {
  ...accountLetters,
  ...guestLetters,

  /**
   * The daily reminder to an owner, or what a host is told of guests. domain/reminders decides what it lists.
   * @param links the origin of the site, the page that the button opens, and the one that turns the mails off
   */
  reminder: (
    { subject, sections, answers, closing, partyId, asksForPhoto }: Digest,
    { isToHost, ...links }: Readonly<Record<'site' | 'page' | 'unsubscribe', string> & { isToHost: boolean }>,
  ): Letter => {
    const leading = sections[0]?.lines.find((line) => subject.includes(line));
    const isOfParty = answers ? answers.byParty.length === 1 : partyId !== undefined;
    const label = isOfParty ? (answers ? 'See Guests' : 'Open the Party') : 'Open Wagday';
    return layOut({
      subject,
      headline: answers?.inShort ?? leading ?? subject,
      dogsOf: links.site,
      sections: [...sections, ...(answers?.byParty ?? [])].map(({ when: heading, lines }, at): Section => {
        if (at > 0 || !leading) return { heading, lines };
        return { heading, look: 'lead', ...(answers ? { lines: [], foot: { lines } } : { lines }) };
      }),
      closing,
      button: { label, address: links.page },
      ...(asksForPhoto && { also: { label: 'Keep one photo of the day', address: links.page } }),
      reasons: isToHost
        ? ['You get this because you invited guests with Wagday.']
        : [
            'You get this because you asked Wagday for reminders by email.',
            'Choose other days, or another hour, in You, under Reminders.',
          ],
      unsubscribe: { label: 'Stop these emails', address: links.unsubscribe },
    });
  },
};
