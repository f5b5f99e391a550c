/** Writes reminders: one digest a day. */

import { celebrationTitle } from '../celebrations/celebration-events.ts';
import { addDays, type CalendarDate, formatFullDate } from '../dates/calendar-date.ts';
import { nameInMail } from '../text/link-like.ts';
import { isolated, joined } from '../text/text.ts';
import { daysBeforeChoices, type GuestReply, type Occasion, occasionsBetween, type Pack } from './reminders.ts';

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

/** The celebrations of one day, or the new answers to invitations. */
export type DigestSection = {
  /** "Today", "Tomorrow", "In a week, on Monday, June 22, 2026", "From your guests". */
  readonly when: string;
  readonly lines: readonly string[];
};

export type Digest = {
  readonly subject: string;
  readonly sections: readonly DigestSection[];
  readonly closing: string;
  /** The dog whose page a notification opens; null if it is about no dog. */
  readonly dogId: string | null;
  /** The party whose page it opens instead, if it is about nothing but answers. */
  readonly partyId?: string;
  /** Then also what a mail tells: all answers in short, and by party what each guest said. */
  readonly answers?: { readonly inShort: string; readonly byParty: readonly DigestSection[] };
};

/** The most lines in a digest. A kennel may celebrate a hundred dogs on one day. */
const mostLines = 20;

const closings: Readonly<Record<number, string>> = {
  0: 'Treats at the ready!',
  1: 'Just enough time to hide the cake from everyone with a nose.',
  7: 'Time enough to find the perfect squeaky toy.',
};

function whenText(days: number, date: CalendarDate): string {
  if (days === 0) return 'Today';
  if (days === 1) return 'Tomorrow';
  return `${days === 7 ? 'In a week, on' : 'On'} ${formatFullDate(date)}`;
}

function lineOf(occasion: Occasion): string {
  if ('celebration' in occasion) return celebrationTitle(occasion.dog.name, occasion.celebration);
  const { title, time } = occasion.party;
  return `Party: ${isolated(title)}${time ? `, ${time}` : ''}`;
}

type Day = { readonly days: number; readonly date: CalendarDate; readonly occasions: readonly Occasion[] };

/** @param days each with at least one occasion */
function digestOf(days: readonly Day[]): Digest | null {
  const [first] = days;
  const [leading] = first?.occasions ?? [];
  if (!first || !leading) return null;
  let room = mostLines;
  const sections = days.map(({ days, date, occasions }) => {
    const lines = occasions.slice(0, room).map(lineOf);
    room -= lines.length;
    const others = occasions.length - lines.length;
    return { when: whenText(days, date), lines: others > 0 ? [...lines, `and ${others} more`] : lines };
  });
  const others = days.reduce((count, { occasions }) => count + occasions.length, 0) - 1;
  const isSoon = first.days <= 1;
  return {
    subject: `${isSoon ? whenText(first.days, first.date) : 'In a week'}: ${lineOf(leading)}${others > 0 ? `, and ${others} more` : ''}`,
    sections,
    closing: closings[first.days] ?? '',
    dogId: leading.dog.id,
  };
}

/** Adds the answers of guests, one line for each party. */
function withReplies(digest: Digest | null, replies: readonly GuestReply[]): Digest | null {
  const [first] = replies;
  if (!first) return digest;
  const parties = [...new Set(replies.map(({ partyId }) => partyId))]
    .slice(0, mostLines)
    .map((party) => replies.filter(({ partyId }) => partyId === party));
  const lines = parties.map(repliesLine);
  const section = { when: 'From your guests', lines };
  if (digest) return { ...digest, sections: [...digest.sections, section] };
  const [clause = '', ...otherClauses] = parties.flatMap((replies) => answersOf(replies).clauses);
  const byParty = parties.map((replies) => {
    const { rows } = answersOf(replies);
    const others = rows.length - mostLines;
    const lines = others > 0 ? [...rows.slice(0, mostLines), `and ${others} more`] : rows;
    return { when: isolated(replies[0]?.partyTitle ?? ''), lines };
  });
  return {
    subject: `${lines[0]}${lines.length > 1 ? `, and ${lines.length - 1} more` : ''}`,
    sections: [section],
    closing: 'Time to count the chairs, and the bowls.',
    dogId: first.dogId,
    partyId: first.partyId,
    answers: { inShort: otherClauses.length === 0 ? clause : countText(replies), byParty },
  };
}

/** Returns the digest of only answers, for a push between two reminders; null for no answers. */
export function repliesDigest(replies: readonly GuestReply[]): Digest | null {
  return withReplies(null, replies);
}

/**
 * Returns the digest for the owner's local day, or null when there is nothing to say.
 * @param replies the guests' answers to report on this day
 */
export function reminderDigest(
  pack: Pack,
  daysBefore: readonly number[],
  day: CalendarDate,
  replies: readonly GuestReply[] = [],
): Digest | null {
  const wanted = daysBeforeChoices.filter((days) => daysBefore.includes(days));
  const celebrated = wanted.flatMap((days) => {
    const date = addDays(day, days);
    const occasions = occasionsBetween(pack, date, addDays(date, 1)).get(date);
    return occasions ? [{ days, date, occasions }] : [];
  });
  return withReplies(digestOf(celebrated), replies);
}

/** Returns a test reminder: a sample for the next day within a year that has something to celebrate. */
export function testDigest(pack: Pack, day: CalendarDate): Digest {
  const found = occasionsBetween(pack, day, addDays(day, 366));
  const [date] = [...found.keys()].sort();
  const occasions = date ? (found.get(date) ?? []) : [];
  const lines = occasions.slice(0, 3).map(lineOf);
  const sections = date
    ? [{ when: date === day ? 'Today' : `On ${formatFullDate(date)}`, lines }]
    : [{ when: 'Soon', lines: ['Your first celebration, once a dog has moved in'] }];
  return {
    subject: 'It works: this is a reminder from Wagday',
    sections,
    closing: 'This one was only a test. The real ones come on the days that you chose.',
    dogId: occasions[0]?.dog.id ?? null,
  };
}

export function digestPush({ subject, sections, closing }: Digest): { title: string; body: string } {
  const lines = sections.flatMap(({ when, lines }) => lines.map((line) => ({ when, line })));
  const [only] = lines;
  if (!only || lines.length > 1 || !subject.includes(only.line)) {
    return { title: subject, body: lines.map(({ when, line }) => `${when}: ${line}`).join('\n') };
  }
  return { title: subject, body: subject.startsWith(only.when) ? closing : `${only.when}. ${closing}` };
}
