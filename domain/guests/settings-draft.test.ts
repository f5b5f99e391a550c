import { expect, test } from 'vitest';
import { date } from '../testing/dates.ts';
import {
  checkSettingsDraft,
  checkThanksDraft,
  type InvitationSettings,
  settingsDraftOf,
  wordProblem,
} from './settings-draft.ts';

const partyDate = date('2026-09-14');
const settings: InvitationSettings = {
  placeFor: 'yes',
  guestList: 'names',
  mostPeople: 12,
  answerUntil: date('2026-09-01'),
  message: 'Bring a towel.\nThe lake is cold.',
  bringList: ['Salad', 'Plates'],
  remindsGuests: false,
  repliesByMail: true,
  tellsHost: false,
};
const draft = settingsDraftOf(settings);

test('settings go through their form and back unchanged @10.280', () => {
  expect(checkSettingsDraft(draft, partyDate)).toEqual({ ok: true, value: settings });
  const open = {
    ...settings,
    mostPeople: null,
    answerUntil: null,
    message: null,
    bringList: [],
    remindsGuests: true,
    repliesByMail: false,
    tellsHost: true,
  };
  expect(checkSettingsDraft(settingsDraftOf(open), partyDate)).toEqual({ ok: true, value: open });
});

test('the bring list has each thing once, and no empty lines', () => {
  const result = checkSettingsDraft({ ...draft, bringList: ' Salad \n\nPlates\r\nSalad\n\u200b' }, partyDate);
  expect(result).toMatchObject({ ok: true, value: { bringList: ['Salad', 'Plates'] } });
});

test.for([
  ['mostPeople', '0', 'not a number'],
  ['mostPeople', '-3', 'not a number'],
  ['mostPeople', 'ten', 'not a number'],
  ['mostPeople', '12 people', 'not a number'],
  ['mostPeople', '501', 'too many'],
  ['answerUntil', '2026-02-30', 'not a date'],
  ['answerUntil', '2026-09-15', 'after the party'],
  ['message', 'x'.repeat(1001), 'too long'],
  ['bringList', 'x'.repeat(61), 'too long'],
  ['bringList', Array.from({ length: 31 }, (_, index) => `Thing ${index}`).join('\n'), 'too many'],
] as const)('%s %s is refused: %s', ([field, typed, problem]) => {
  expect(checkSettingsDraft({ ...draft, [field]: typed }, partyDate)).toEqual({
    ok: false,
    problems: { [field]: problem },
  });
});

test.for([
  ['mostPeople', '500'],
  ['mostPeople', ' 12 '],
  ['answerUntil', '2026-09-14'],
  ['message', 'x'.repeat(1000)],
  ['bringList', 'x'.repeat(60)],
  ['bringList', Array.from({ length: 30 }, (_, index) => `Thing ${index}`).join('\n')],
] as const)('%s is taken up to its limit', ([field, typed]) => {
  expect(checkSettingsDraft({ ...draft, [field]: typed }, partyDate).ok).toBe(true);
});

test('an audience that nobody offers shows less, not more', () => {
  expect(checkSettingsDraft({ ...draft, placeFor: 'x', guestList: 'x' }, partyDate)).toMatchObject({
    value: { placeFor: 'yes', guestList: 'counts' },
  });
  expect(checkSettingsDraft({ ...draft, placeFor: 'all', guestList: 'names' }, partyDate)).toMatchObject({
    value: { placeFor: 'all', guestList: 'names' },
  });
});

test.each([
  ['Bring boots, it rains.', 0, undefined],
  [' \u200b\n', 0, 'missing'],
  ['x'.repeat(500), 0, undefined],
  ['x'.repeat(501), 0, 'too long'],
  ['See example.com', 0, 'like a link'],
  ['See example.com', 7, undefined],
] as const)('a word to guests %j of an account %i days old is told %s', (words, days, problem) => {
  const hostSince = Date.parse('2026-06-01T12:00:00Z');
  expect(wordProblem(words, hostSince, hostSince + days * 24 * 3_600_000)).toBe(problem);
});

test('after a party anything may be left out, and thanks that are mailed are a word of a new host @10.353', () => {
  const hostSince = Date.parse('2026-06-01T12:00:00Z');
  const check = (draft: object) =>
    checkThanksDraft({ thanks: '', albumUrl: '', showsPhoto: 'no', isMailed: 'no', ...draft }, hostSince, hostSince);
  expect(check({})).toEqual({ ok: true, value: { thanks: null, albumUrl: null, showsPhoto: false } });
  const album = `https://a.example/${'a'.repeat(482)}`;
  const full = { thanks: ` ${'x'.repeat(280)}\n`, albumUrl: album, showsPhoto: 'yes' };
  expect(check(full)).toEqual({ ok: true, value: { thanks: 'x'.repeat(280), albumUrl: album, showsPhoto: true } });
  expect(check({ thanks: 'x'.repeat(281), albumUrl: `${album}a` })).toMatchObject({
    problems: { thanks: 'too long', albumUrl: 'not an address' },
  });
  expect(check({ thanks: 'See example.com' }).ok).toBe(true);
  expect(check({ thanks: 'See example.com', isMailed: 'yes' })).toMatchObject({
    problems: { thanks: 'like a link' },
  });
  expect(check({ isMailed: 'yes' })).toMatchObject({ problems: { thanks: 'missing' } });
});
