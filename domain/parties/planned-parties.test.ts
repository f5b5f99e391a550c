import { expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { date } from '../testing/dates.ts';
import { partyLimits } from './party-draft.ts';
import { partyTimeOf } from './party-time.ts';
import {
  invitationImagePath,
  invitationText,
  partiesByTime,
  partyAgain,
  partyWithoutPhoto,
  suggestedParty,
} from './planned-parties.ts';

const today = date('2026-06-15');
const now = { today, instant: Date.UTC(2026, 5, 15, 12) };
const biscuit = { name: 'Biscuit', size: 'small', birthDate: date('2019-06-14') } as const;

test.each([
  ['2026-06-15', "Biscuit's Welcome Party", '2026-06-15'],
  ['2026-06-14', "Biscuit's Puppy Graduation", '2026-12-14'],
  ['2025-12-14', "Biscuit's Puppy Graduation", '2026-06-15'],
  ['2025-06-15', "Biscuit's 1st Birthday", '2026-06-15'],
  ['2019-06-14', "Biscuit's 45th Human-Year Birthday", '2026-09-14'],
  ['2015-06-20', "Biscuit's 11th Birthday", '2026-06-20'],
])('for a small dog born %s the party %j on %s is suggested', (birth, title, celebrationDate) => {
  expect(suggestedParty({ ...biscuit, birthDate: date(birth) }, today)).toEqual({ title, celebrationDate });
});

test('the suggested title fits for the longest name', () => {
  const { title } = suggestedParty({ ...biscuit, name: 'W'.repeat(limits.dogName) }, today);
  expect(title.length).toBeLessThanOrEqual(partyLimits.title);
});

test.each([
  ['on a birthday', "Biscuit's 6th Birthday", '2025-06-14', "Biscuit's 8th Birthday", '2027-06-14'],
  ['days before a birthday to come', "Biscuit's 6th Birthday", '2025-06-11', "Biscuit's 8th Birthday", '2027-06-14'],
  [
    'for a human-year birthday',
    "Biscuit's 41st Human-Year Birthday",
    '2025-09-20',
    "Biscuit's 45th Human-Year Birthday",
    '2026-09-14',
  ],
  ['under a title of its own', 'Cake Day', '2025-06-14', 'Cake Day', '2027-06-14'],
  ['under the title of another day', "Biscuit's 3rd Birthday", '2025-06-14', "Biscuit's 3rd Birthday", '2027-06-14'],
  ['for no celebration', 'Beach Day', '2025-08-02', 'Beach Day', '2026-08-02'],
  ['long ago', "Biscuit's 1st Birthday", '2020-06-14', "Biscuit's 8th Birthday", '2027-06-14'],
  ['for a graduation', "Biscuit's Puppy Graduation", '2019-12-14', "Biscuit's Puppy Graduation", '2026-12-14'],
])('a party that was %s is planned again @10.350', (_, title, day, nextTitle, nextDay) => {
  const again = partyAgain(biscuit, { title, celebrationDate: date(day) }, today);
  expect(again).toEqual({ title: nextTitle, celebrationDate: nextDay });
});

test('a party for a birthday of this week is planned again for this year, and a guess has no number @10.350', () => {
  const soon = { ...biscuit, birthDate: date('2019-06-18') };
  const party = { title: "Biscuit's 6th Birthday", celebrationDate: date('2025-06-12') };
  expect(partyAgain(soon, party, today)).toEqual({ title: "Biscuit's 7th Birthday", celebrationDate: '2026-06-18' });
  const guessed = { ...soon, birthPrecision: 'guess' } as const;
  expect(partyAgain(guessed, { ...party, title: "Biscuit's Birthday" }, today).title).toBe("Biscuit's Birthday");
});

const mochi = { name: 'Mochi', size: 'medium', birthDate: date('2021-03-09') } as const;
const walk = {
  title: 'Cake Day',
  celebrationDate: date('2026-12-27'),
  time: partyTimeOf('15:00', 'America/New_York', '17:30'),
  description: null,
  location: 'McCarren Park Dog Run',
};
const ny = {
  isPast: false,
  hasLink: true,
  host: null,
  zone: 'America/New_York',
  now: { today, instant: Date.parse('2026-06-15') },
};

test('an invitation is one sentence that ends in the link @10.89', () => {
  expect(invitationText(mochi, walk, ny)).toEqual({
    text: "Mochi turns 43 (in human years) and you're invited! Sun, Dec 27, 3-5:30 PM · McCarren Park Dog Run. Are you in? Dogs count, too:",
    rest: '',
  });
  const ended = { ...walk, location: 'McCarren Park Dog Run.' };
  expect(invitationText(mochi, ended, ny)).toEqual(invitationText(mochi, walk, ny));
  expect(invitationText(mochi, walk, { ...ny, hasLink: false }).text).toMatch(/ Are you in\? Dogs count, too\.$/);
});

test('a description follows below the link, signed by the host @10.91', () => {
  const described = { ...walk, description: 'Bring a ball: https://balls.example/' };
  expect(invitationText(mochi, described, { ...ny, host: 'Maria' }).rest).toBe(
    'Bring a ball: https://balls.example/\n— Maria',
  );
  expect(invitationText(mochi, walk, { ...ny, host: 'Maria' }).rest).toBe('— Maria');
});

test.each(['https', 'http'])(
  'a place that contains an address of %s follows below the link, because messengers preview the first one @10.91',
  (scheme) => {
    const location = `The oak: ${scheme}://maps.example/oak`;
    const { text, rest } = invitationText(mochi, { ...walk, location }, ny);
    expect(text).toContain('Sun, Dec 27, 3-5:30 PM. Are you in?');
    expect(rest).toBe(location);
  },
);

test.each([
  ['2026-12-20', 'Mochi turns 43 (in human years) and'],
  ['2026-12-06', "You're invited to celebrate Mochi!"],
])('on %s an invitation begins with %j @10.90', (day, beginning) => {
  const plan = { ...walk, celebrationDate: date(day) };
  expect(invitationText(mochi, plan, ny).text.startsWith(beginning)).toBe(true);
});

test('an invitation counts no years that are a guess, nor those of a newborn @10.90', () => {
  const neutral = /^You're invited to celebrate Mochi!/;
  expect(invitationText({ ...mochi, birthPrecision: 'month' }, walk, ny).text).toMatch(neutral);
  expect(invitationText({ ...mochi, birthDate: walk.celebrationDate }, walk, ny).text).toMatch(neutral);
});

test('an invitation says the year and the time zone only where guests could mistake them @10.89', () => {
  const plan = {
    ...walk,
    celebrationDate: date('2027-03-21'),
    time: partyTimeOf('11:00', 'America/New_York', '13:00'),
  };
  expect(invitationText(mochi, plan, { ...ny, zone: 'Europe/Berlin' }).text).toContain(
    'Sun, Mar 21, 2027, 11 AM-1 PM, New York time · McCarren',
  );
  const open = { ...walk, time: partyTimeOf('18:30', 'America/New_York'), location: null };
  expect(invitationText(mochi, open, ny).text).toContain('Sun, Dec 27, 6:30 PM. Are you in?');
  expect(invitationText(mochi, { ...open, time: null }, ny).text).toContain('Sun, Dec 27. Are you in?');
});

test('the words for a party that has been invite nobody @10.119', () => {
  expect(invitationText(mochi, walk, { ...ny, isPast: true, hasLink: false }).text).toBe(
    'We celebrated Mochi! Sun, Dec 27, 3-5:30 PM · McCarren Park Dog Run.',
  );
  expect(invitationText(mochi, walk, { ...ny, isPast: true }).text).toMatch(/ Dog Run\. Have a look:$/);
});

test('the path of the invitation image contains the dog @7.16', () => {
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
  expect(invitationText({ ...mochi, name: 'لونا' }, walk, ny).text).toMatch(/^\u2068لونا\u2069 turns 43 /);
});

test('on one day parties come by their time, after those without one @10.93', () => {
  const at = (hour: string | null) => ({ celebrationDate: today, time: hour ? partyTimeOf(hour, 'UTC') : null });
  expect(partiesByTime(['18:00', null, '09:30'].map(at), now).upcoming).toEqual([null, '09:30', '18:00'].map(at));
});

test.each([
  ['of a whole day', null, false],
  ['without an end, where it is the next day', partyTimeOf('09:30', 'Pacific/Kiritimati'), true],
  ['until later', partyTimeOf('09:30', 'UTC', '12:01'), false],
  ['until now', partyTimeOf('09:30', 'UTC', '12:00'), true],
  ['until tomorrow', partyTimeOf('09:30', 'UTC', '01:00'), false],
  ['with clocks that nobody knows', partyTimeOf('09:30', 'Mars/Olympus', '10:00'), false],
])('at noon in UTC a party of today %s, %s, is over: %s @10.159', (_, time, isOver) => {
  const { upcoming, past } = partiesByTime([{ celebrationDate: today, time }], now);
  expect([upcoming.length, past.length]).toEqual(isOver ? [0, 1] : [1, 0]);
});

test.each([
  ['2026-06-15', undefined],
  ['2026-06-14', 'party'],
  ['2026-06-08', 'party'],
  ['2026-06-07', undefined],
])('on June 15 a photo of a party on %s is asked for: %s @10.80', (day, asked) => {
  const party = { id: 'party', celebrationDate: date(day), time: null, memoryPhotoUrl: null };
  expect(partyWithoutPhoto([party], now, '')?.id).toBe(asked);
});

test('a photo is asked for of the latest party without one, and no more of those that were declined @10.80', () => {
  const party = (id: string, day: string, memoryPhotoUrl: string | null = null) => ({
    ...{ id, celebrationDate: date(day), time: null, memoryPhotoUrl },
  });
  const parties = [party('a', '2026-06-10'), party('b', '2026-06-12'), party('c', '2026-06-14', '/c.webp')];
  expect(partyWithoutPhoto(parties, now, '')?.id).toBe('b');
  expect(partyWithoutPhoto(parties, now, '2026-06-11')?.id).toBe('b');
  expect(partyWithoutPhoto(parties, now, '2026-06-12')).toBeUndefined();
});

test('after the party the host shares the thanks, which end as a sentence @10.352', () => {
  const said = { ...ny, isPast: true, host: 'Maria', hasLink: true };
  const textOf = (thanks: string | null, hasLink = true) =>
    invitationText(mochi, { ...walk, description: 'Bring a ball.' }, { ...said, hasLink, thanks });
  expect(textOf('What a day')).toEqual({ text: 'What a day. Have a look:', rest: '— Maria' });
  expect(textOf('What a day! 🎂', false)).toEqual({ text: 'What a day! 🎂', rest: '— Maria' });
  expect(textOf(null)).toEqual({ text: expect.stringMatching(/^We celebrated Mochi!/), rest: '— Maria' });
  const linked = 'The film: https://example.com/film';
  expect(textOf(linked)).toEqual({ text: 'Have a look:', rest: `${linked}\n— Maria` });
  expect(textOf(linked, false)).toEqual({ text: linked, rest: '— Maria' });
});
