import { type PhotoFocus, photoFocus } from '../../../domain/dogs/photo-focus.ts';
import { isObject, optional, type Parser, ParseError, text } from '../../../domain/parse.ts';
import { hourOf, type PartyTime, parsePartyTime, partyTimeOf, zoneOf } from '../../../domain/parties/party-time.ts';

type Row = Readonly<Record<string, unknown>>;

/** A column of a table, and how its values are read. */
export type Field<Value> = {
  readonly column: string;
  readonly parse: Parser<Value>;
  /** For a value that takes several columns, of which `column` is the first: how it is read from a row and written into one. */
  readonly pair?: { readonly read: (row: Row) => unknown; readonly write: (value: unknown) => Row };
};
export type Fields<Item> = { readonly [Key in keyof Item]: Field<Item[Key]> };

export function field<Value>(column: string, parse: Parser<Value>): Field<Value> {
  return { column, parse };
}

/** For a field that a record lacks which a device kept before the field existed. */
export function orDefault<Value>(parse: Parser<Value>, otherwise: Value): Parser<Value> {
  return (value, name) => (value === undefined ? otherwise : parse(value, name));
}

/** Two columns that are set together: one field, so that a merge never mixes the halves of two focuses. */
export function photoFocusField(columnX: string, columnY: string): Field<PhotoFocus | null> {
  return {
    ...field(columnX, optional(photoFocus)),
    pair: {
      read: ({ [columnX]: x = null, [columnY]: y }) => (x === null ? null : { x, y }),
      write: (value) => {
        const { x, y } = isObject(value) ? value : { x: null, y: null };
        return { [columnX]: x, [columnY]: y };
      },
    },
  };
}

const partyTime: Parser<PartyTime> = (value, name) => {
  const time = parsePartyTime(text(value, name));
  if (time === null) throw new ParseError(`${name} is not a time with a zone`);
  return time;
};

/** A time of day in one column and its time zone in another, both null where there is none. */
export function partyTimeField(column: string, zoneColumn: string): Field<PartyTime | null> {
  return {
    ...field(column, optional(partyTime)),
    pair: {
      read: ({ [column]: hour, [zoneColumn]: zone }) =>
        typeof hour === 'string' && typeof zone === 'string' ? partyTimeOf(hour, zone) : null,
      write: (value) => {
        const time = typeof value === 'string' ? parsePartyTime(value) : null;
        return { [column]: time && hourOf(time), [zoneColumn]: time && zoneOf(time) };
      },
    },
  };
}
