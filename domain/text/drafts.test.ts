import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkCalculatorDraft } from '../dogs/calculator-draft.ts';
import { checkDogDraft, type DogDraft, dogDraftOf } from '../dogs/dog-draft.ts';
import { limits } from '../limits.ts';
import { checkPartyDraft, type PartyDraft, unusualPartyDay } from '../parties/party-draft.ts';
import { date } from '../testing/dates.ts';
import { birthDateProblem } from './checks.ts';
import { characterCount } from './text.ts';

const today = date('2026-06-15');
const dog: DogDraft = {
  name: 'Rex',
  size: 'large',
  birthDate: '2020-02-29',
  birthPrecision: 'day',
  gotchaDate: '',
  diedOn: '',
  breed: '',
  notes: '',
  photoUrl: null,
  photoFocus: null,
};
const party: PartyDraft = {
  ...{ title: 'Party', celebrationDate: '2026-07-01', description: '', location: '' },
  ...{ time: '', endTime: '', timeZone: 'America/New_York' },
};

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

test('empty breed, notes, photo and days are saved as null', () => {
  expect(checkDogDraft({ ...dog, breed: ' ', notes: '\n' }, today)).toEqual({
    ok: true,
    value: {
      name: 'Rex',
      size: 'large',
      birthDate: '2020-02-29',
      birthPrecision: 'day',
      gotchaDate: null,
      diedOn: null,
      breed: null,
      notes: null,
      photoUrl: null,
      photoFocus: null,
    },
  });
});

test('a dog that goes through its form untouched is the same', () => {
  const told = { birthPrecision: 'guess', gotchaDate: date('2020-05-01'), diedOn: date('2026-06-15') } as const;
  for (const draft of [dog, { ...dog, ...told }]) {
    const first = checkDogDraft(draft, today);
    if (!first.ok) throw new Error('The draft is refused.');
    expect(checkDogDraft(dogDraftOf(first.value), today)).toEqual(first);
  }
});

test.each<[gotchaDate: string, diedOn: string, problems: object]>([
  ['2020-02-29', '', {}],
  ['2020-02-28', '', { gotchaDate: 'before the birth' }],
  ['2026-06-15', '2026-06-15', {}],
  ['2026-06-16', '', { gotchaDate: 'in the future' }],
  ['', '2020-02-29', {}],
  ['', '2020-02-28', { diedOn: 'before the birth' }],
  ['', '2026-06-16', { diedOn: 'in the future' }],
  ['2024-01-02', '2024-01-01', { gotchaDate: 'after the death' }],
  ['2024-01-01', '2024-01-01', {}],
  ['2024-02-30', 'soon', { gotchaDate: 'not a date', diedOn: 'not a date' }],
])(
  'a dog of February 29, 2020 that came home on %j and died on %j has the problems %j',
  (gotchaDate, diedOn, problems) => {
    const result = checkDogDraft({ ...dog, gotchaDate, diedOn }, today);
    expect(result.ok ? {} : result.problems).toEqual(problems);
  },
);

test('without a birthday the other days are not compared with it', () => {
  const result = checkDogDraft({ ...dog, birthDate: '', gotchaDate: '2020-02-28', diedOn: '2024-01-01' }, today);
  expect(result).toEqual({ ok: false, problems: { birthDate: 'missing' } });
});

test('a dog keeps the birthday it has, however long ago that is, and gets no other one beyond the limit', () => {
  const remembered = { ...dog, birthDate: '1980-01-01', diedOn: '1995-01-01' };
  expect(checkDogDraft(remembered, today, date('1980-01-01')).ok).toBe(true);
  expect(checkDogDraft(remembered, today, date('1980-01-02'))).toMatchObject({
    problems: { birthDate: 'too long ago' },
  });
});

test('without a photo there is no face to keep in sight', () => {
  const photoFocus = { x: 30, y: 40 };
  expect(checkDogDraft({ ...dog, photoUrl: '/p.webp', photoFocus }, today)).toMatchObject({ value: { photoFocus } });
  expect(checkDogDraft({ ...dog, photoFocus }, today)).toMatchObject({ value: { photoFocus: null } });
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
    value: { title: 'Party', celebrationDate: '2026-07-01', time: null, description: null, location: null },
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

test('a celebration has a time by the clocks of its zone, or none', () => {
  const value = (draft: Partial<PartyDraft>) => {
    const result = checkPartyDraft({ ...party, ...draft });
    return result.ok ? result.value.time : result.problems;
  };
  expect(value({ time: '18:30' })).toBe('18:30 America/New_York');
  expect(value({ time: '' })).toBeNull();
  expect(value({ time: '25:00' })).toEqual({ time: 'not a time' });
  expect(value({ time: '18:30', timeZone: 'no zone' })).toEqual({ time: 'not a time' });
  expect(value({ time: '02:30', celebrationDate: '2027-03-14' })).toEqual({ time: 'left out' });
  expect(value({ time: '03:00', celebrationDate: '2027-03-14' })).toBe('03:00 America/New_York');
  expect(value({ time: '02:30', celebrationDate: '2027-03-14', timeZone: 'UTC' })).toBe('02:30 UTC');
});

test.each([
  ['ends later', { endTime: '21:00' }, '18:30-21:00 America/New_York'],
  ['ends after midnight', { endTime: '01:00' }, '18:30-01:00 America/New_York'],
  ['does not end as it begins', { endTime: '18:30' }, { endTime: 'not after the start' }],
  ['ends at a time of day', { endTime: '25:00' }, { endTime: 'not a time' }],
  ['without a time has no end', { time: '', endTime: '21:00' }, null],
  ['tells only of a wrong start', { time: '25:00', endTime: '26:00' }, { time: 'not a time' }],
])('a celebration %s', (_, typed, expected) => {
  const result = checkPartyDraft({ ...party, time: '18:30', ...typed });
  expect(result.ok ? result.value.time : result.problems).toEqual(expected);
});

test('a celebration has its limits', () => {
  const long = {
    title: 't'.repeat(limits.partyTitle + 1),
    celebrationDate: '2026-02-30',
    time: '24:00',
    endTime: '',
    timeZone: 'UTC',
    description: 'd'.repeat(limits.partyDescription + 1),
    location: 'l'.repeat(limits.partyLocation + 1),
  };
  expect(checkPartyDraft(long)).toEqual({
    ok: false,
    problems: {
      title: 'too long',
      celebrationDate: 'not a date',
      time: 'not a time',
      description: 'too long',
      location: 'too long',
    },
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
