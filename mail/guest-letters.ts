/**
 * Mails to guests of a party. A guest has no account, and anyone can type any address into an answer, so these mails contain no text
 * from guests but one word of the name, and that only if it cannot become a link. All else comes from the host. While the host's account is
 * new, words that look like a link are not mailed, so that nobody can open an account to mail links to strangers.
 */
import { type CalendarDate, formatFullDate } from '../domain/dates/calendar-date.ts';
import type { Attendance } from '../domain/guests/guest-answer.ts';
import { counted } from '../domain/guests/guest-list.ts';
import { formatHour, formatPartyTime, type PartyTime, zoneOf } from '../domain/parties/party-time.ts';
import { isLinkLike, nameInMail } from '../domain/text/link-like.ts';
import { isolated, shortened, tidyLine } from '../domain/text/text.ts';
import { type Letter, type LetterContent, layOut, type Renewal, type Section } from './layout.ts';

export type PartyFacts = {
  readonly title: string;
  readonly date: CalendarDate;
  /** Null for a party of a whole day. */
  readonly time: PartyTime | null;
  /** Null if there is none, or the guest may not see it. */
  readonly location: string | null;
};

export type GuestNews = {
  readonly party: PartyFacts & {
    readonly isPlaceHidden: boolean;
    /** Null if the host has told no name. */
    readonly host: string | null;
    /** The dog whose party it is; null if it is not known any more. */
    readonly dog: string | null;
    /** Whether the host's account is younger than a week. */
    readonly isHostNew: boolean;
  };
  /** How the guest has answered. */
  readonly answer: {
    /** The guest's name, at most one word. */
    readonly name: string | null;
    readonly answer: Attendance;
    readonly adults: number;
    readonly children: number;
    readonly dogs: number;
    /** What the guest brings from the host's list. */
    readonly brings: readonly string[];
    readonly isWaiting: boolean;
    /** Whether the guest's group is larger than the whole party. */
    readonly isTooLarge: boolean;
  };
} & (
  | { readonly kind: 'link' | 'moved up' | 'cancelled' | 'reminder' }
  /** @property word what the host writes */
  | { readonly kind: 'word'; readonly word: string }
  /** @property before what the guest was last notified of; `isCancelled` if that was the cancellation */
  | { readonly kind: 'change'; readonly before: PartyFacts & { readonly isCancelled: boolean } }
);

/** What the last mail about a party says about it. */
export type TitledDay = Pick<GuestNews['party'], 'title' | 'date' | 'time' | 'isHostNew'>;

export type GuestMailLinks = {
  /** The origin of the site. */
  readonly site: string;
  /** The guest's own page, which shows and changes the answer. */
  readonly page: string;
  /** The calendar file, which stays up to date; null if no server provides one. */
  readonly calendar: string | null;
  /** Ends the mails about this party. */
  readonly unsubscribe: string;
  /** Whether a reply reaches the host. */
  readonly canReply: boolean;
};

/** The most characters of a title and of the host's name in a subject. */
const subjectTitle = 70;
const subjectHost = 24;
/** The most things that a mail lists. */
const mostThings = 5;

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Returns "Monday, June 15, 2026, 6:30 PM, New York time". */
function whenOf({ date, time }: Pick<PartyFacts, 'date' | 'time'>): string {
  return `${formatFullDate(date)}${time ? `, ${formatPartyTime(time)}` : ''}`;
}

/** Writes both times in one line, and what they share only once. */
function whenChange(before: PartyFacts, after: PartyFacts): Renewal {
  if (before.date !== after.date) return { before: whenOf(before), after: whenOf(after) };
  const [former, next] = [before.time, after.time];
  const isSameZone = former && next && zoneOf(former) === zoneOf(next);
  const from = former ? (isSameZone ? formatHour(former) : formatPartyTime(former)) : 'no time yet';
  const to = next ? formatPartyTime(next) : 'no time yet';
  return { of: `${formatFullDate(after.date)}:`, before: from, after: to };
}

function mayMail(words: string, isHostNew: boolean): boolean {
  return !isHostNew || !isLinkLike(words);
}

/** The title as mails call the party. */
function titleOf({ title, isHostNew }: Pick<TitledDay, 'title' | 'isHostNew'>): string {
  return mayMail(title, isHostNew) ? title : 'a dog party';
}

/** Returns the names of the host and the dog, "Maria and Luna"; empty if a mail may say neither. */
function hostsOf({ host, dog, isHostNew }: GuestNews['party']): string {
  return list.format(
    [host, dog].flatMap((name) => (name && mayMail(name, isHostNew) ? [isolated(tidyLine(name))] : [])),
  );
}

