import { expect, test } from 'vitest';
import { date } from '../testing/dates.ts';
import { birthDateProblem } from './checks.ts';

const today = date('2026-06-15');

test.each([
  ['2026-06-15', undefined],
  ['2026-06-16', 'in the future'],
  ['1986-06-15', undefined],
  ['1986-06-14', 'too long ago'],
  ['0001-01-01', 'too long ago'],
  ['2026-02-29', 'not a date'],
  ['tomorrow', 'not a date'],
  ['', 'missing'],
] as const)('on 2026-06-15 the birthday %j is %s', (text, problem) => {
  expect(birthDateProblem(text, today)).toBe(problem);
});

test('a leap-day birthday is accepted until its 40th anniversary has passed', () => {
  expect(birthDateProblem('1988-02-29', date('2028-02-29'))).toBeUndefined();
  expect(birthDateProblem('1988-02-29', date('2028-03-01'))).toBe('too long ago');
});
