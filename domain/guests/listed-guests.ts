/** The guest list for hosts: counts of people and dogs, and the list as text and as a table. */

import { sizeTraits } from '../dogs/size.ts';
import type { GuestAnswer } from './guest-answer.ts';

/** An answer as its host sees it. A waiting guest has said yes, but there is no place yet. */
export type ListedGuest = GuestAnswer & {
  /** ISO text; null for a guest who is not waiting. */
  waitingSince: string | null;
};

/** The groups of a guest list, in its order. */
export const guestGroups = ['yes', 'waiting', 'maybe', 'no'] as const;

export type GuestGroup = (typeof guestGroups)[number];

/** The number of answers of each kind, and of people and dogs who come. It outlives the deletion of the answers. */
export type GuestCounts = ReturnType<typeof guestCounts>;

export function groupOf({ answer, waitingSince }: Pick<ListedGuest, 'answer' | 'waitingSince'>): GuestGroup {
  return waitingSince !== null && answer === 'yes' ? 'waiting' : answer;
}

/** Returns the guests of one group. Waiting guests are in the order of the waiting list. */
export function guestsOf<Guest extends ListedGuest>(guests: readonly Guest[], group: GuestGroup): Guest[] {
  const chosen = guests.filter((guest) => groupOf(guest) === group);
  if (group !== 'waiting') return chosen;
  return chosen.sort((one, other) => Date.parse(one.waitingSince ?? '') - Date.parse(other.waitingSince ?? ''));
}

export function guestCounts(guests: readonly ListedGuest[]) {
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

export function countOf(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

export function peopleOf(guests: readonly ListedGuest[]): number {
  return guests.reduce((sum, { adults, children }) => sum + adults + children, 0);
}

/** Returns the same as the only entry of a list, which is empty for none. */
export function counted(count: number, one: string, several: string): string[] {
  return count === 0 ? [] : [countOf(count, one, several)];
}

/** Returns "2 people and 1 dog", or an empty text for nobody. */
export function headsText({ people, dogs }: { people: number; dogs: number }): string {
  return [...counted(people, 'person', 'people'), ...counted(dogs, 'dog', 'dogs')].join(' and ');
}

/** Returns the people of an answer: "2 adults, 1 child". Empty if only dogs come, or nobody. */
export function companyText({ adults, children }: { adults: number; children: number }): string {
  return [...counted(adults, 'adult', 'adults'), ...counted(children, 'child', 'children')].join(', ');
}

export function dogsText(dogs: GuestAnswer['dogs']): string {
  return dogs.map(({ name, size }) => (size ? `${name} (${sizeTraits[size].label.toLowerCase()})` : name)).join(', ');
}

const groupTitles: Readonly<Record<GuestGroup, string>> = {
  yes: 'Coming',
  waiting: 'Waitlist',
  maybe: 'Maybe',
  no: 'Not coming',
};

const pastGroupTitles: Readonly<Record<GuestGroup, string>> = {
  ...groupTitles,
  yes: 'Came',
  waiting: 'Waited for a place',
  no: 'Did not come',
};

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
  // Joins the lines of a note, because each guest is one line of the list.
  return `- ${[name, ...details].join('; ').replace(/\s*\n\s*/g, ' / ')}`;
}

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

/** Where a spreadsheet may read a formula: at the start of a text, and of each part into which it may split the text. */
const formulaStart = /(?<=^|[;|\t\r\n])(?=[\s"']*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;

/**
 * Writes one field of RFC 4180, in quotes if needed. Spreadsheets run text that begins like a formula, even in quotes, so an apostrophe
 * before it makes it text. Where semicolons separate fields, quotes within a line do not group: any part may be read as a formula.
 */
function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = value.replace(formulaStart, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns the list as comma-separated values (RFC 4180). The byte order mark at the start lets Excel recognize UTF-8. */
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