type Change = { readonly name: 'day' | 'time' | 'place' | 'name'; readonly section: Section };

/** Lists what has changed since the guest was last notified. A place counts only if the guest knows both the old and the new one. */
function changesOf(before: PartyFacts, { isPlaceHidden, isHostNew, ...after }: GuestNews['party']): Change[] {
  const changes: Change[] = [];
  const shown = (words: string) => (mayMail(words, isHostNew) ? isolated(words) : 'see the page');
  if (before.title !== after.title) {
    changes.push({
      name: 'name',
      section: { heading: 'What', lines: [{ before: shown(before.title), after: shown(after.title) }] },
    });
  }
  if (before.date !== after.date || before.time !== after.time) {
    const name = before.date === after.date ? 'time' : 'day';
    changes.push({ name, section: { heading: 'When', lines: [whenChange(before, after)] } });
  }
  if (!isPlaceHidden && before.location !== after.location) {
    const placeText = (place: string | null) => (place ? shown(place) : 'no place yet');
    const line = { before: placeText(before.location), after: placeText(after.location) };
    changes.push({ name: 'place', section: { heading: 'Where', lines: [line] } });
  }
  return changes;
}

/** Returns "You said yes, for 2 adults, 1 child and 1 dog." */
function answerLine({ answer, adults, children, dogs, isWaiting }: GuestNews['answer']): string {
  if (answer === 'no') return 'You said that you cannot come.';
  const heads = list.format([
    ...counted(adults, 'adult', 'adults'),
    ...counted(children, 'child', 'children'),
    ...counted(dogs, 'dog', 'dogs'),
  ]);
  const said = isWaiting ? "You're on the waitlist" : `You said ${answer}`;
  return `${said}${heads ? `, for ${heads}` : ''}.`;
}

/** Returns "You bring: lemonade and balls." */
function bringLines({ brings }: GuestNews['answer'], { isHostNew }: GuestNews['party']): string[] {
  const things = brings.filter((item) => mayMail(item, isHostNew)).map((item) => isolated(tidyLine(item)));
  const others = things.length - mostThings;
  const named = others > 0 ? [...things.slice(0, mostThings), `${others} more`] : things;
  return named.length > 0 ? [`You bring: ${list.format(named)}.`] : [];
}

function hostLines(party: GuestNews['party']): string[] {
  const hosts = hostsOf(party);
  return hosts ? [`With ${hosts}`] : [];
}

function placeLines({ location, isPlaceHidden, isHostNew }: GuestNews['party'], answer: GuestNews['answer']): string[] {
  // Waiting guests have said yes. They learn the place when they move up.
  if (isPlaceHidden && answer.isWaiting) return ['You see the place once there is room for you.'];
  if (isPlaceHidden) return ['The place is shown to guests who say yes.'];
  if (location === null) return [];
  return [mayMail(location, isHostNew) ? location : 'See the page for the place.'];
}

function partySection({ party, answer }: GuestNews): Section {
  const lines = [...hostLines(party), whenOf(party), ...placeLines(party, answer), answerLine(answer)];
  return { heading: titleOf(party), lines: [...lines, ...bringLines(answer, party)] };
}

type MailText = Pick<LetterContent, 'headline' | 'opening' | 'sections' | 'closing'>;

function waitingWords({ isTooLarge }: GuestNews['answer']): string {
  if (!isTooLarge) return 'As soon as there is a place for you, you move up by yourself, and a mail tells you.';
  return 'That is more people than the whole party has room for. You only move up if your host makes more room, or if fewer of you come.';
}

const answerHeadlines = { yes: "You're coming", maybe: 'You might come', no: 'Your answer' } as const;

function linkWords(news: GuestNews): MailText {
  const { answer, isWaiting } = news.answer;
  return {
    headline: isWaiting ? "You're on the waitlist" : answerHeadlines[answer],
    sections: [partySection(news)],
    closing: isWaiting
      ? waitingWords(news.answer)
      : 'Plans change, with dogs above all. By your own link you can look at your answer and change it.',
  };
}

function wordOfHost({ word, party }: GuestNews & { kind: 'word' }): MailText {
  return {
    headline: 'A word from your host',
    sections: [
      { heading: titleOf(party), lines: word.split('\n').flatMap((line) => tidyLine(line) || []), isLarge: true },
    ],
    closing: `${hostsOf(party) || 'Your host'} sent this to all guests of the party.`,
  };
}

