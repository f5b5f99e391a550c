/**
 * What the mails to guests say of a party. A guest has no account, and anyone can type any address into an answer, so these mails contain no
 * text from guests but one word of the name, and that only if it cannot become a link. All else comes from the host. While the host's account
 * is new, words that look like a link are not mailed, so that nobody can open an account to mail links to strangers.
 */
import { type CalendarDate, formatFullDate } from '../domain/dates/calendar-date.ts';
import type { Attendance } from '../domain/guests/guest-answer.ts';
import { counted } from '../domain/guests/guest-list.ts';
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

export type MailText = Required<Pick<LetterContent, 'headline' | 'sections' | 'closing'>> &
  Pick<LetterContent, 'opening'>;

/** The most characters of a title and of the host's name in a subject. */
const subjectTitle = 70;
const subjectHost = 24;
/** The most things that a mail lists. */
const mostThings = 5;

/** Returns "Monday, June 15, 2026, 6:30 PM, New York time". */
export function whenOf({ date, time }: Pick<PartyFacts, 'date' | 'time'>): string {
  return `${formatFullDate(date)}${time ? `, ${formatPartyTime(time)}` : ''}`;
}

export function mayMail(words: string, isHostNew: boolean): boolean {
  return !isHostNew || !isLinkLike(words);
}

/** The title as mails call the party. */
export function titleOf({ title, isHostNew }: Pick<TitledDay, 'title' | 'isHostNew'>): string {
  return mayMail(title, isHostNew) ? title : 'a dog party';
}

/** Returns "With Maria and Luna"; empty if a mail may name neither. */
export function hostsOf({ host, dog, isHostNew }: GuestNews['party'], preposition = 'With'): string {
  const names = [host, dog].flatMap((name) => (name && mayMail(name, isHostNew) ? [isolated(tidyLine(name))] : []));
  return names.length > 0 ? `${preposition} ${joined(names)}` : '';
}

/** Returns "You said yes, for 2 adults, 1 child and 1 dog." */
function answerLine({ answer, adults, children, dogs, isWaiting }: GuestNews['answer']): string {
  if (answer === 'no') return 'You said that you cannot come.';
  const heads = joined([
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
  return named.length > 0 ? [`You bring: ${joined(named)}.`] : [];
}

function placeLines({ location, isPlaceHidden, isHostNew }: GuestNews['party'], answer: GuestNews['answer']): string[] {
  // Waiting guests have said yes. They learn the place when they move up.
  if (isPlaceHidden && answer.isWaiting) return ['You see the place once there is room for you.'];
  if (isPlaceHidden) return ['The place is shown to guests who say yes.'];
  if (location === null) return [];
  return [mayMail(location, isHostNew) ? location : 'See the page for the place.'];
}

export function partySection({ party, answer }: GuestNews): Section {
  const lines = [hostsOf(party), { after: whenOf(party) }, ...placeLines(party, answer), answerLine(answer)];
  return { heading: titleOf(party), lines: [...lines, ...bringLines(answer, party)].filter(Boolean) };
}

/** Returns the host's name for a subject or a headline; null if a mail may not say it. */
export function hostOf({ host, isHostNew }: GuestNews['party']): string | null {
  return host && mayMail(host, isHostNew) ? isolated(shortened(tidyLine(host), subjectHost)) : null;
}

/** The title in a subject. */
export function subjectTitleOf(party: TitledDay): string {
  return isolated(shortened(tidyLine(titleOf(party)), subjectTitle));
}

/** Returns the party, its day and its place in one line. */
export function quietLineOf({ party, answer }: GuestNews): string {
  return [titleOf(party), whenOf(party), ...placeLines(party, answer)].join(' · ');
}
