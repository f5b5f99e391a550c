import { expect, test } from 'vitest';
import {
  calendarDate,
  flag,
  instant,
  integer,
  listOf,
  nearestDate,
  nearestInstant,
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
  [objectOf({ name: text }), null, 'field is not an object'],
  [objectOf({}), 'Rex', 'field is not an object'],
  [instant, 0, 'field is not an instant'],
  [calendarDate, 20240229, 'field is not a day'],
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

test('what is outside the years 1 to 9999 is read as the first or the last of them', () => {
  expect(nearestDate('12000-01-01', 'day')).toBe('9999-12-31');
  expect(nearestDate('0044-03-15 BC', 'day')).toBe('0001-01-01');
  expect(nearestDate('2026-06-20', 'day')).toBe('2026-06-20');
  expect(() => nearestDate('2026-06-31', 'day')).toThrow('day is not a day');
  expect(nearestInstant('12000-01-01T00:00:00+00:00', 'time')).toBe('9999-12-31T23:59:59Z');
  expect(nearestInstant('0044-03-15T00:00:00+00:00 BC', 'time')).toBe('0001-01-01T00:00:00Z');
  expect(nearestInstant('2026-06-20T10:00:00+00:00', 'time')).toBe('2026-06-20T10:00:00+00:00');
  expect(() => nearestInstant('soon', 'time')).toThrow('time is not an instant');
});
