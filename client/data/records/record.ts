import { type PhotoFocus, photoFocus } from '../../../domain/dogs/photo-focus.ts';
import {
  instant,
  integer,
  isObject,
  objectOf,
  optional,
  ParseError,
  type Parser,
  text,
} from '../../../domain/parse.ts';
import {
  endOf,
  hourOf,
  type PartyTime,
  parsePartyTime,
  partyTimeOf,
  zoneOf,
} from '../../../domain/parties/party-time.ts';
import { currentPhotoUrl } from '../photos/photo-address.ts';

type Row = Readonly<Record<string, unknown>>;

/** A column of a table, and how its values are read. */
type Field<Value> = {
  readonly column: string;
  readonly parse: Parser<Value>;
  /** For a value in several columns, of which `column` is the first: reads it from a row and writes it into one. */
  readonly pair?: { readonly read: (row: Row) => unknown; readonly write: (value: unknown) => Row };
};
type Fields<Item> = { readonly [Key in keyof Item]: Field<Item[Key]> };

export function field<Value>(column: string, parse: Parser<Value>): Field<Value> {
  return { column, parse };
}

/** Reads a field that is missing in records which a device stored before the field existed. */
export function orDefault<Value>(parse: Parser<Value>, otherwise: Value): Parser<Value> {
  return (value, name) => (value === undefined ? otherwise : parse(value, name));
}

/** The address of a photo, as this backend has it now. */
export function photoField(column: string): Field<string | null> {
  return field(column, (value, name) => {
    const address = optional(text)(value, name);
    return address && currentPhotoUrl(address);
  });
}

/** Combines two columns into one field, so that a merge never mixes the coordinates of two focuses. */
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

/** Combines the columns of a time of day, its end and its time zone; all are null if there is no time. */
export function partyTimeField(column: string, endColumn: string, zoneColumn: string): Field<PartyTime | null> {
  return {
    ...field(column, optional(partyTime)),
    pair: {
      read: ({ [column]: hour, [endColumn]: end, [zoneColumn]: zone }) =>
        typeof hour === 'string' && typeof zone === 'string'
          ? partyTimeOf(hour, zone, typeof end === 'string' ? end : null)
          : null,
      write: (value) => {
        const time = typeof value === 'string' ? parsePartyTime(value) : null;
        return { [column]: time && hourOf(time), [endColumn]: time && endOf(time), [zoneColumn]: time && zoneOf(time) };
      },
    },
  };
}

export type FieldValues = Readonly<Record<string, unknown>>;

/** The fields that the backend sets in every record. `version` rises with every change; 0 means unknown. */
export type Base = { id: string; createdAt: string; version: number };
export type Stored = FieldValues & Readonly<Base>;

/** Describes a table whose rows owners edit, and how its rows map to records of the product. */
export type RecordType<Item extends Stored = Stored> = {
  readonly table: string;
  readonly columns: string;
  /** Whether it can be read and changed only with the network. This device keeps none of it. */
  readonly isOnlineOnly: boolean;
  /** The name of its list in the owner's export, by default the table's name. */
  readonly exportedAs: string;
  readonly fields: Readonly<Record<string, Field<unknown>>>;
  /** The fields that owners edit. */
  readonly content: readonly string[];
  /** The type of the parent record, whose deletion deletes this one too. The field `key` has the id of the parent. */
  readonly parent: { readonly record: RecordType; readonly key: string } | null;
  /** The table whose kept list is dropped when the list of this type is empty; null for none. */
  readonly dependentList: string | null;
  readonly order: { readonly key: string; readonly isAscending: boolean };
  /** Whether devices make the id from what the record is about, so that two may add the same one. */
  readonly hasSharedIds: boolean;
  /** Additional values of a new row, by column. */
  readonly beginning: (item: FieldValues) => FieldValues;
  /** Reads a row of the backend. @throws ParseError that names the field */
  readonly read: (row: unknown) => Item;
  /** Reads values by field name, as a device keeps them; null when they are not valid. Those from before a field existed get version 0. */
  readonly parse: (values: unknown) => Item | null;
};

export type ItemOf<Type extends RecordType> = NonNullable<ReturnType<Type['parse']>>;

const filledText: Parser<string> = (value, name) => {
  if (value === '') throw new ParseError(`${name} is empty`);
  return text(value, name);
};

