import { expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { date } from '../testing/dates.ts';
import { invitationImagePath, invitationText, partiesByTime, partyWithoutPhoto, suggestedParty } from './invitation.ts';
import { partyLimits } from './party-draft.ts';
import { partyTimeOf } from './party-time.ts';

const today = date('2026-06-15');
const now = { today, instant: Date.UTC(2026, 5, 15, 12) };
const biscuit = { name: 'Biscuit', size: 'small', birthDate: date('2019-06-14') } as const;

test.each([
  ['2026-06-15', "Biscuit's Welcome Party", '2026-06-15'],
  ['2025-06-15', "Biscuit's 1st Birthday", '2026-06-15'],
  ['2024-06-20', "Biscuit's 2nd Birthday", '2026-06-20'],
  ['2019-06-14', "Biscuit's 45th Human-Year Birthday", '2026-09-14'],
  ['2015-06-20', "Biscuit's 11th Birthday", '2026-06-20'],
])('for a small dog born %s the party %j on %s is suggested', (birth, title, celebrationDate) => {
  expect(suggestedParty({ ...biscuit, birthDate: date(birth) }, today)).toEqual({ title, celebrationDate });
});

test('the suggested title fits for the longest name', () => {
  const { title } = suggestedParty({ ...biscuit, name: 'W'.repeat(limits.dogName) }, today);
  expect(title.length).toBeLessThanOrEqual(partyLimits.title);
});

test('an invitation says who, what, when and where', () => {
  const plan = {
    title: 'Cake Day',
    celebrationDate: date('2026-09-14'),
    time: null,
    description: null,
    location: 'Dog Park',
  };
  expect(invitationText('Biscuit', plan)).toBe(
    "You're invited to celebrate Biscuit!\nWhat: Cake Day\nWhen: September 14, 2026\nWhere: Dog Park",
  );
});

test('an invitation to a party with a time says it by the clocks of its zone', () => {
  const plan = {
    title: 'Cake Day',
    celebrationDate: date('2026-09-14'),
    time: partyTimeOf('18:30', 'America/New_York'),
    description: null,
    location: 'Dog Park',
  };
  expect(invitationText('Biscuit', plan)).toBe(
    "You're invited to celebrate Biscuit!\nWhat: Cake Day\nWhen: September 14, 2026, 6:30 PM, New York time\nWhere: Dog Park",
  );
});

test('the words for a party that has been invite nobody', () => {
  const plan = {
    title: 'Cake Day',
    celebrationDate: date('2026-09-14'),
    time: null,
    description: null,
    location: 'Dog Park',
  };
  expect(invitationText('Biscuit', plan, true)).toBe(
    'We celebrated Biscuit!\nWhat: Cake Day\nWhen: September 14, 2026\nWhere: Dog Park',
  );
});

test('an invitation without a place leaves it out, and a description comes last', () => {
  const plan = {
    title: 'Cake Day',
    celebrationDate: date('2026-09-14'),
    time: null,
    description: 'Bring a ball.',
    location: null,
  };
  expect(invitationText('Biscuit', plan)).toBe(
    "You're invited to celebrate Biscuit!\nWhat: Cake Day\nWhen: September 14, 2026\n\nBring a ball.",
  );
});

test('the path of the invitation image contains the dog', () => {
  expect(invitationImagePath('1234')).toContain('1234');
});

test('parties come sorted, today counts as upcoming, and the past goes backwards', () => {
  const on = (day: string) => ({ celebrationDate: date(day), time: null });
  const days = ['2026-07-01', '2026-06-14', '2026-06-15', '2025-01-01', '2026-06-16'];
  expect(partiesByTime(days.map(on), now)).toEqual({
    upcoming: ['2026-06-15', '2026-06-16', '2026-07-01'].map(on),
    past: ['2026-06-14', '2025-01-01'].map(on),
  });
});

test('a name written from right to left does not turn the sentence around it', () => {
  const plan = { title: 'Cake Day', celebrationDate: today, time: null, description: null, location: null };
  expect(invitationText('لونا', plan)).toMatch(/^You're invited to celebrate \u2068لونا\u2069!/);
});

test('on one day parties come by their time, after those without one', () => {
  const at = (hour: string | null) => ({ celebrationDate: today, time: hour ? partyTimeOf(hour, 'UTC') : null });
  expect(partiesByTime(['18:00', null, '09:30'].map(at), now).upcoming).toEqual([null, '09:30', '18:00'].map(at));
});

test.each([
  ['of a whole day', null, false],
  ['without an end', partyTimeOf('09:30', 'UTC'), false],
  ['without an end, where it is the next day', partyTimeOf('09:30', 'Pacific/Kiritimati'), true],
  ['until later', partyTimeOf('09:30', 'UTC', '12:01'), false],
  ['until now', partyTimeOf('09:30', 'UTC', '12:00'), true],
  ['until tomorrow', partyTimeOf('09:30', 'UTC', '01:00'), false],
  ['with clocks that nobody knows', partyTimeOf('09:30', 'Mars/Olympus', '10:00'), false],
])('at noon in UTC a party of today %s, %s, is over: %s', (_, time, isOver) => {
  const { upcoming, past } = partiesByTime([{ celebrationDate: today, time }], now);
  expect([upcoming.length, past.length]).toEqual(isOver ? [0, 1] : [1, 0]);
});

test.each([
  ['2026-06-15', undefined],
  ['2026-06-14', 'party'],
  ['2026-06-08', 'party'],
  ['2026-06-07', undefined],
])('on June 15 a photo of a party on %s is asked for: %s', (day, asked) => {
  const party = { id: 'party', celebrationDate: date(day), time: null, memoryPhotoUrl: null };
  expect(partyWithoutPhoto([party], now, '')?.id).toBe(asked);
});

test('a photo is asked for of the latest party without one, and no more of those that were declined', () => {
  const party = (id: string, day: string, memoryPhotoUrl: string | null = null) => ({
    ...{ id, celebrationDate: date(day), time: null, memoryPhotoUrl },
  });
  const parties = [party('a', '2026-06-10'), party('b', '2026-06-12'), party('c', '2026-06-14', '/c.webp')];
  expect(partyWithoutPhoto(parties, now, '')?.id).toBe('b');
  expect(partyWithoutPhoto(parties, now, '2026-06-11')?.id).toBe('b');
  expect(partyWithoutPhoto(parties, now, '2026-06-12')).toBeUndefined();
});
