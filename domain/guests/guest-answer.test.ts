import fc from 'fast-check';
import { expect, test } from 'vitest';
import { characterCount } from '../text/text.ts';
import {
  checkGuestDraft,
  type GuestDraft,
  type GuestField,
  guestDraftFrom,
  guestDraftOf,
  guestLimits,
} from './guest-answer.ts';

const draft: GuestDraft = { ...guestDraftOf(null), name: 'Ada', answer: 'yes' };
const dogs = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Dog ${index}`, size: '' }));

test.each<[changes: Partial<GuestDraft>, problems: Partial<Record<GuestField, string>>]>([
  [{}, {}],
  [{ name: '\u200b' }, { name: 'missing' }],
  [{ name: '🐶'.repeat(60) }, {}],
  [{ name: '🐶'.repeat(61) }, { name: 'too long' }],
  [{ answer: '' }, { answer: 'missing' }],
  [{ answer: '__proto__' }, { answer: 'missing' }],
  [{ adults: '' }, { adults: 'nobody' }],
  [{ adults: '0', children: '1' }, {}],
  [{ adults: '0', dogs: [{ name: 'Rex', size: '' }] }, {}],
  [{ adults: '20', children: '20' }, {}],
  [
    { adults: '21', children: '21' },
    { adults: 'too many', children: 'too many' },
  ],
  [
    { adults: '-1', children: '1.5' },
    { adults: 'not a number', children: 'not a number' },
  ],
  [{ dogs: dogs(6) }, {}],
  [{ dogs: dogs(7) }, { dogs: 'too many' }],
  [{ dogs: [{ name: '', size: 'small' }] }, { dogs: 'missing' }],
  [{ allergies: 'n'.repeat(300), note: 'n'.repeat(500) }, {}],
  [
    { allergies: 'n'.repeat(301), note: 'n'.repeat(501) },
    { allergies: 'too long', note: 'too long' },
  ],
  [{ email: ' Ada@Example.org ' }, {}],
  [{ email: 'ada@example' }, { email: 'not an address' }],
  [{ email: 'ada@example.org\r\nBcc: eve@example.org' }, { email: 'not an address' }],
  [{ email: `${'a'.repeat(250)}@example.org` }, { email: 'too long' }],
  [{ answer: 'no', adults: 'x', children: '99', dogs: dogs(9), allergies: 'n'.repeat(301) }, {}],
])('an answer with %j has the problems %j @10.232', (changes, problems) => {
  const result = checkGuestDraft({ ...draft, ...changes });
  expect(result.ok ? {} : result.problems).toEqual(problems);
});

test('an answer is tidied, and what was left empty is null', () => {
  const result = checkGuestDraft({
    ...{ name: ' Ada\n\tLovelace ', answer: 'yes', adults: ' 2 ', children: '' },
    dogs: [
      { name: ' Rex ', size: 'large' },
      { name: '', size: '' },
      { name: 'Bo', size: 'huge' },
    ],
    ...{ allergies: ' ', note: 'one\r\ntwo\u0000', email: ' Ada@Example.org ' },
    brings: ['Cake', ' Cake ', '', 'Balls'],
  });
  expect(result).toEqual({
    ok: true,
    value: {
      ...{ name: 'Ada Lovelace', answer: 'yes', adults: 2, children: 0 },
      dogs: [
        { name: 'Rex', size: 'large' },
        { name: 'Bo', size: null },
      ],
      ...{ allergies: null, note: 'one\ntwo', email: 'ada@example.org', brings: ['Cake', 'Balls'] },
    },
  });
});

test('of who does not come only name, note and address are kept @10.232', () => {
  const result = checkGuestDraft({
    ...{ name: 'Ada', answer: 'no', adults: '2', children: '1', dogs: dogs(2) },
    ...{ allergies: 'nuts', note: 'Have fun!', email: 'ada@example.org', brings: ['Cake'] },
  });
  expect(result).toEqual({
    ok: true,
    value: {
      ...{ name: 'Ada', answer: 'no', adults: 0, children: 0, dogs: [] },
      ...{ allergies: null, note: 'Have fun!', email: 'ada@example.org', brings: [] },
    },
  });
});

test('a new answer begins as one person, without dogs and words', () => {
  expect(guestDraftOf(null)).toEqual({
    ...{ name: '', answer: '', adults: '1', children: '0', dogs: [] },
    ...{ allergies: '', note: '', email: '', brings: [] },
  });
});

test('an answer that goes through its form untouched is the same', () => {
  const first = checkGuestDraft({
    ...{ ...draft, adults: '2', children: '3', allergies: 'nuts', note: 'See you!', email: 'ada@example.org' },
    ...{ dogs: [...dogs(1), { name: 'Rex', size: 'large' }], brings: ['Cake'] },
  });
  if (!first.ok) throw new Error('The draft is refused.');
  expect(checkGuestDraft(guestDraftOf(first.value))).toEqual(first);
});

test('a guest who said no and changes their mind comes in person', () => {
  const away = checkGuestDraft({ ...draft, answer: 'no' });
  if (!away.ok) throw new Error('The draft is refused.');
  expect(guestDraftOf(away.value).adults).toBe('1');
});

test('the fields of a form are read in their order, and unknown ones are left out', () => {
  const dogs = 'dogName=Rex&dogSize1=large&dogName=Bo';
  const fields = `name=Ada&name=Eve&answer=yes&adults=2&children=1&__proto__=x&id=7&${dogs}&brings=Cake&brings=Balls`;
  const words = 'allergies=nuts&note=See+you!&email=ada@example.org';
  expect(guestDraftFrom(new URLSearchParams(`${fields}&${words}`))).toEqual({
    ...{ name: 'Ada', answer: 'yes', adults: '2', children: '1' },
    ...{ allergies: 'nuts', note: 'See you!', email: 'ada@example.org' },
    dogs: [
      { name: 'Rex', size: 'large' },
      { name: 'Bo', size: '' },
    ],
    brings: ['Cake', 'Balls'],
  });
});

test('whatever a guest types, what passes is fit to be stored', () => {
  const typed = fc.string({ unit: 'binary', maxLength: 90 });
  fc.assert(
    fc.property(typed, typed, typed, typed, (name, dogName, allergies, item) => {
      const result = checkGuestDraft({
        ...draft,
        name,
        allergies,
        dogs: [{ name: dogName, size: '' }],
        brings: [item],
      });
      if (!result.ok) return;
      const { value } = result;
      for (const line of [value.name, ...value.dogs.map((dog) => dog.name), ...value.brings]) {
        expect(line).toMatch(/^\S(.*\S)?$/u);
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }
      expect(characterCount(value.name)).toBeLessThanOrEqual(guestLimits.name);
      expect(value.allergies ?? '').not.toMatch(/[\0\p{Cs}]/u);
    }),
  );
});
