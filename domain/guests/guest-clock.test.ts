import { expect, test } from 'vitest';
import { parsePartyTime } from '../parties/party-time.ts';
import { date } from '../testing/dates.ts';
import { formatHourFor, formatShortDay, ownTime } from './guest-clock.ts';

const day = date('2026-06-20');
const now = Date.UTC(2026, 5, 10);

function timeOf(text: string) {
  const time = parsePartyTime(text);
  if (!time) throw new Error(text);
  return time;
}

test('a day is told in a few letters, with its year only where that is another', () => {
  expect(formatShortDay(day, now)).toBe('Sat, Jun 20');
  expect(formatShortDay(date('2027-01-01'), now)).toBe('Fri, Jan 1, 2027');
  expect(formatShortDay(date('0001-01-01'), now)).toBe('Mon, Jan 1, 1');
});

test('a reader whose clock counts 24 hours reads the time so', () => {
  expect(formatHourFor(timeOf('15:30 America/New_York'), false)).toBe('3:30 PM');
  expect(formatHourFor(timeOf('15:30 America/New_York'), true)).toBe('15:30');
  expect(formatHourFor(timeOf('09:00-12:15 UTC'), true)).toBe('09:00 to 12:15');
});

test.for([
  ['Europe/Berlin', false, '9:30 PM'],
  ['Europe/Berlin', true, '21:30'],
  ['Asia/Tokyo', false, 'Sun, Jun 21, 4:30 AM'],
  ['America/New_York', false, null],
  // Its clocks show the same.
  ['America/Toronto', false, null],
] as const)('a guest in %s reads when that is at home @10.241', ([zone, has24Hours, own]) => {
  expect(ownTime(day, timeOf('15:30 America/New_York'), { zone, has24Hours }, now)).toBe(own);
});

test('of a zone that this device does not know, and on the last day of all, no other time is told', () => {
  const berlin = { zone: 'Europe/Berlin', has24Hours: false };
  expect(ownTime(day, timeOf('15:30 Mars/Olympus'), berlin, now)).toBeNull();
  expect(ownTime(date('9999-12-31'), timeOf('15:30 America/New_York'), berlin, now)).toBeNull();
});
