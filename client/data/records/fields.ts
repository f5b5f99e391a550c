import { type CalendarDate, parseCalendarDate } from '../../../domain/dates/calendar-date.ts';
import { hourOf, type PartyTime, parsePartyTime, partyTimeOf, zoneOf } from '../../../domain/parties/party-time.ts';
import { type PhotoFocus, parsePhotoFocus } from '../../../domain/dogs/photo-focus.ts';

type Row = Readonly<Record<string, unknown>>;

/** A column of a table. `parse` reads a value of it; undefined means that the value is not valid. */
export type Field<Value> = {
  readonly column: string;
  readonly parse: (value: unknown) => Value | undefined;
  /** For a value that takes several columns, of which `column` is the first: how it is read from a row and written into one. */
  readonly pair?: { readonly read: (row: Row) => unknown; readonly write: (value: unknown) => Row };
};
export type Fields<Item> = { readonly [Key in keyof Item]: Field<Item[Key]> };

export function text(column: string): Field<string> {
  return { column, parse: (value) => (typeof value === 'string' ? value : undefined) };
}

/** Reads a missing field as null, because a device may have kept the record before the field existed. */
export function optionalText(column: string): Field<string | null> {
  return { column, parse: (value = null) => (typeof value === 'string' || value === null ? value : undefined) };
}

/** Reads a missing field as null, as for texts. */
export function optionalDate(column: string): Field<CalendarDate | null> {
  const { parse } = calendarDate(column);
  return { column, parse: (value = null) => (value === null ? null : parse(value)) };
}

export function calendarDate(column: string): Field<CalendarDate> {
  return {
    column,
    parse: (value) => (typeof value === 'string' ? (parseCalendarDate(value) ?? undefined) : undefined),
  };
}

/** Two columns that are set together: one field, so that a merge never mixes the halves of two focuses. */
export function photoFocus(columnX: string, columnY: string): Field<PhotoFocus | null> {
  return {
    column: columnX,
    parse: (value = null) => (value === null ? null : (parsePhotoFocus(value) ?? undefined)),
    pair: {
      read: (row) => parsePhotoFocus({ x: row[columnX], y: row[columnY] }),
      write: (value) => {
        const focus = parsePhotoFocus(value);
        return { [columnX]: focus?.x ?? null, [columnY]: focus?.y ?? null };
      },
    },
  };
}

/** A time of day in one column and its time zone in another, both null where there is none. */
export function partyTime(column: string, zoneColumn: string): Field<PartyTime | null> {
  const parse = (value: unknown = null) =>
    typeof value === 'string' ? (parsePartyTime(value) ?? undefined) : value === null ? null : undefined;
  return {
    column,
    parse,
    pair: {
      read: ({ [column]: hour, [zoneColumn]: zone }) =>
        typeof hour === 'string' && typeof zone === 'string' ? partyTimeOf(hour, zone) : null,
      write: (value) => {
        const time = parse(value);
        return { [column]: time ? hourOf(time) : null, [zoneColumn]: time ? zoneOf(time) : null };
      },
    },
  };
}
