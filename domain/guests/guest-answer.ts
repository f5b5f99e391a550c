/** A guest's answer to an invitation, as guests and hosts fill it in. */

import { emailMaxLength, isEmailAddress, normalizeEmail } from '../accounts/credential-rules.ts';
import { dogSizes, isDogSize } from '../dogs/size.ts';
import { integer, listOf, objectOf, oneOf, optional, type Parsed, text } from '../parse.ts';
import { type Checked, checked } from '../text/checks.ts';
import { characterCount, hasVisibleCharacter, tidyLine, tidyText } from '../text/text.ts';

/** The limits of an answer, in characters and heads. The checks in supabase/schemas use the same numbers. */
export const guestLimits = {
  name: 60,
  /** Adults, and as many children. */
  people: 20,
  dogs: 6,
  dogName: 60,
  allergies: 300,
  note: 500,
  email: emailMaxLength,
} as const;

export const attendances = ['yes', 'maybe', 'no'] as const;

export type Attendance = (typeof attendances)[number];

export const guestDog = objectOf({ name: text, size: optional(oneOf(dogSizes)) });

export type GuestDog = Parsed<typeof guestDog>;

export const guestAnswer = {
  name: text,
  answer: oneOf(attendances),
  adults: integer,
  children: integer,
  dogs: listOf(guestDog),
  allergies: optional(text),
  note: optional(text),
  email: optional(text),
  /** What the guest takes from the list of things to bring. */
  brings: listOf(text),
};

export type GuestAnswer = { [Field in keyof typeof guestAnswer]: Parsed<(typeof guestAnswer)[Field]> };

/** What was typed into the answer form. `answer` is empty until one is chosen, `size` if not given. */
export type GuestDraft = {
  name: string;
  answer: string;
  adults: string;
  children: string;
  dogs: readonly { name: string; size: string }[];
  allergies: string;
  note: string;
  email: string;
  brings: readonly string[];
};

/** Why a field is refused. `nobody`: a yes needs at least one person or dog. */
export type GuestProblem = 'missing' | 'too long' | 'not a number' | 'too many' | 'nobody' | 'not an address';

export type GuestField = Exclude<keyof GuestDraft, 'brings'>;

export function guestDraftOf(answer: GuestAnswer | null): GuestDraft {
  return {
    name: answer?.name ?? '',
    answer: answer?.answer ?? '',
    // A guest who changes from no to yes most likely comes in person.
    adults: String(answer && answer.answer !== 'no' ? answer.adults : 1),
    children: String(answer?.children ?? 0),
    dogs: (answer?.dogs ?? []).map(({ name, size }) => ({ name, size: size ?? '' })),
    allergies: answer?.allergies ?? '',
    note: answer?.note ?? '',
    email: answer?.email ?? '',
    brings: answer?.brings ?? [],
  };
}

/** Returns the name of the form field for the size of a dog. Each dog has its own, because browsers send no radio group without a choice. */
export function dogSizeField(index: number): string {
  return `dogSize${index + 1}`;
}

/** Reads the form fields that a browser sends, none of them a file. `dogName` comes once for each dog. */
export function guestDraftFrom(fields: { getAll(name: string): readonly unknown[] }): GuestDraft {
  const all = (name: string) => fields.getAll(name).map(String);
  const one = (name: string) => all(name)[0] ?? '';
  return {
    name: one('name'),
    answer: one('answer'),
    adults: one('adults'),
    children: one('children'),
    dogs: all('dogName').map((name, index) => ({ name, size: one(dogSizeField(index)) })),
    allergies: one('allergies'),
    note: one('note'),
    email: one('email'),
    brings: all('brings'),
  };
}

/** As many as a host's list has. */
const mostBrought = 30;

/** Returns what was sent, field by field, no more of each than the form has. */
export function sentFields(fields: { getAll(name: string): readonly unknown[] }): (readonly [string, string])[] {
  const sizes = Array.from({ length: guestLimits.dogs }, (_, index) => dogSizeField(index));
  const names = Object.keys(guestDraftOf(null)).map((name) => (name === 'dogs' ? 'dogName' : name));
  return ['answerKey', ...names, ...sizes].flatMap((name) =>
    fields
      .getAll(name)
      .slice(0, name === 'brings' ? mostBrought : name === 'dogName' ? guestLimits.dogs : 1)
      .map((value) => [name, String(value)] as const),
  );
}

function countOf(text: string): number | null {
  const digits = text.trim();
  if (digits === '') return 0;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

function countProblem(count: number | null): GuestProblem | undefined {
  if (count === null) return 'not a number';
  return count > guestLimits.people ? 'too many' : undefined;
}

function lengthProblem(text: string, limit: number): GuestProblem | undefined {
  return characterCount(text) > limit ? 'too long' : undefined;
}

function nameProblem(name: string, limit: number): GuestProblem | undefined {
  return hasVisibleCharacter(name) ? lengthProblem(name, limit) : 'missing';
}

function dogsProblem(dogs: readonly GuestDog[]): GuestProblem | undefined {
  if (dogs.length > guestLimits.dogs) return 'too many';
  return dogs.map(({ name }) => nameProblem(name, guestLimits.dogName)).find((problem) => problem !== undefined);
}

function emailProblem(email: string): GuestProblem | undefined {
  if (email === '') return undefined;
  return lengthProblem(email, guestLimits.email) ?? (isEmailAddress(email) ? undefined : 'not an address');
}

/** Checks an answer. A no keeps nothing that matters only at the party, so those fields are not checked. */
export function checkGuestDraft(draft: GuestDraft): Checked<GuestAnswer, GuestField, GuestProblem> {
  const answer = attendances.find((known) => known === draft.answer);
  const isAway = answer === 'no';
  const [adults, children] = isAway ? [0, 0] : [countOf(draft.adults), countOf(draft.children)];
  const dogs = (isAway ? [] : draft.dogs)
    .map(({ name, size }) => ({ name: tidyLine(name), size: isDogSize(size) ? size : null }))
    .filter(({ name, size }) => name !== '' || size !== null);
  const name = tidyLine(draft.name);
  const allergies = isAway ? '' : tidyText(draft.allergies);
  const note = tidyText(draft.note);
  const email = normalizeEmail(draft.email);
  const isNobody = answer === 'yes' && adults === 0 && children === 0 && dogs.length === 0;
  return checked<GuestAnswer, GuestField, GuestProblem>(
    {
      name: nameProblem(name, guestLimits.name),
      answer: answer ? undefined : 'missing',
      adults: isNobody ? 'nobody' : countProblem(adults),
      children: countProblem(children),
      dogs: dogsProblem(dogs),
      allergies: lengthProblem(allergies, guestLimits.allergies),
      note: lengthProblem(note, guestLimits.note),
      email: emailProblem(email),
    },
    {
      name,
      answer: answer ?? 'no',
      adults: adults ?? 0,
      children: children ?? 0,
      dogs,
      allergies: allergies || null,
      note: note || null,
      email: email || null,
      brings: isAway ? [] : [...new Set(draft.brings.map(tidyLine))].filter((item) => item !== ''),
    },
  );
}
