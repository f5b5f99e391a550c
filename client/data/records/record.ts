import { instant, integer, isObject, objectOf, type Parser, ParseError, text } from '../../../domain/parse.ts';
import { type Field, type Fields, field, orDefault } from './fields.ts';

/** Field values of one record, by field name. */
export type Words = Readonly<Record<string, unknown>>;

/** The fields that the backend sets in every record. `version` rises with every change; 0 means unknown. */
export type Base = { id: string; createdAt: string; version: number };
export type Stored = Words & Readonly<Base>;

/** Describes a table whose rows owners edit, and how its rows map to records of the product. */
export type RecordType<Item extends Stored = Stored> = {
  readonly table: string;
  /** What its list is called in the owner's export; the table's name unless said otherwise. */
  readonly exportedAs: string;
  readonly fields: Readonly<Record<string, Field<unknown>>>;
  /** The fields that owners edit. */
  readonly content: readonly string[];
  /** The type of the parent record, whose deletion deletes this one. The field `key` holds the id of the parent. */
  readonly parent: { readonly record: RecordType; readonly key: string } | null;
  /** The table of a list that this device does not keep once it keeps an empty list of this type; null for none. */
  readonly dependentList: string | null;
  readonly order: { readonly key: string; readonly isAscending: boolean };
  /** Further values of a new row, by column. */
  readonly beginning: (item: Words) => Words;
  /** Reads a row of the backend. @throws ParseError that names the field */
  readonly read: (row: unknown) => Item;
  /** Reads values by field name, as a device keeps them; null when they are not valid. */
  readonly parse: (values: unknown) => Item | null;
};

const filledText: Parser<string> = (value, name) => {
  if (value === '') throw new ParseError(`${name} is empty`);
  return text(value, name);
};

const base: Fields<Base> = {
  id: field('id', filledText),
  createdAt: field('created_at', instant),
  // A device may have kept the record before rows had versions.
  version: field('version', orDefault(integer, 0)),
};

/** Describes a table: `content` is what owners edit, `links` names the records that a record belongs to. */
export function defineRecord<Content extends Words, Links extends Words = Record<never, never>>({
  content,
  links,
  parent = null,
  dependentList = null,
  beginning = () => ({}),
  table,
  exportedAs = table,
  order,
}: {
  table: string;
  exportedAs?: string;
  content: Fields<Content>;
  links: Fields<Links>;
  order: { key: string & (keyof Content | keyof Base); isAscending: boolean };
  dependentList?: string | null;
  parent?: { record: RecordType; key: string & keyof Links } | null;
  beginning?: (item: Words) => Words;
}): RecordType<Content & Links & Base> {
  const fields: Readonly<Record<string, Field<unknown>>> = { ...content, ...links, ...base };
  const known = Object.entries(fields);
  const parsers = Object.fromEntries(known.map(([key, { parse }]) => [key, parse]));
  // The cast holds, because each field is read by its own parser.
  const item = objectOf(parsers) as Parser<unknown> as Parser<Content & Links & Base>;
  return {
    ...{ table, exportedAs, order, fields, content: Object.keys(content), parent, dependentList, beginning },
    read(row) {
      const values = isObject(row) ? row : {};
      const byField = known.map(([key, { column, pair }]) => [key, pair ? pair.read(values) : values[column]]);
      return item(Object.fromEntries(byField), table);
    },
    parse(values) {
      try {
        return item(values, table);
      } catch {
        return null;
      }
    },
  };
}

/** The values, each replaced by what `replace` returns. */
export function mapWords(words: Words, replace: (value: unknown) => unknown): Words {
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, replace(value)]));
}

/** The values of a record that its owner can edit. */
export function contentOf(record: RecordType, item: Words): Words {
  return Object.fromEntries(record.content.map((key) => [key, item[key]]));
}

/** The id of the parent record, or null. */
export function parentIdOf({ parent }: RecordType, item: Words): string | null {
  const id = parent && item[parent.key];
  return typeof id === 'string' ? id : null;
}

/** The items in the order in which the backend lists them. */
export function inOrder<Item extends Stored>({ order }: RecordType<Item>, items: readonly Item[]): Item[] {
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  const sign = order.isAscending ? 1 : -1;
  return [...items].sort((one, other) => sign * compare(String(one[order.key]), String(other[order.key])));
}
