import { expect, test } from 'vitest';
import { partyTimeOf } from '../parties/party-time.ts';
import { date } from '../testing/dates.ts';
import { countdownAt } from './countdown.ts';

const day = date('2026-06-15');
const time = partyTimeOf('18:30', 'America/New_York');
const at = (text: string) => Date.parse(text);

test.each([
  ['2026-06-12T22:30:00Z', { kind: 'days', days: 3 }],
  ['2026-06-12T22:30:01Z', { kind: 'days', days: 3 }],
  ['2026-06-12T22:31:00Z', { kind: 'days', days: 3 }],
  // It is the evening of June 13 there: the party is not tomorrow.
  ['2026-06-13T23:30:00Z', { kind: 'days', days: 2 }],
  ['2026-06-14T22:30:00Z', { kind: 'days', days: 1 }],
  ['2026-06-14T22:31:00Z', { kind: 'hours', hours: 23, minutes: 59 }],
  ['2026-06-15T22:29:59Z', { kind: 'hours', hours: 0, minutes: 1 }],
  ['2026-06-15T22:30:00Z', { kind: 'hours', hours: 0, minutes: 0 }],
  // The day ends four hours after the day in UTC.
  ['2026-06-16T03:59:00Z', { kind: 'hours', hours: 0, minutes: 0 }],
  ['2026-06-16T04:00:00Z', { kind: 'over' }],
])('at %s a party at 6:30 PM in New York is %j away @10.243', (now, countdown) => {
  expect(countdownAt(at(now), day, time)).toEqual(countdown);
});

test.each([
  ['2026-06-16T04:59:00Z', '01:00', { kind: 'hours', hours: 0, minutes: 0 }],
  ['2026-06-16T05:00:00Z', '01:00', { kind: 'over' }],
  ['2026-06-16T00:59:00Z', '21:00', { kind: 'hours', hours: 0, minutes: 0 }],
  ['2026-06-16T01:00:00Z', '21:00', { kind: 'over' }],
])('at %s a party in New York until %s is %j @10.159', (now, end, countdown) => {
  expect(countdownAt(at(now), day, partyTimeOf('18:30', 'America/New_York', end))).toEqual(countdown);
});

test('over a change of the clocks the hours are those that pass', () => {
  const party = partyTimeOf('12:00', 'America/New_York');
  expect(countdownAt(at('2026-03-07T17:00:00Z'), date('2026-03-08'), party)).toEqual({
    ...{ kind: 'hours', hours: 23, minutes: 0 },
  });
});

test.each([
  ['UTC', { kind: 'days', days: 1 }],
  ['Pacific/Kiritimati', { kind: 'days', days: 0 }],
])('a party of a whole day is counted by the calendar in %s', (zone, countdown) => {
  expect(countdownAt(at('2026-06-14T12:00:00Z'), day, null, zone)).toEqual(countdown);
});

test('where the clocks of the party are not known, its days are counted', () => {
  const party = partyTimeOf('12:00', 'Mars/Olympus');
  expect(countdownAt(at('2026-06-14T23:00:00Z'), day, party)).toEqual({ kind: 'days', days: 1 });
});
