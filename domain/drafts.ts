import { anniversaryOf, type CalendarDate, calendarDateOf, parseCalendarDate } from './calendar-date.ts';
import { limits } from './limits.ts';
import { type DogSize, defaultSize } from './size.ts';
import { characterCount, hasVisibleCharacter, tidyLine, tidyText } from './text.ts';

/** Why a field is refused. client/copy/problems.ts has the texts. */
export type FieldProblem = 'missing' | 'too long' | 'not a date' | 'in the future' | 'too long ago' | 'too far ahead';

/** The result of a check: the tidied value, or the problem of each field that has one. */
export type Checked<Value, Field extends string> =
  | { ok: true; value: Value }
  | { ok: false; problems: Partial<Record<Field, FieldProblem>> };

/** What was typed into the calculator. */
export type CalculatorDraft = { name: string; birthDate: string; size: DogSize };

/** What was typed into the dog form. */
export type DogDraft = CalculatorDraft & { breed: string; notes: string; photoUrl: string | null };

/** What was typed into the party form. */
export type PartyDraft = { title: string; celebrationDate: string; description: string; location: string };

export type CalculatorInput = { name: string; birthDate: CalendarDate; size: DogSize };

/** A checked dog draft, ready to be saved: empty texts are null. */
export type DogProfile = CalculatorInput & { breed: string | null; notes: string | null; photoUrl: string | null };

/** What the form of a dog starts with; null stands for a new dog. */
export function dogDraftOf(dog: DogProfile | null): DogDraft {
  if (!dog) return { name: '', size: defaultSize, birthDate: '', breed: '', notes: '', photoUrl: null };
  const { name, size, birthDate, breed, notes, photoUrl } = dog;
  return { name, size, birthDate, breed: breed ?? '', notes: notes ?? '', photoUrl };
}

export type PartyPlan = {
  title: string;
  celebrationDate: CalendarDate;
  description: string | null;
  location: string | null;
};

function requiredLineProblem(line: string, limit: number): FieldProblem | undefined {
  if (!hasVisibleCharacter(line)) return 'missing';
  return textProblem(line, limit);
}

function textProblem(text: string, limit: number): FieldProblem | undefined {
  return characterCount(text) > limit ? 'too long' : undefined;
}

function dateProblem(text: string): FieldProblem | undefined {
  if (text === '') return 'missing';
  return parseCalendarDate(text) ? undefined : 'not a date';
}

/** A birthday must be a real day, not after today, and its 40th anniversary not before today. */
export function birthDateProblem(text: string, today: CalendarDate): FieldProblem | undefined {
  const date = parseCalendarDate(text);
  if (!date) return dateProblem(text);
  if (date > today) return 'in the future';
  return anniversaryOf(date, limits.dogAge) < today ? 'too long ago' : undefined;
}

function checked<Value, Field extends string>(
  problems: Record<Field, FieldProblem | undefined>,
  value: Value,
): Checked<Value, Field> {
  const found = Object.entries(problems).filter(([, problem]) => problem !== undefined);
  if (found.length === 0) return { ok: true, value };
  return { ok: false, problems: Object.fromEntries(found) as Partial<Record<Field, FieldProblem>> };
}

/** Checks what was typed into the calculator against today, the owner's local date. */
export function checkCalculatorDraft(
  draft: CalculatorDraft,
  today: CalendarDate,
): Checked<CalculatorInput, 'name' | 'birthDate'> {
  const name = tidyLine(draft.name);
  return checked(
    { name: requiredLineProblem(name, limits.dogName), birthDate: birthDateProblem(draft.birthDate, today) },
    { name, birthDate: draft.birthDate as CalendarDate, size: draft.size },
  );
}

/** Checks what was typed into the dog form against today, the owner's local date. */
export function checkDogDraft(
  draft: DogDraft,
  today: CalendarDate,
): Checked<DogProfile, 'name' | 'birthDate' | 'breed' | 'notes'> {
  const name = tidyLine(draft.name);
  const breed = tidyLine(draft.breed);
  const notes = tidyText(draft.notes);
  return checked(
    {
      name: requiredLineProblem(name, limits.dogName),
      birthDate: birthDateProblem(draft.birthDate, today),
      breed: textProblem(breed, limits.breed),
      notes: textProblem(notes, limits.notes),
    },
    {
      name,
      birthDate: draft.birthDate as CalendarDate,
      size: draft.size,
      breed: breed || null,
      notes: notes || null,
      photoUrl: draft.photoUrl,
    },
  );
}

/** Why a day is unusual for a party. The form asks about such a day and does not refuse it. */
export type UnusualDay = 'has passed' | 'far ahead';

/** Why the form should ask about this day; null for a usual day, and for a text that is no day. */
export function unusualPartyDay(text: string, today: CalendarDate): UnusualDay | null {
  const date = parseCalendarDate(text);
  if (!date) return null;
  if (date < today) return 'has passed';
  return date > anniversaryOf(today, limits.partyYearsAhead) ? 'far ahead' : null;
}

function partyDateProblem(text: string): FieldProblem | undefined {
  const date = parseCalendarDate(text);
  if (!date) return dateProblem(text);
  return date > calendarDateOf(limits.latestPartyYear, 12, 31) ? 'too far ahead' : undefined;
}

/**
 * Checks what was typed into the party form. A date in the past is allowed, because some owners note a party afterwards. `kept`
 * is the date that the party has already; it is always allowed.
 */
export function checkPartyDraft(
  draft: PartyDraft,
  kept: CalendarDate | null = null,
): Checked<PartyPlan, 'title' | 'celebrationDate' | 'description' | 'location'> {
  const title = tidyLine(draft.title);
  const description = tidyText(draft.description);
  const location = tidyLine(draft.location);
  return checked(
    {
      title: requiredLineProblem(title, limits.partyTitle),
      celebrationDate: draft.celebrationDate === kept ? undefined : partyDateProblem(draft.celebrationDate),
      description: textProblem(description, limits.partyDescription),
      location: textProblem(location, limits.partyLocation),
    },
    {
      title,
      celebrationDate: draft.celebrationDate as CalendarDate,
      description: description || null,
      location: location || null,
    },
  );
}
