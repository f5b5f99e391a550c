import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  birthDateProblem,
  checkCalculatorDraft,
  checkDogDraft,
  checkPartyDraft,
  type PartyDraft,
  unusualPartyDay,
} from './drafts.ts';
import { limits } from './limits.ts';
import { date } from './testing/dates.ts';
import { characterCount } from './text.ts';

const today = date('2026-06-15');
const dog = { name: 'Rex', size: 'large', birthDate: '2020-02-29', breed: '', notes: '', photoUrl: null } as const;
const party: PartyDraft = { title: 'Party', celebrationDate: '2026-07-01', description: '', location: '' };

test('a calculator draft needs a name and a birthday', () => {
  expect(checkCalculatorDraft({ name: '  ', birthDate: '', size: 'medium' }, today)).toEqual({
    ok: false,
    problems: { name: 'missing', birthDate: 'missing' },
  });
  expect(checkCalculatorDraft({ name: ' Rex ', birthDate: '2020-02-29', size: 'large' }, today)).toEqual({
    ok: true,
    value: { name: 'Rex', birthDate: '2020-02-29', size: 'large' },
  });
});

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

test('empty breed, notes and photo are saved as null', () => {
  expect(checkDogDraft({ ...dog, breed: ' ', notes: '\n' }, today)).toEqual({
    ok: true,
    value: { name: 'Rex', size: 'large', birthDate: '2020-02-29', breed: null, notes: null, photoUrl: null },
  });
});

test('texts may reach their limit and not pass it, counted in characters', () => {
  const longest = {
    ...dog,
    name: '🐶'.repeat(limits.dogName),
    breed: 'é'.repeat(limits.breed),
    notes: 'n'.repeat(limits.notes),
  };
  expect(checkDogDraft(longest, today).ok).toBe(true);
  expect(
    checkDogDraft(
      { ...longest, name: `${longest.name}x`, breed: `${longest.breed}x`, notes: `${longest.notes}x` },
      today,
    ),
  ).toEqual({ ok: false, problems: { name: 'too long', breed: 'too long', notes: 'too long' } });
});

test('a name that nobody can see is missing', () => {
  expect(checkDogDraft({ ...dog, name: '\u200b\u2060' }, today)).toEqual({ ok: false, problems: { name: 'missing' } });
});

test('a celebration needs a title and a date; the rest may stay empty', () => {
  expect(checkPartyDraft({ ...party, title: '', celebrationDate: '' })).toEqual({
    ok: false,
    problems: { title: 'missing', celebrationDate: 'missing' },
  });
  expect(checkPartyDraft(party)).toEqual({
    ok: true,
    value: { title: 'Party', celebrationDate: '2026-07-01', description: null, location: null },
  });
});

test('a celebration may lie in the past', () => {
  expect(checkPartyDraft({ ...party, celebrationDate: '1999-12-31' }).ok).toBe(true);
});

test.each([
  ['2100-12-31', undefined],
  ['2101-01-01', 'too far ahead'],
  ['9999-12-31', 'too far ahead'],
  ['12026-06-15', 'not a date'],
])('a celebration on %s is told %s', (celebrationDate, problem) => {
  const result = checkPartyDraft({ ...party, celebrationDate });
  expect(result.ok ? undefined : result.problems.celebrationDate).toBe(problem);
});

test('a celebration keeps the day it has, and gets no other one beyond the limit', () => {
  const far = { ...party, celebrationDate: '9999-01-01' };
  expect(checkPartyDraft(far, date('9999-01-01')).ok).toBe(true);
  expect(checkPartyDraft(far, date('9999-01-02')).ok).toBe(false);
});

test.each([
  ['2026-06-14', 'has passed'],
  ['2020-01-01', 'has passed'],
  ['0001-01-01', 'has passed'],
  ['2026-06-15', null],
  ['2028-06-15', null],
  ['2028-06-16', 'far ahead'],
  ['9999-12-31', 'far ahead'],
  ['2026-02-30', null],
  ['', null],
])('on June 15, 2026 a celebration on %j is %s', (day, unusual) => {
  expect(unusualPartyDay(day, date('2026-06-15'))).toBe(unusual);
});

test('two years after a leap day end on the last of February', () => {
  expect(unusualPartyDay('2030-02-28', date('2028-02-29'))).toBeNull();
  expect(unusualPartyDay('2030-03-01', date('2028-02-29'))).toBe('far ahead');
});

test('a celebration has its limits', () => {
  const long = {
    title: 't'.repeat(limits.partyTitle + 1),
    celebrationDate: '2026-02-30',
    description: 'd'.repeat(limits.partyDescription + 1),
    location: 'l'.repeat(limits.partyLocation + 1),
  };
  expect(checkPartyDraft(long)).toEqual({
    ok: false,
    problems: { title: 'too long', celebrationDate: 'not a date', description: 'too long', location: 'too long' },
  });
});

test('notes keep their lines; names are one line', () => {
  const checked = checkDogDraft(
    { ...dog, name: 'Sir\n\tBarks  a\u0000lot', notes: 'one\r\ntwo\u0000\n\tthree' },
    today,
  );
  expect(checked).toMatchObject({ ok: true, value: { name: 'Sir Barks a lot', notes: 'one\ntwo\n\tthree' } });
});

test('whatever is typed, what passes is fit to be stored', () => {
  const typed = fc.string({ unit: 'binary', maxLength: 90 });
  fc.assert(
    fc.property(typed, typed, typed, (name, breed, notes) => {
      const result = checkDogDraft({ ...dog, name, breed, notes }, today);
      if (!result.ok) return;
      const { value } = result;
      expect(value.name).toMatch(/^\S(.*\S)?$/u);
      expect(characterCount(value.name)).toBeLessThanOrEqual(limits.dogName);
      for (const text of [value.name, value.breed ?? '']) expect(text).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      expect(value.notes ?? '').not.toMatch(/[\0\p{Cs}]/u);
      expect(value.breed).not.toBe('');
    }),
  );
});
