import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { date } from '../testing/dates.ts';
import { characterCount } from '../text/text.ts';
import { checkDogDraft, type DogDraft, dogDraftOf, dogLimits } from './dog-draft.ts';

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

test('empty breed, notes, photo and days are saved as null @5.4', () => {
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
    breed: 'é'.repeat(dogLimits.breed),
    notes: 'n'.repeat(dogLimits.notes),
  };
  expect(checkDogDraft(longest, today).ok).toBe(true);
  expect(
    checkDogDraft(
      { ...longest, name: `${longest.name}x`, breed: `${longest.breed}x`, notes: `${longest.notes}x` },
      today,
    ),
  ).toEqual({ ok: false, problems: { name: 'longer than 60', breed: 'longer than 80', notes: 'longer than 2000' } });
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
