import { type CalendarDate, parseCalendarDate } from '../../../domain/calendar-date.ts';

/** A column of a table. `parse` reads a value of it; undefined means that the value is not valid. */
export type Field<Value> = { readonly column: string; readonly parse: (value: unknown) => Value | undefined };
export type Fields<Item> = { readonly [Key in keyof Item]: Field<Item[Key]> };

export function text(column: string): Field<string> {
  return { column, parse: (value) => (typeof value === 'string' ? value : undefined) };
}

/** Reads a missing field as null, because a device may have kept the record before the field existed. */
export function optionalText(column: string): Field<string | null> {
  return { column, parse: (value = null) => (typeof value === 'string' || value === null ? value : undefined) };
}

export function calendarDate(column: string): Field<CalendarDate> {
  return {
    column,
    parse: (value) => (typeof value === 'string' ? (parseCalendarDate(value) ?? undefined) : undefined),
  };
}
