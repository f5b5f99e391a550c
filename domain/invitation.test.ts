import { expect, test } from 'vitest';
import { birthdayReport } from './birthday-report.ts';
import {
  invitationImagePath,
  invitationText,
  partiesByTime,
  reportShareText,
  shortened,
  suggestedParty,
} from './invitation.ts';
import { limits } from './limits.ts';
import { date } from './testing/dates.ts';

const today = date('2026-06-15');
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
  expect(title.length).toBeLessThanOrEqual(limits.partyTitle);
});

test('an invitation says who, what, when and where', () => {
  const plan = { title: 'Cake Day', celebrationDate: date('2026-09-14'), description: null, location: 'Dog Park' };
  expect(invitationText('Biscuit', plan)).toBe(
    "You're invited to celebrate Biscuit!\nWhat: Cake Day\nWhen: September 14, 2026\nWhere: Dog Park",
  );
});

test('an invitation without a place leaves it out, and a description comes last', () => {
  const plan = { title: 'Cake Day', celebrationDate: date('2026-09-14'), description: 'Bring a ball.', location: null };
  expect(invitationText('Biscuit', plan)).toBe(
    "You're invited to celebrate Biscuit!\nWhat: Cake Day\nWhen: September 14, 2026\n\nBring a ball.",
  );
});

test('a report is shared with its age and its next celebration', () => {
  expect(reportShareText('Biscuit', birthdayReport(biscuit, today))).toBe(
    "Biscuit is 44 in human years!\nNext celebration: Biscuit's 45th human-year birthday, September 14, 2026. 91 days to go!",
  );
});

test('the path of the invitation image contains the dog', () => {
  expect(invitationImagePath('1234')).toContain('1234');
});

test('parties come sorted, today counts as upcoming, and the past goes backwards', () => {
  const on = (day: string) => ({ celebrationDate: date(day) });
  const days = ['2026-07-01', '2026-06-14', '2026-06-15', '2025-01-01', '2026-06-16'];
  expect(partiesByTime(days.map(on), today)).toEqual({
    upcoming: ['2026-06-15', '2026-06-16', '2026-07-01'].map(on),
    past: ['2026-06-14', '2025-01-01'].map(on),
  });
});

test('a text is shortened between letters, and left alone when it fits', () => {
  expect(shortened('Biscuit', 7)).toBe('Biscuit');
  expect(shortened('Biscuit', 6)).toBe('Biscu…');
  expect(shortened('Hi 👩‍👩‍👧!', 6)).toBe('Hi…');
  expect(shortened('🐶🐶🐶', 2)).toBe('🐶…');
});

test('a name written from right to left does not turn the sentence around it', () => {
  const luna = { ...biscuit, name: 'لونا' };
  expect(reportShareText(luna.name, birthdayReport(luna, today))).toMatch(/^\u2068لونا\u2069 is 44 in human years!/);
  const plan = { title: 'Cake Day', celebrationDate: today, description: null, location: null };
  expect(invitationText(luna.name, plan)).toMatch(/^You're invited to celebrate \u2068لونا\u2069!/);
  expect(reportShareText('Biscuit', birthdayReport(biscuit, today))).toMatch(/^Biscuit is 44/);
});
