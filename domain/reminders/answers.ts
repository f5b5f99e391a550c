/** Decides when a host is told of guests' answers, and writes it. */
import { addDays } from '../dates/calendar-date.ts';
import { instantOfHour, localDayAt } from '../dates/local-time.ts';
import type { Attendance } from '../guests/guest-answer.ts';
import { nameInMail } from '../text/link-like.ts';
import { isolated, joined } from '../text/text.ts';
import { type Digest, firstLines, mostLines } from './digest.ts';

/** A guest's answer of which the host has not been told yet. */
export type GuestReply = {
  readonly guestId: string;
  readonly dogId: string;
  readonly partyId: string;
  readonly partyTitle: string;
  /** The guest's name, at most one word. */
  readonly name: string;
  /** The name of the first dog, at most one word; null without one, and for a guest who has no place. */
  readonly dog: string | null;
  readonly answer: Attendance;
  readonly isWaiting: boolean;
  /** Milliseconds since 1970. */
  readonly arrivedAt: number;
};

/** In milliseconds: how long answers are gathered after the host was told of others. */
const gathering = 15 * 60_000;
/** How often a host is told of answers in 24 hours. */
const mostADay = 6;
const day = 24 * 60 * 60_000;
/** The local hours between which push messages tell answers, so that nobody is woken. */
const [morning, night] = [8, 22];

/**
 * Returns when a host is told of answers: the first at once, later ones when they have been gathered, at most six times a day.
 * @param letters when the host was told of answers within the last day, oldest first, in milliseconds since 1970
 * @param pushZone the host's time zone for a push; null for a mail, which comes at night, too
 * @returns Infinity without answers
 */
export function answersDueAt(
  replies: readonly GuestReply[],
  letters: readonly number[],
  pushZone: string | null,
): number {
  if (replies.length === 0) return Infinity;
  const gathered = Math.max(
    Math.min(...replies.map(({ arrivedAt }) => arrivedAt)),
    (letters.at(-1) ?? -Infinity) + gathering,
    (letters.at(-mostADay) ?? -Infinity) + day,
  );
  if (pushZone === null) return gathered;
  const today = localDayAt(gathered, pushZone);
  if (gathered >= instantOfHour(today, night, pushZone)) return instantOfHour(addDays(today, 1), morning, pushZone);
  return Math.max(gathered, instantOfHour(today, morning, pushZone));
}

const words = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

function inWords(count: number): string {
  return words[count] ?? String(count);
}

/** "Anna", "Anna and Ben", "Anna and two more", "somebody". */
function who(replies: readonly GuestReply[]): string {
  const names = replies.flatMap(({ name }) => nameInMail(name) ?? []);
  const [first, second] = names;
  if (first === undefined) return replies.length === 1 ? 'somebody' : `${inWords(replies.length)} guests`;
  if (replies.length === 1) return first;
  return `${first} and ${replies.length === 2 && second !== undefined ? second : `${inWords(replies.length - 1)} more`}`;
}

/** The answers to one party by kind: "Anna and two more are coming" of each kind, and "Anna · Coming" of each guest. */
function answersOf(replies: readonly GuestReply[]): { clauses: string[]; rows: string[] } {
  const kinds: [readonly GuestReply[], one: string, several: string, each: string][] = [
    [replies.filter(({ answer, isWaiting }) => answer === 'yes' && !isWaiting), 'is coming', 'are coming', 'Coming'],
    [replies.filter(({ isWaiting }) => isWaiting), 'is on the waitlist', 'are on the waitlist', 'Waitlist'],
    [replies.filter(({ answer }) => answer === 'maybe'), 'might come', 'might come', 'Maybe'],
    [replies.filter(({ answer }) => answer === 'no'), 'cannot come', 'cannot come', 'Not coming'],
  ];
  const groups = kinds.filter(([group]) => group.length > 0);
  return {
    clauses: groups.map(([group, one, several]) => `${who(group)} ${group.length === 1 ? one : several}`),
    rows: groups.flatMap(([all, , , is]) => all.map(({ name }) => `${nameInMail(name) ?? 'Somebody'}\u00a0· ${is}`)),
  };
}

/** "Three answers". */
function countText({ length }: readonly GuestReply[]): string {
  const count = inWords(length);
  return `${count.charAt(0).toUpperCase()}${count.slice(1)} ${length === 1 ? 'answer' : 'answers'}`;
}

/** "Three answers for Luna's party: Anna and two more are coming". @param replies of one party, at least one */
export function repliesLine(replies: readonly GuestReply[]): string {
  const { clauses } = answersOf(replies);
  return `${countText(replies)} for ${isolated(replies[0]?.partyTitle ?? '')}: ${joined(clauses)}`;
}

/** "Duke just sat down." of the dogs that come. */
function closingOf(replies: readonly GuestReply[]): string {
  const [first, ...others] = replies.flatMap(({ dog }) => (dog === null ? [] : (nameInMail(dog) ?? [])));
  if (first === undefined) return 'Time to count the chairs, and the bowls.';
  return `${first}${others.length > 0 ? ` and ${inWords(others.length)} more` : ''} just sat down.`;
}

/** Returns what a host is told of answers, one line for each party; null without any. */
export function answersDigest(replies: readonly GuestReply[]): Digest | null {
  const [first] = replies;
  if (!first) return null;
  const ids = new Set(replies.map(({ partyId }) => partyId));
  const parties = [...ids].map((id) => replies.filter(({ partyId }) => partyId === id));
  const lines = parties.map(repliesLine);
  const [clause = '', ...otherClauses] = parties.flatMap((replies) => answersOf(replies).clauses);
  const byParty = parties.slice(0, mostLines).map((replies) => ({
    when: isolated(replies[0]?.partyTitle ?? ''),
    lines: firstLines(answersOf(replies).rows),
  }));
  return {
    subject: `${lines[0]}${lines.length > 1 ? `, and ${lines.length - 1} more` : ''}`,
    sections: [{ when: 'From your guests', lines: firstLines(lines) }],
    closing: closingOf(replies),
    dogId: first.dogId,
    partyId: first.partyId,
    answers: { inShort: otherClauses.length === 0 ? clause : countText(replies), byParty },
  };
}