function changeWords(news: GuestNews & { kind: 'change' }): MailText {
  const changes = changesOf(news.before, news.party);
  const sections = changes.map(({ section }) => section);
  if (news.before.isCancelled) {
    return {
      headline: 'It takes place after all',
      sections: [partySection(news), ...sections],
      closing: 'The party was cancelled, and now it is not. Does your answer still hold?',
    };
  }
  const hosts = hostsOf(news.party);
  return {
    headline: `A new ${list.format(changes.map(({ name }) => name))}`,
    opening: `There is news${hosts && ` from ${hosts}`} about ${isolated(titleOf(news.party))}.`,
    sections,
    closing: 'Everything else stays as it was. If your answer does not, change it by your own link.',
  };
}

function cancelledWords(party: TitledDay, hosts: readonly string[] = []): Pick<MailText, 'headline' | 'sections'> {
  return {
    headline: 'Cancelled',
    sections: [{ heading: titleOf(party), lines: [...hosts, whenOf(party), 'This party is called off.'] }],
  };
}

function wordsOf(news: GuestNews): MailText {
  switch (news.kind) {
    case 'link':
      return linkWords(news);
    case 'moved up':
      return {
        headline: 'There is a place for you',
        sections: [partySection(news)],
        closing:
          'You have moved up from the waitlist. Should you not need the place any more, somebody else is glad of it.',
      };
    case 'cancelled':
      return {
        ...cancelledWords(news.party, hostLines(news.party)),
        closing: 'We are sorry. The calendar file of your own link is cancelled, too.',
      };
    case 'reminder':
      return {
        headline: 'Tomorrow',
        sections: [partySection(news)],
        closing: 'Time to find the leash. If something came up, change your answer by your own link.',
      };
    case 'word':
      return wordOfHost(news);
    case 'change':
      return changeWords(news);
  }
}

/** Whether a change has anything to say, and a word of the host may be mailed. */
export function hasNews(news: GuestNews): boolean {
  if (news.kind === 'word') return mayMail(news.word, news.party.isHostNew);
  return news.kind !== 'change' || news.before.isCancelled || changesOf(news.before, news.party).length > 0;
}

/** Returns "Cake Day", or with the name of the host "Cake Day with Maria". */
function subjectTitleOf(party: TitledDay, host: string | null = null): string {
  const title = isolated(shortened(tidyLine(titleOf(party)), subjectTitle));
  if (!host || !mayMail(host, party.isHostNew)) return title;
  return `${title} with ${isolated(shortened(tidyLine(host), subjectHost))}`;
}

const soberFarewell = 'Kind regards,';
const cameBecause = 'You get this because somebody answered an invitation with this address.';

export const guestLetters = {
  /** Anyone who reads it can change the answer, so it goes to only one address. */
  guestNews(news: GuestNews, { site, page, calendar, unsubscribe, canReply }: GuestMailLinks): Letter {
    const isOn = news.kind !== 'cancelled';
    const isComing = isOn && news.answer.answer !== 'no';
    const { name } = news.answer;
    const words = wordsOf(news);
    return layOut({
      ...words,
      subject: `${words.headline}: ${subjectTitleOf(news.party, news.party.host)}`,
      to: (name && nameInMail(name)) || undefined,
      ...(isOn && { dogsOf: site }),
      // There is nothing to do on the page of a party that is called off.
      ...(isOn
        ? { button: { label: 'See or Change Your Answer', address: page } }
        : { also: { label: 'Open the Invitation', address: page } }),
      ...(isComing && calendar !== null && { also: { label: 'Put It in Your Calendar', address: calendar } }),
      farewell: isOn ? 'Tails up,' : soberFarewell,
      reasons: [
        cameBecause,
        ...(canReply ? ['A reply to this mail reaches your host.'] : []),
        'The link is only yours: anyone who has it can change the answer.',
        "Wasn't you? Then end these mails here.",
      ],
      unsubscribe: { label: 'Get no more mails about this party', address: unsubscribe },
    });
  },

  /** Notifies a guest that a party is cancelled because its host has deleted the account. The mail links to nothing, as all is gone. */
  guestFarewell: (party: TitledDay): Letter => {
    const words = cancelledWords(party);
    return layOut({
      ...words,
      subject: `${words.headline}: ${subjectTitleOf(party)}`,
      closing: 'We are sorry. The invitation is gone, so please take the party out of your calendar yourself.',
      farewell: soberFarewell,
      reasons: [cameBecause, 'This is the last mail about this party.'],
    });
  },
};
