import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

const row = { id: 'a'.repeat(36), title: 'Cake, "tea" and {[\\', shared_platforms: ['x', 'y'], location: null };

test('what requests are made of is parsed', () => {
  const values = [Array(10_000).fill(row), { notes: ',{["\\'.repeat(20_000) }, [], {}, 'a', 1, null];
  for (const value of values) expect(parseJson(JSON.stringify(value))).toEqual(value);
  expect(parseJson('{"a":"b\\"}')).toBeUndefined();
});

test.each([
  ['empty objects', `[${'[{},{}],'.repeat(10_001)}0]`],
  ['rows', `[${'{},'.repeat(10_000)}{}]`],
  ['keys', `{${Array.from({ length: 10_001 }, (_, index) => `"k${index}":0`).join()}}`],
  ['levels', `${'['.repeat(101)}${']'.repeat(101)}`],
  ['levels of objects', `${'{"":'.repeat(101)}0${'}'.repeat(101)}`],
])('too many %s are refused before they are parsed', (_, text) => {
  expect(() => JSON.parse(text)).not.toThrow();
  expect(parseJson(text)).toBeUndefined();
});
