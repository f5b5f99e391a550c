/** The words of the mails that a party has changed, is called off, or is on again. */
import { zoneOf } from '../domain/parties/party-time.ts';
import { isolated, joined, tidyLine } from '../domain/text/text.ts';
import type { Renewal, Section } from './layout.ts';
import type { GuestNews, MailText, PartyFacts, TitledDay } from './party-words.ts';
import { hostsOf, mayMail, partySection, subjectTitleOf, titleOf, whenOf } from './party-words.ts';

/** Writes both times in one line, and what they share only once. */
function whenChange(before: PartyFacts, after: PartyFacts): Renewal {
  if (before.date !== after.date) return { before: whenOf(before), after: whenOf(after) };
  const isSameZone = before.time && after.time && zoneOf(before.time) === zoneOf(after.time);
  const [day, next = 'no time yet'] = whenOf(after).split('\n');
  const [, former = 'no time yet'] = whenOf(before).split('\n');
  return { of: `${day}:`, before: isSameZone ? former.replace(/,.*/, '') : former, after: next };
}

type Change = { readonly name: 'day' | 'time' | 'place' | 'name'; readonly section: Section };

/** Lists what has changed since the guest was last notified. A place counts only if the guest knows both the old and the new one. */
export function changesOf(before: PartyFacts, { isPlaceHidden, isHostNew, ...after }: GuestNews['party']): Change[] {
  const changes: Change[] = [];
  const add = (name: Change['name'], heading: string, line: Renewal) =>
    changes.push({ name, section: { heading, lines: [line], look: 'news' } });
  const shown = (words: string) => (mayMail(words, isHostNew) ? isolated(words) : 'see the page');
  if (before.title !== after.title) add('name', 'What', { before: shown(before.title), after: shown(after.title) });
  if (before.date !== after.date || before.time !== after.time) {
    add(before.date === after.date ? 'time' : 'day', 'When', whenChange(before, after));
  }
  if (!isPlaceHidden && before.location !== after.location) {
    const placeText = (place: string | null) => (place ? shown(place) : 'no place yet');
    add('place', 'Where', { before: placeText(before.location), after: placeText(after.location) });
  }
  return changes;
}

function askAgain({ answer, isWaiting }: GuestNews['answer'], isNewDay: boolean): string {
  if (answer === 'no')
    return isNewDay
      ? "You couldn't make the old day. How about this one?"
      : "You couldn't make it before. Can you now?";
  return isWaiting ? "You're still on the waitlist. Still want in?" : 'Still in?';
}

export function changedWords(news: GuestNews & { kind: 'change' }): MailText {
  const changes = changesOf(news.before, news.party);
  const sections = changes.map(({ section }) => section);
  const question = askAgain(news.answer, news.before.date !== news.party.date);
  if (news.before.isCancelled) {
    return {
      headline: "It's on again",
      sections: [partySection(news, Object.fromEntries(sections.map(({ heading, lines }) => [heading, lines])))],
      closing: `The party was called off, and now it isn't. ${question}`,
    };
  }
  return {
    headline: `A new ${joined(changes.map(({ name }) => name))}`,
    opening: `There is news${hostsOf(news.party, ' from')} about ${isolated(titleOf(news.party))}.`,
    sections,
    closing: `Everything else stays. ${question}`,
  };
}

/**
 * @param hosts who they are; empty if that may not be said, or they have deleted the account
 * @param why the host's reason; null if none is given
 */
export function calledOffWords(party: TitledDay, hosts = '', why: string | null = null): MailText {
  const lines = [...(hosts ? [hosts] : []), { before: whenOf(party) }];
  const heading = subjectTitleOf(party);
  const reason = why && (mayMail(why, party.isHostNew) ? isolated(tidyLine(why)) : 'See the page for the reason.');
  return {
    headline: `Called off: ${heading}`,
    ...(reason && { opening: reason }),
    sections: [{ heading, lines, look: 'off', day: party.date, foot: { lines: ['This party is called off.'] } }],
    closing: "We're sorry. Please take it off your calendar.",
  };
}
