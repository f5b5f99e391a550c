import { anniversaryOf, type CalendarDate, parseCalendarDate } from '../dates/calendar-date.ts';
import { limits } from '../limits.ts';
import { characterCount, hasVisibleCharacter } from './text.ts';

/** A text has more characters than this. */
export type TooLong = `longer than ${number}`;

/** Why a field is refused. client/copy/problems.ts has the messages. */
export type FieldProblem =
  | 'missing'
  | TooLong
  | 'not a date'
  | 'not a time'
  | 'left out'
  | 'not after the start'
  | 'in the future'
  | 'too long ago'
  | 'too far ahead'
  | 'before the birth'
  | 'after the death';

/** The result of a check: the tidied value, or the problems by field. */
export type Checked<Value, Field extends string, Problem extends string = FieldProblem> =
  | { ok: true; value: Value }
  | { ok: false; problems: Partial<Record<Field, Problem>> };

export function requiredLineProblem(line: string, limit: number): FieldProblem | undefined {
  if (!hasVisibleCharacter(line)) return 'missing';
  return textProblem(line, limit);
}

export function textProblem(text: string, limit: number): FieldProblem | undefined {
  return characterCount(text) > limit ? `longer than ${limit}` : undefined;
}

export function dateProblem(text: string): FieldProblem | undefined {
  if (text === '') return 'missing';
  return parseCalendarDate(text) ? undefined : 'not a date';
}

/** Checks a birthday: a real day, not after today, whose 40th anniversary is not before today. */
export function birthDateProblem(text: string, today: CalendarDate): FieldProblem | undefined {
  const date = parseCalendarDate(text);
  if (!date) return dateProblem(text);
  if (date > today) return 'in the future';
  return anniversaryOf(date, limits.dogAge) < today ? 'too long ago' : undefined;
}

/** @param problems of the fields that can have any */
export function checked<Value, Field extends string, Problem extends string = FieldProblem>(
  problems: { readonly [Name in Field]?: Problem | undefined },
  value: Value,
): Checked<Value, Field, Problem> {
  const found = Object.entries(problems).filter(([, problem]) => problem !== undefined);
  if (found.length === 0) return { ok: true, value };
  return { ok: false, problems: Object.fromEntries(found) as Partial<Record<Field, Problem>> };
}
