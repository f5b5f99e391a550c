import { expect, test } from 'vitest';
import {
  calendarDate,
  flag,
  instant,
  integer,
  listOf,
  objectOf,
  oneOf,
  optional,
  ParseError,
  type Parser,
  text,
} from './parse.ts';

const parsed: [parse: Parser<unknown>, value: unknown][] = [
  [text, ''],
  [flag, false],
  [integer, 0],
  [instant, '2026-06-01T10:00:00+00:00'],
  [calendarDate, '2024-02-29'],
  [oneOf(['yes', 'no']), 'no'],
  [oneOf([0, 1, 7]), 0],
  [optional(text), null],
  [listOf(integer), [1, 2]],
];

for (const [parse, value] of parsed) {
  test(`${JSON.stringify(value)} is returned as it is`, () => expect(parse(value, 'field')).toEqual(value));
}

const refused: [parse: Parser<unknown>, value: unknown, message: string][] = [
  [text, 1, 'field is not a text'],
  [flag, 'true', 'field is not true or false'],
  [integer, 1.5, 'field is not a whole number'],
  [integer, '1', 'field is not a whole number'],
  [instant, 'soon', 'field is not an instant'],
  [calendarDate, '2023-02-29', 'field is not a day'],
  [oneOf(['yes', 'no']), 'maybe', 'field is not one of yes, no'],
  [optional(text), 1, 'field is not a text'],
  [listOf(text), { 0: 'a' }, 'field is not a list'],
  [listOf(text), ['a', null], 'field[1] is not a text'],
  [objectOf({ name: text }), ['Rex'], 'field is not an object'],
  [objectOf({ dogs: listOf(objectOf({ name: text })) }), { dogs: [{}] }, 'field.dogs[0].name is not a text'],
];

for (const [parse, value, message] of refused) {
  test(`${JSON.stringify(value)} is refused: ${message}`, () => {
    expect(() => parse(value, 'field')).toThrow(new ParseError(message));
  });
}

test('An optional field that is missing is null, and a field that nobody asked for is left out', () => {
  expect(objectOf({ name: text, note: optional(text) })({ name: 'Rex', secret: 1 }, 'dog')).toEqual({
    name: 'Rex',
    note: null,
  });
});
