import { type CalendarDate, parseCalendarDate } from '../../../domain/calendar-date.ts';

/** A column of a table, and how a value of it is read: undefined is a value that cannot be. */
export type Field<Value> = { readonly column: string; readonly parse: (value: unknown) => Value | undefined };
export type Fields<Item> = { readonly [Key in keyof Item]: Field<Item[Key]> };

export function text(column: string): Field<string> {
  return { column, parse: (value) => (typeof value === 'string' ? value : undefined) };
}

/** Nothing is read where the field is not there at all: it may be newer than what was kept. */
export function optionalText(column: string): Field<string | null> {
  return { column, parse: (value = null) => (typeof value === 'string' || value === null ? value : undefined) };
}

export function calendarDate(column: string): Field<CalendarDate> {
  return {
    column,
    parse: (value) => (typeof value === 'string' ? (parseCalendarDate(value) ?? undefined) : undefined),
  };
}
