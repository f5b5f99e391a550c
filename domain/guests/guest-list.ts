/** What a host reads from the answers to an invitation: heads and dogs counted, and the list as text and as a table. */

import { sizeTraits } from '../dogs/size.ts';
import type { GuestAnswer } from './guest-answer.ts';

/** An answer as its host sees it. Who waits has said yes, and there is no place yet. */
export type ListedGuest = GuestAnswer & {
  /** ISO text; null for a guest who does not wait. */
  waitingSince: string | null;
};

/** The groups of a guest list, in its order. */
export const guestGroups = ['yes', 'waiting', 'maybe', 'no'] as const;

export type GuestGroup = (typeof guestGroups)[number];

/** Answers by what they say; people and dogs are those who come. Kept when the answers themselves have been deleted. */
export type GuestCounts = {
  yes: number;
  maybe: number;
  no: number;
  waiting: number;
  people: number;
  adults: number;
  children: number;
  dogs: number;
};

export function groupOf({ answer, waitingSince }: Pick<ListedGuest, 'answer' | 'waitingSince'>): GuestGroup {
  return waitingSince !== null && answer === 'yes' ? 'waiting' : answer;
}

/** The guests of one group. Those who wait stand in their line. */
export function guestsOf<Guest extends ListedGuest>(guests: readonly Guest[], group: GuestGroup): Guest[] {
  const chosen = guests.filter((guest) => groupOf(guest) === group);
  if (group !== 'waiting') return chosen;
  return chosen.sort((one, other) => Date.parse(one.waitingSince ?? '') - Date.parse(other.waitingSince ?? ''));
}

export function guestCounts(guests: readonly ListedGuest[]): GuestCounts {
  const counts = { yes: 0, maybe: 0, no: 0, waiting: 0, people: 0, adults: 0, children: 0, dogs: 0 };
  for (const guest of guests) {
    const group = groupOf(guest);
    counts[group] += 1;
    if (group !== 'yes') continue;
    counts.adults += guest.adults;
    counts.children += guest.children;
    counts.people += guest.adults + guest.children;
    counts.dogs += guest.dogs.length;
  }
  return counts;
}

/** "1 dog", "3 dogs". */
export function countOf(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** "2 people and 1 dog". Empty for nobody. */
export function headsText({ people, dogs }: { people: number; dogs: number }): string {
  const heads = [
    ...(people > 0 ? [countOf(people, 'person', 'people')] : []),
    ...(dogs > 0 ? [countOf(dogs, 'dog', 'dogs')] : []),
  ];
  return heads.join(' and ');
}

/** How a guest comes: "2 adults, 1 child". Empty for one who comes alone with dogs, or not at all. */
export function companyText({ adults, children }: { adults: number; children: number }): string {
  const company = [
    ...(adults > 0 ? [countOf(adults, 'adult', 'adults')] : []),
    ...(children > 0 ? [countOf(children, 'child', 'children')] : []),
  ];
  return company.join(', ');
}

/** "Rex (giant), Luna". */
export function dogsText(dogs: GuestAnswer['dogs']): string {
  return dogs.map(({ name, size }) => (size ? `${name} (${sizeTraits[size].label.toLowerCase()})` : name)).join(', ');
}

const groupTitles: Readonly<Record<GuestGroup, string>> = {
  yes: 'Coming',
  waiting: 'On the waiting list',
  maybe: 'Maybe',
  no: 'Not coming',
};

const pastGroupTitles: Readonly<Record<GuestGroup, string>> = {
  yes: 'Came',
  waiting: 'Waited for a place',
  maybe: 'Maybe',
  no: 'Did not come',
};

/** `isPast`: after the party. */
export function groupTitle(group: GuestGroup, isPast = false): string {
  return (isPast ? pastGroupTitles : groupTitles)[group];
}

function guestLine(guest: ListedGuest): string {
  const { name, answer, dogs, allergies, note, brings } = guest;
  const details = [
    ...(answer === 'no' ? [] : [companyText(guest), dogs.length > 0 && `with ${dogsText(dogs)}`]),
    allergies && `allergies: ${allergies}`,
    brings.length > 0 && `brings ${brings.join(', ')}`,
    note && `“${note}”`,
  ].filter(Boolean);
  // A note of several lines stays one line of the list.
  return `- ${[name, ...details].join('; ').replace(/\s*\n\s*/g, ' / ')}`;
}

/** The list as text, for a message or a note on the fridge. */
export function guestListText(title: string, guests: readonly ListedGuest[], isPast = false): string {
  const heads = headsText(guestCounts(guests));
  const groups = guestGroups.flatMap((group) => {
    const members = guestsOf(guests, group);
    return members.length > 0
      ? ['', `${groupTitle(group, isPast)} (${members.length})`, ...members.map(guestLine)]
      : [];
  });
  return [title, heads ? `${groupTitle('yes', isPast)}: ${heads}` : 'Nobody has said yes so far', ...groups].join('\n');
}

/** Where a spreadsheet takes what follows for a formula: at the beginning of a text, and of each part that it may split a text into. */
const formulaStart = /(?<=^|[;|\t\r\n])(?=[\s"']*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;

/**
 * One field of RFC 4180, in quotes where it needs them. Spreadsheets run a text that begins like a formula, also when it is in quotes, so
 * an apostrophe before it makes it text. Where semicolons separate, quotes within a line hold nothing together: each part may be a formula.
 */
function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = value.replace(formulaStart, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The list as a table of comma-separated values (RFC 4180). It begins with the byte order mark by which Excel knows UTF-8. */
export function guestListCsv(guests: readonly ListedGuest[]): string {
  const header = ['Name', 'Answer', 'Adults', 'Children', 'Dogs', 'Dog names', 'Allergies', 'Brings', 'Note', 'E-mail'];
  const rows = guestGroups.flatMap((group) =>
    guestsOf(guests, group).map(({ name, adults, children, dogs, allergies, brings, note, email }) => [
      name,
      groupTitles[group],
      adults,
      children,
      dogs.length,
      dogsText(dogs),
      allergies ?? '',
      brings.join(', '),
      note ?? '',
      email ?? '',
    ]),
  );
  return `\uFEFF${[header, ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('')}`;
}
