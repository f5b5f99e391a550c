/** Writes reminders: one digest a day. answers.ts writes what hosts are told in between. */

import { celebrationTitle } from '../celebrations/occasion.ts';
import { addDays, type CalendarDate, formatFullDate } from '../dates/calendar-date.ts';
import { headsText } from '../guests/listed-guests.ts';
import { isLinkLike, nameInMail } from '../text/link-like.ts';
import { isolated } from '../text/text.ts';
import {
  type ComingGuest,
  daysBeforeChoices,
  type Occasion,
  occasionsBetween,
  type Pack,
  type ReminderParty,
  toldOccasions,
} from './due-reminders.ts';

/** The celebrations of one day, who comes to a party, or the new answers to invitations. */
export type DigestSection = {
  /** "Today", "Tomorrow", "In a week, on Monday, June 22, 2026", "12 people and 5 dogs for Cake Day", "From your guests". */
  readonly when: string;
  readonly lines: readonly string[];
};

export type Digest = {
  readonly subject: string;
  readonly sections: readonly DigestSection[];
  readonly closing: string;
  /** The dog whose page a notification opens; null if it is about no dog. */
  readonly dogId: string | null;
  /** The party whose page it opens instead: the one of the day, or of the answers. */
  readonly partyId?: string;
  /** Whether a mail asks for one photo of today, on the dog's page. On the day of a party its own page asks for it. */
  readonly asksForPhoto?: true;
  /** Then also what a mail tells: all answers in short, and by party what each guest said. */
  readonly answers?: { readonly inShort: string; readonly byParty: readonly DigestSection[] };
};

/** The most lines in a digest. A kennel may celebrate a hundred dogs on one day. */
export const mostLines = 20;

/** Returns the first of these lines, and says how many others there are. */
export function firstLines(lines: readonly string[], most = mostLines): readonly string[] {
  const others = lines.length - most;
  return others > 0 ? [...lines.slice(0, most), `and ${others} more`] : lines;
}

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
  if ('celebration' in occasion) return celebrationTitle(isolated(occasion.dog.name), occasion.celebration);
  const { title, time } = occasion.party;
  return `Party: ${isolated(title)}${time ? `, ${time}` : ''}`;
}

function guestLine({ name, adults, children, dogs, brings }: ComingGuest): string {
  const heads = headsText({ people: adults + children, dogs });
  return [nameInMail(name) ?? 'Somebody', heads, ...brings.map(isolated)].filter(Boolean).join('\u00a0· ');
}

/** Who comes to a party of today, what they bring, and every allergy, however many come. */
function companyOf({ title, guests }: ReminderParty): DigestSection[] {
  if (guests.length === 0) return [];
  const sum = (count: (guest: ComingGuest) => number) => guests.reduce((all, guest) => all + count(guest), 0);
  const heads = headsText({ people: sum(({ adults, children }) => adults + children), dogs: sum(({ dogs }) => dogs) });
  const allergies = guests.flatMap(({ name, allergies }) => {
    if (allergies === null) return [];
    const told = isLinkLike(allergies) ? 'look on the page' : isolated(allergies.replace(/\s+/g, ' '));
    return [`${nameInMail(name) ?? 'Somebody'}: ${told}`];
  });
  return [
    { when: `${heads} for ${isolated(title)}`, lines: firstLines(guests.map(guestLine)) },
    ...(allergies.length > 0 ? [{ when: 'Allergies', lines: allergies }] : []),
  ];
}

type Day = { readonly days: number; readonly date: CalendarDate; readonly occasions: readonly Occasion[] };

const partiesOf = (occasions: readonly Occasion[]) =>
  occasions.flatMap((occasion) => ('party' in occasion ? [occasion.party] : []));

/** A party with guests is told first on its day. */
const guestsFirst = (one: Occasion, other: Occasion) => guestCount(other) - guestCount(one);
const guestCount = (occasion: Occasion) => ('party' in occasion ? occasion.party.guests.length : 0);

/** @param days each with at least one occasion */
function digestOf(days: readonly Day[]): Digest | null {
  const [first] = days;
  const [leading] = first?.occasions ?? [];
  if (!first || !leading) return null;
  let room = mostLines;
  const sections = days.flatMap(({ days, date, occasions }) => {
    const told = { when: whenText(days, date), lines: firstLines(occasions.map(lineOf), room) };
    room = Math.max(0, room - occasions.length);
    return [told, ...(days === 0 ? partiesOf(occasions).flatMap(companyOf) : [])];
  });
  const others = days.reduce((count, { occasions }) => count + occasions.length, 0) - 1;
  const isSoon = first.days <= 1;
  const [party] = first.days === 0 ? partiesOf(first.occasions) : partiesOf([leading]);
  return {
    subject: `${isSoon ? whenText(first.days, first.date) : 'In a week'}: ${lineOf(leading)}${others > 0 ? `, and ${others} more` : ''}`,
    sections,
    closing: closings[first.days] ?? '',
    dogId: leading.dog.id,
    ...(party && { partyId: party.id }),
    ...(first.days === 0 && !party && { asksForPhoto: true }),
  };
}

/** Returns the digest for the owner's local day, or null when there is nothing to say. */
export function reminderDigest(pack: Pack, daysBefore: readonly number[], day: CalendarDate): Digest | null {
  const celebrated = daysBeforeChoices.flatMap((days) => {
    const date = addDays(day, days);
    const found = occasionsBetween(pack, date, addDays(date, 1)).get(date) ?? [];
    const occasions = toldOccasions(found, days, daysBefore);
    return occasions.length > 0
      ? [{ days, date, occasions: days === 0 ? occasions.toSorted(guestsFirst) : occasions }]
      : [];
  });
  return digestOf(celebrated);
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
