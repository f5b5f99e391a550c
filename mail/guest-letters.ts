/** Every mail to a guest. What all of them say of a party is in party-words.ts. */
import { zoneOf } from '../domain/parties/party-time.ts';
import { nameInMail } from '../domain/text/link-like.ts';
import { isolated, joined, tidyLine } from '../domain/text/text.ts';
import { type Letter, layOut, type Renewal, type Section } from './layout.ts';
import type { GuestNews, MailText, PartyFacts, TitledDay } from './party-words.ts';
import { hostOf, hostsOf, mayMail, partySection, quietLineOf, subjectTitleOf, titleOf, whenOf } from './party-words.ts';

type GuestMailLinks = {
  readonly site: string;
  /** The guest's own page, which shows and changes the answer. */
  readonly page: string;
  /** The calendar file, which stays up to date. */
  readonly calendar: string;
  /** Ends the mails about this party. */
  readonly unsubscribe: string;
  /** Whether a reply reaches the host. */
  readonly canReply: boolean;
};

function waitingWords({ isTooLarge }: GuestNews['answer']): string {
  if (!isTooLarge) return 'As soon as there is room for you, you move up by yourself, and we email you.';
  return 'That is more people than the whole party has room for. You only move up if your host makes more room, or if fewer of you come.';
}

/** Answers with one address are kept apart, because anybody may type it. Only its owner is told of them. */
const answeredTwice =
  "This email has answered more than once. If that's you twice, change one to “Can't go”. Each answer has its own link.";

const answerHeadlines = { yes: "You're coming", maybe: 'You might come', no: 'Your answer' } as const;

function wordsOf(news: GuestNews): MailText {
  switch (news.kind) {
    case 'link': {
      const { answer, isWaiting } = news.answer;
      const again = news.answer.isAgain ? [answeredTwice] : [];
      return {
        headline: isWaiting ? "You're on the waitlist" : answerHeadlines[answer],
        sections: [partySection(news)],
        closing: isWaiting
          ? [waitingWords(news.answer), ...again].join(' ')
          : (again[0] ?? 'Plans change, dogs most of all. Change your answer anytime.'),
      };
    }
    case 'moved up':
      return {
        topic: 'There is a place for you',
        headline: "You've got a place!",
        sections: [partySection(news)],
        closing: "You've moved up from the waitlist. Can't make it after all? Somebody else will be glad of the place.",
      };
    case 'cancelled':
      return calledOffWords(news.party, hostsOf(news.party), news.why);
    case 'reminder':
      return {
        headline: 'Tomorrow',
        sections: [partySection(news)],
        closing: 'Time to find the leash. Something came up? Change your answer anytime.',
      };
    case 'word':
      return {
        headline: `${news.isThanks ? 'Thank you' : 'A word'} from ${hostOf(news.party) ?? 'your host'}`,
        sections: [
          { heading: quietLineOf(news), lines: news.word.split('\n').map(tidyLine).filter(Boolean), look: 'words' },
        ],
        closing: news.isThanks
          ? 'This went to all guests who came and left an email.'
          : 'This went to all guests who may come and left an email.',
      };
    case 'change':
      return changedWords(news);
  }
}

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
function changesOf(before: PartyFacts, { isPlaceHidden, isHostNew, ...after }: GuestNews['party']): Change[] {
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

function changedWords(news: GuestNews & { kind: 'change' }): MailText {
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

/** @param hosts empty if they may not be named, or have left @param why the host's reason; null if none is given */
function calledOffWords(party: TitledDay, hosts = '', why: string | null = null): MailText {
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

/** Whether a change has anything to say, and a word of the host may be mailed. */
export function hasNews(news: GuestNews): boolean {
  if (news.kind === 'word') return mayMail(news.word, news.party.isHostNew);
  return news.kind !== 'change' || news.before.isCancelled || changesOf(news.before, news.party).length > 0;
}

const cameBecause = 'Someone answered an invite with this email.';

/** Returns the name of the sender, "Maria via Wagday", of which programs show no more; null if a mail may not name the host there. */
export function senderOf({ host, isHostNew }: GuestNews['party']): string | null {
  const name = host && mayMail(host, isHostNew) && nameInMail(tidyLine(host));
  return name ? `${name} via Wagday` : null;
}

export const guestLetters = {
  /** Anyone who reads it can change the answer, so it goes to only one address. */
  guestNews(news: GuestNews, { site, page, calendar, unsubscribe, canReply }: GuestMailLinks): Letter {
    const isOn = news.kind !== 'cancelled';
    const isThanks = news.kind === 'word' && news.isThanks === true;
    const hasCalendar = news.answer.answer !== 'no' && !isThanks;
    const { name } = news.answer;
    const { topic, ...words } = wordsOf(news);
    // Some headlines name the party or the host.
    const title = isOn ? `: ${subjectTitleOf(news.party)}` : '';
    const host = news.kind === 'word' ? null : hostOf(news.party);
    return layOut({
      ...words,
      subject: `${topic ?? words.headline}${title}${host ? ` with ${host}` : ''}`,
      to: (name && nameInMail(name)) || undefined,
      // There is nothing to do on the page of a party that is called off.
      ...(isOn
        ? { dogsOf: site, button: { label: isThanks ? 'Look Back' : 'See or Change Your Answer', address: page } }
        : { also: { label: 'Open the Invitation', address: page } }),
      ...(hasCalendar &&
        (isOn
          ? { also: { label: 'Add to Calendar', address: calendar } }
          : { button: { label: 'Update My Calendar', address: calendar, isQuiet: true } })),
      reasons: [
        `${cameBecause} Wasn't you? Stop these emails below.`,
        `Anyone with this link can ${isThanks ? 'read' : 'change'} the answer, so keep it to yourself.`,
        canReply ? 'A reply to this email reaches your host.' : 'Nobody reads replies to this email.',
        ...(canReply || !isOn || isThanks ? [] : ['A note in your answer reaches your host.']),
      ],
      unsubscribe: { label: 'Stop emails about this party', address: unsubscribe },
    });
  },

  /** Notifies a guest that a party is cancelled because its host has deleted the account. The mail links to nothing, as all is gone. */
  guestFarewell: (party: TitledDay): Letter => {
    const words = calledOffWords(party);
    const reasons = [cameBecause, 'This is the last email about this party.'];
    return layOut({ ...words, subject: words.headline, reasons });
  },
};