const baseFields = (idColumn: string): Fields<Base> => ({
  id: field(idColumn, filledText),
  createdAt: field('created_at', instant),
  // The device may have stored the record before rows had versions.
  version: field('version', orDefault(integer, 0)),
});

/** What most tables have. */
const usual = {
  columns: '*',
  isOnlineOnly: false,
  hasSharedIds: false,
  parent: null,
  dependentList: null,
  beginning: () => ({}),
};

/** Describes a table: `content` is what owners edit, `links` names the records that a record belongs to. */
export function defineRecord<Content extends FieldValues, Links extends FieldValues = Record<never, never>>({
  content,
  links,
  idColumn = 'id',
  ...rest
}: {
  /** `user_id` where an owner has at most one row. */
  idColumn?: string;
  content: Fields<Content>;
  links: Fields<Links>;
  order: { key: string & (keyof Content | keyof Base); isAscending: boolean };
  parent?: { record: RecordType; key: string & keyof Links };
} & Pick<RecordType, 'table'> &
  Partial<Pick<RecordType, 'exportedAs' | Exclude<keyof typeof usual, 'parent'>>>): RecordType<Content & Links & Base> {
  const fields: Readonly<Record<string, Field<unknown>>> = { ...content, ...links, ...baseFields(idColumn) };
  const known = Object.entries(fields);
  const parsers = Object.fromEntries(known.map(([key, { parse }]) => [key, parse]));
  // The cast holds, because each field is read by its own parser.
  const item = objectOf(parsers) as Parser<unknown> as Parser<Content & Links & Base>;
  const { table } = rest;
  return {
    ...usual,
    exportedAs: table,
    ...rest,
    fields,
    content: Object.keys(content),
    read(row) {
      const values = isObject(row) ? row : {};
      const byField = known.map(([key, { column, pair }]) => [key, pair ? pair.read(values) : values[column]]);
      return item(Object.fromEntries(byField), table);
    },
    parse(values) {
      try {
        const known = item(values, table);
        return Object.keys(content).every((key) => key in Object(values)) ? known : { ...known, version: 0 };
      } catch {
        return null;
      }
    },
  };
}

/** Replaces values at any depth of what a device stores. */
export function mapValues<Value>(value: Value, replace: (part: unknown) => unknown): Value {
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) => replace(part));
}

export function contentOf(record: RecordType, item: FieldValues): FieldValues {
  return Object.fromEntries(record.content.map((key) => [key, item[key]]));
}

export function parentIdOf({ parent }: RecordType, item: FieldValues): string | null {
  const id = parent && item[parent.key];
  return typeof id === 'string' ? id : null;
}

export function inOrder<Item extends Stored>({ order }: RecordType<Item>, items: readonly Item[]): Item[] {
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  const sign = order.isAscending ? 1 : -1;
  return [...items].sort((one, other) => sign * compare(String(one[order.key]), String(other[order.key])));
}

/** Compares by value. A field missing from an older record equals null. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/** Whether all fields of `one` have the same values in `other`. Null is a record that does not exist. */
export function isSameContent(one: FieldValues | null, other: FieldValues | null): boolean {
  if (one === null || other === null) return one === other;
  return Object.keys(one).every((key) => isSame(one[key], other[key]));
}

/** Returns the fields that both sides have changed since `base`, to different values. */
export function clashingFields(base: FieldValues | null, mine: FieldValues, theirs: FieldValues): string[] {
  return Object.keys(mine).filter((key) => {
    if (isSame(mine[key], theirs[key])) return false;
    return !(isSame(mine[key], base?.[key]) || isSame(theirs[key], base?.[key]));
  });
}

/** Merges the changes of both sides since `base`. `preferred` wins in fields that both have changed. */
export function mergedContent(
  { base, mine, theirs }: { base: FieldValues | null; mine: FieldValues; theirs: FieldValues },
  preferred: 'mine' | 'theirs',
): FieldValues {
  const clashing = new Set(clashingFields(base, mine, theirs));
  const isMine = (key: string) => (clashing.has(key) ? preferred === 'mine' : !isSame(mine[key], base?.[key]));
  return { ...theirs, ...Object.fromEntries(Object.entries(mine).filter(([key]) => isMine(key))) };
}
