/** Parsers for data from outside, such as the answers of the database. */
import { type CalendarDate, parseCalendarDate } from './dates/calendar-date.ts';

/** Thrown for an invalid value from outside. The message names the field, never the value, because it may be logged. */
export class ParseError extends Error {
  override readonly name = 'ParseError';
}

/** Reads a value. `field` names its place in the error. @throws ParseError */
export type Parser<Value> = (value: unknown, field: string) => Value;

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

/** The time before and after the years 1 to 9999, as PostgreSQL writes it. */
const before = / BC$/;
const after = /^\d{5,}-/;

/** A day of a database, which may be outside the years 1 to 9999. It is then read as the first or the last day of these. */
export const nearestDate: Parser<CalendarDate> = (value, field) => {
  const day = String(value);
  return calendarDate(before.test(day) ? '0001-01-01' : after.test(day) ? '9999-12-31' : value, field);
};

/** An instant of a database as ISO text, unchanged unless it is outside the years 1 to 9999: then it is the first or the last of these. */
export const nearestInstant: Parser<string> = (value, field) => {
  const time = String(value);
  return instant(before.test(time) ? '0001-01-01T00:00:00Z' : after.test(time) ? '9999-12-31T23:59:59Z' : value, field);
};

/** An object whose fields are not checked. */
export const anyObject: Parser<Readonly<Record<string, unknown>>> = (value, field) =>
  isObject(value) ? value : refuse(field, 'an object');

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
