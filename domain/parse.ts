/** Parsers for data from outside, such as the answers of the database. */
import { type CalendarDate, parseCalendarDate } from './dates/calendar-date.ts';

/** Thrown for an invalid value from outside. The message names the field, never the value, because it may be logged. */
export class ParseError extends Error {
  override readonly name = 'ParseError';
}

/** Reads a value. `field` names its place in the error. @throws ParseError */
export type Parser<Value> = (value: unknown, field: string) => Value;

/** The type that a parser returns. */
export type Parsed<Parse> = Parse extends Parser<infer Value> ? Value : never;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(field: string, wanted: string): never {
  throw new ParseError(`${field} is not ${wanted}`);
}

export const text: Parser<string> = (value, field) => (typeof value === 'string' ? value : refuse(field, 'a text'));

export const flag: Parser<boolean> = (value, field) =>
  typeof value === 'boolean' ? value : refuse(field, 'true or false');

export const integer: Parser<number> = (value, field) =>
  Number.isInteger(value) ? Number(value) : refuse(field, 'a whole number');

/** An instant as ISO text, returned unchanged. */
export const instant: Parser<string> = (value, field) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : refuse(field, 'an instant');

export const calendarDate: Parser<CalendarDate> = (value, field) =>
  (typeof value === 'string' && parseCalendarDate(value)) || refuse(field, 'a day');

/** An object whose fields are not checked. */
export const anyObject: Parser<Readonly<Record<string, unknown>>> = (value, field) =>
  isObject(value) ? value : refuse(field, 'an object');

/** One of several values. */
/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const Value extends string | number>(values: readonly Value[]): Parser<Value> {
  return (value, field) => values.find((known) => known === value) ?? refuse(field, `one of ${values.join(', ')}`);
}

/** Reads null and a missing value as null. */
/* @__NO_SIDE_EFFECTS__ */
export function optional<Value>(parse: Parser<Value>): Parser<Value | null> {
  return (value, field) => (value === null || value === undefined ? null : parse(value, field));
}

/* @__NO_SIDE_EFFECTS__ */
export function listOf<Value>(parse: Parser<Value>): Parser<readonly Value[]> {
  return (value, field) => {
    if (!Array.isArray(value)) return refuse(field, 'a list');
    return value.map((item: unknown, index) => parse(item, `${field}[${index}]`));
  };
}

/** An object with these fields. Others are dropped. */
/* @__NO_SIDE_EFFECTS__ */
export function objectOf<Value extends object>(
  fields: { readonly [Key in keyof Value]: Parser<Value[Key]> },
): Parser<Value> {
  const parsers = Object.entries<Parser<unknown>>(fields);
  return (value, field) => {
    const values = anyObject(value, field);
    // The cast holds, because each field has parsed its own value.
    return Object.fromEntries(parsers.map(([key, parse]) => [key, parse(values[key], `${field}.${key}`)])) as Value;
  };
}
