import type { GuestDog } from '../../../domain/guests/guest-answer.ts';
import { isDogSize } from '../../../domain/dogs/size.ts';
import type { Field } from './fields.ts';
import { isWords } from './record.ts';

/** The kinds of columns that invitations and their guests have, and no other table. */

export function flag(column: string): Field<boolean> {
  return { column, parse: (value) => (typeof value === 'boolean' ? value : undefined) };
}

export function count(column: string): Field<number> {
  return { column, parse: (value) => (Number.isInteger(value) ? Number(value) : undefined) };
}

export function optionalCount(column: string): Field<number | null> {
  return { column, parse: (value) => (value === null ? null : count(column).parse(value)) };
}

/** One of several words. */
export function chosen<Word extends string>(column: string, words: readonly Word[]): Field<Word> {
  return { column, parse: (value) => words.find((word) => word === value) };
}

export function texts(column: string): Field<readonly string[]> {
  const isText = (value: unknown) => typeof value === 'string';
  return { column, parse: (value) => (Array.isArray(value) && value.every(isText) ? value : undefined) };
}

/** Numbers by name. */
export function counts(column: string): Field<Readonly<Record<string, number>> | null> {
  return {
    column,
    parse: (value) => {
      if (value === null) return null;
      if (!isWords(value)) return undefined;
      return Object.fromEntries(Object.entries(value).map(([name, number]) => [name, Number(number)]));
    },
  };
}

export function dogs(column: string): Field<readonly GuestDog[]> {
  return {
    column,
    parse: (value) => {
      if (!Array.isArray(value)) return undefined;
      return value
        .filter(isWords)
        .map(({ name, size }) => ({ name: String(name), size: isDogSize(size) ? size : null }));
    },
  };
}
