/**
 * What the mails to guests say of a party. A guest has no account, and anyone can type any address into an answer, so these mails contain no
 * text from guests but one word of the name, and that only if it cannot become a link. All else comes from the host. While the host's account
 * is new, words that look like a link are not mailed, so that nobody can open an account to mail links to strangers.
 */
import type { CalendarDate } from '../domain/dates/calendar-date.ts';
import type { Attendance } from '../domain/guests/guest-answer.ts';
import { formatShortDay } from '../domain/guests/guest-clock.ts';
import { counted } from '../domain/guests/listed-guests.ts';
import { formatPartyTime, type PartyTime } from '../domain/parties/party-time.ts';
import { isLinkLike } from '../domain/text/link-like.ts';
import { isolated, joined, shortened, tidyLine } from '../domain/text/text.ts';
import type { LetterContent, Section } from './layout.ts';

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
  readonly answer: {
    /** The guest's name, at most one word. */
    readonly name: string | null;
    readonly answer: Attendance;
    readonly adults: number;
    readonly children: number;
    readonly dogs: number;
    readonly brings: readonly string[];
    readonly isWaiting: boolean;
    /** Whether the guest's group is larger than the whole party. */
    readonly isTooLarge: boolean;
    /** Whether another answer of the party has the same address, and neither is a no. */
    readonly isAgain: boolean;
  };
} & (
  | { readonly kind: 'link' | 'moved up' | 'reminder' }
  | { readonly kind: 'cancelled'; readonly why: string | null }
  /** @property word what the host writes; `isThanks` once the party is over */
  | { readonly kind: 'word'; readonly word: string; readonly isThanks?: boolean }
  /** @property before what the guest was last notified of; `isCancelled` if that was the cancellation */
  | { readonly kind: 'change'; readonly before: PartyFacts & { readonly isCancelled: boolean } }
);

/** What the last mail about a party says about it. */
export type TitledDay = Pick<GuestNews['party'], 'title' | 'date' | 'time' | 'isHostNew'>;

/** `topic` is what the subject says instead of the headline. */
export type MailText = Required<Pick<LetterContent, 'headline' | 'sections' | 'closing'>> &
  Pick<LetterContent, 'opening'> & { readonly topic?: string };

/** The most characters of a title and of the host's name in a subject. */
const subjectTitle = 70;
const subjectHost = 24;
/** The most things that a mail lists. */
const mostThings = 5;

/** Returns "Mon, Jun 15, 2026" and "6:30 PM, New York time" in two lines, of which only the second breaks, after its comma. */
export function whenOf({ date, time }: Pick<PartyFacts, 'date' | 'time'>): string {
  return `${formatShortDay(date)}${time ? `\n${formatPartyTime(time)}` : ''}`.replaceAll(/(?<!M,) /g, '\u00a0');
}

export function mayMail(words: string, isHostNew: boolean): boolean {
  return !isHostNew || !isLinkLike(words);
}

export function titleOf({ title, isHostNew }: Pick<TitledDay, 'title' | 'isHostNew'>): string {
  return mayMail(title, isHostNew) ? title : 'a dog party';
}

/** Returns "With Maria and Luna"; empty if a mail may name neither. */
export function hostsOf({ host, dog, isHostNew }: GuestNews['party'], preposition = 'With'): string {
  const names = [host, dog].flatMap((name) => (name && mayMail(name, isHostNew) ? [isolated(tidyLine(name))] : []));
  return names.length > 0 ? `${preposition} ${joined(names)}` : '';
}

/** Returns "You said yes, for 2 adults, 1 child and 1 dog." and "You bring: lemonade and balls.", and both in short. */
function answerOf({ party, answer: { answer, isWaiting, brings, ...group } }: GuestNews): NonNullable<Section['foot']> {
  if (answer === 'no') return { lines: ['You said that you cannot come.'], inShort: "Can't go" };
  const heads = [
    ...counted(group.adults, 'adult', 'adults'),
    ...counted(group.children, 'child', 'children'),
    ...counted(group.dogs, 'dog', 'dogs'),
  ].map((head) => head.replace(' ', '\u00a0'));
  const mailed = brings.filter((item) => mayMail(item, party.isHostNew)).map((item) => isolated(tidyLine(item)));
  const others = mailed.length - mostThings;
  const things = others > 0 ? [...mailed.slice(0, mostThings), `${others} more`] : mailed;
  const said = isWaiting ? "You're on the waitlist" : `You said ${answer}`;
  const told = [isWaiting ? 'Waitlist' : answer === 'yes' ? 'Yes' : 'Maybe', heads.join(', '), things.join(', ')];
  return {
    lines: [
      `${said}${heads.length > 0 ? `, for ${joined(heads)}` : ''}.`,
      ...(things.length > 0 ? [`You bring: ${joined(things)}.`] : []),
    ],
    inShort: told.filter(Boolean).join('\u00a0· '),
  };
}

function placeLines({ location, isPlaceHidden, isHostNew }: GuestNews['party'], answer: GuestNews['answer']): string[] {
  // Waiting guests have said yes. They learn the place when they move up.
  if (isPlaceHidden && answer.answer === 'no') return [];
  if (isPlaceHidden && answer.isWaiting) return ['You see the place once there is room for you.'];
  if (isPlaceHidden) return ['The place is shown to guests who say yes.'];
  if (location === null) return [];
  return [mayMail(location, isHostNew) ? location : 'See the page for the place.'];
}

/** @param changed what to say of the name, the day and the place if they have changed, by its heading */
export function partySection(news: GuestNews, changed: Readonly<Record<string, Section['lines']>> = {}): Section {
  const { party, answer } = news;
  const { What: what = [], When: when = [whenOf(party)], Where: where = placeLines(party, answer) } = changed;
  const lines = [...what, hostsOf(party), ...when, ...where].filter(Boolean);
  return { heading: titleOf(party), lines, day: party.date, foot: answerOf(news) };
}

/** Returns the host's name for a subject or a headline; null if a mail may not say it. */
export function hostOf({ host, isHostNew }: GuestNews['party']): string | null {
  return host && mayMail(host, isHostNew) ? isolated(shortened(tidyLine(host), subjectHost)) : null;
}

export function subjectTitleOf(party: TitledDay): string {
  return isolated(shortened(tidyLine(titleOf(party)), subjectTitle));
}

/** Returns the party, its day and its place in one line. */
export function quietLineOf({ party, answer }: GuestNews): string {
  const parts = [titleOf(party), whenOf(party).replace('\n', ', '), ...placeLines(party, answer)];
  return parts.map(isolated).join('\u00a0· ');
}
