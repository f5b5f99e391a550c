import type { Field, Fields } from './fields.ts';

/** Values by the names of their fields: what an owner has written about one record. */
export type Words = Readonly<Record<string, unknown>>;

/** What the backend gives every record. `version` rises with every change; 0 means that it is not known. */
export type Base = { id: string; createdAt: string; version: number };
export type Stored = Words & Readonly<Base>;

/** One table of the backend whose rows owners edit, and what a row of it is in the product. */
export type RecordType<Item extends Stored = Stored> = {
  readonly table: string;
  readonly fields: Readonly<Record<string, Field<unknown>>>;
  /** The fields that owners edit. */
  readonly content: readonly string[];
  /** The record that each of these belongs to, and is deleted with. The field `key` holds its id. */
  readonly parent: { readonly record: RecordType; readonly key: string } | null;
  readonly order: { readonly key: string; readonly isAscending: boolean };
  /** What else a new row begins with, by column. */
  readonly beginning: (item: Words) => Words;
  /** The record that the values make, or null. They are named by field or, as in the backend, by column. */
  readonly parse: (values: unknown, by?: 'field' | 'column') => Item | null;
};

const base: Fields<Base> = {
  id: { column: 'id', parse: (value) => (typeof value === 'string' && value !== '' ? value : undefined) },
  createdAt: {
    column: 'created_at',
    parse: (value) => (typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined),
  },
  // A device may have kept the record before rows had versions.
  version: { column: 'version', parse: (value = 0) => (typeof value === 'number' ? value : undefined) },
};

export function isWords(value: unknown): value is Words {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Describes a table: `content` is what owners edit, `links` names the records that a record belongs to. */
export function defineRecord<Content extends Words, Links extends Words = Record<never, never>>({
  content,
  links,
  parent = null,
  beginning = () => ({}),
  ...rest
}: {
  table: string;
  content: Fields<Content>;
  links: Fields<Links>;
  order: { key: string & (keyof Content | keyof Base); isAscending: boolean };
  parent?: { record: RecordType; key: string & keyof Links } | null;
  beginning?: (item: Words) => Words;
}): RecordType<Content & Links & Base> {
  const fields: Record<string, Field<unknown>> = { ...base, ...links, ...content };
  const parse = (values: unknown, by = 'field') => {
    if (!isWords(values)) return null;
    const entries = Object.entries(fields).map(([key, { column, parse: read }]) => [
      key,
      read(values[by === 'field' ? key : column]),
    ]);
    // Each field has read its own value.
    return entries.some(([, value]) => value === undefined)
      ? null
      : (Object.fromEntries(entries) as Content & Links & Base);
  };
  return { ...rest, fields, content: Object.keys(content), parent, beginning, parse };
}

/** The words with each value replaced. */
export function mapWords(words: Words, replace: (value: unknown) => unknown): Words {
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, replace(value)]));
}

/** What the owner can change about a record. */
export function contentOf(record: RecordType, item: Words): Words {
  return Object.fromEntries(record.content.map((key) => [key, item[key]]));
}

/** The id of the record that this one belongs to; null for one that stands by itself. */
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
