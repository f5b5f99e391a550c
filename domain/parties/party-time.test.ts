import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyDate, date } from '../testing/dates.ts';
import {
  daysToParty,
  endOf,
  formatBriefTimeIn,
  formatPartyTime,
  formatPartyTimeIn,
  hourOf,
  instantOf,
  isLeftOut,
  type PartyTime,
  parsePartyTime,
  partyTimeOf,
  presentZoneName,
  spanOf,
  zoneOf,
} from './party-time.ts';

function time(text: string): PartyTime {
  const parsed = parsePartyTime(text);
  if (!parsed) throw new RangeError(`Not a party time: ${text}`);
  return parsed;
}

const instant = (day: string, at: string) => {
  const found = instantOf(date(day), time(at));
  return found === null ? null : new Date(found).toISOString().replace(':00.000', '');
};

test.each([
  ['2026-01-15', '18:30 America/New_York', '2026-01-15T23:30Z'],
  ['2026-07-15', '18:30 America/New_York', '2026-07-15T22:30Z'],
  // South of the equator summer time is in January.
  ['2026-01-15', '18:30 Australia/Sydney', '2026-01-15T07:30Z'],
  ['2026-07-15', '18:30 Australia/Sydney', '2026-07-15T08:30Z'],
  ['2026-07-15', '18:30 Asia/Kathmandu', '2026-07-15T12:45Z'],
  ['2026-07-15', '18:30 UTC', '2026-07-15T18:30Z'],
  ['2026-07-15', '18:30 Etc/GMT+5', '2026-07-15T23:30Z'],
  // The largest offsets, where UTC has another day.
  ['2026-07-15', '00:00 Pacific/Kiritimati', '2026-07-14T10:00Z'],
  ['2026-07-15', '23:59 Pacific/Pago_Pago', '2026-07-16T10:59Z'],
  ['2028-02-29', '00:30 Asia/Kathmandu', '2028-02-28T18:45Z'],
])('on %s it is %s at %s, wherever the device is', (day, at, expected) => {
  expect(instant(day, at)).toBe(expected);
});

test.each([
  ['the minute before the gap', '2026-03-08', '01:59 America/New_York', '2026-03-08T06:59Z'],
  ['in the gap, by the clock from before', '2026-03-08', '02:30 America/New_York', '2026-03-08T07:30Z'],
  ['the first minute after the gap', '2026-03-08', '03:00 America/New_York', '2026-03-08T07:00Z'],
  ['before the hour that comes twice', '2026-11-01', '00:59 America/New_York', '2026-11-01T04:59Z'],
  ['in the hour that comes twice, the first', '2026-11-01', '01:30 America/New_York', '2026-11-01T05:30Z'],
  ['after the hour that comes twice', '2026-11-01', '02:00 America/New_York', '2026-11-01T07:00Z'],
  ['in the gap of Europe', '2026-03-29', '02:30 Europe/Berlin', '2026-03-29T01:30Z'],
  ['in the hour that comes twice in Europe', '2026-10-25', '02:30 Europe/Berlin', '2026-10-25T00:30Z'],
  ['in a gap of half an hour', '2026-10-04', '02:15 Australia/Lord_Howe', '2026-10-03T15:45Z'],
  // Samoa crossed the date line and skipped a whole day.
  ['on a day that is left out', '2011-12-30', '12:00 Pacific/Apia', '2011-12-30T22:00Z'],
])('where clocks change: %s @10.94', (_, day, at, expected) => {
  expect(instant(day, at)).toBe(expected);
});

test.each([
  ['the minute before the gap', '2026-03-08', '01:59 America/New_York', false],
  ['the first minute of the gap', '2026-03-08', '02:00 America/New_York', true],
  ['in the gap', '2026-03-08', '02:30 America/New_York', true],
  ['the last minute of the gap', '2026-03-08', '02:59 America/New_York', true],
  ['the first minute after the gap', '2026-03-08', '03:00 America/New_York', false],
  ['in the hour that comes twice', '2026-11-01', '01:30 America/New_York', false],
  ['in the gap of Europe', '2026-03-29', '02:30 Europe/Berlin', true],
  ['midnight, where the day begins at one', '2026-04-24', '00:30 Africa/Cairo', true],
  ['in a gap of half an hour', '2026-10-04', '02:15 Australia/Lord_Howe', true],
  ['after a gap of half an hour', '2026-10-04', '02:30 Australia/Lord_Howe', false],
  ['on a day that is left out', '2011-12-30', '12:00 Pacific/Apia', true],
  ['in a zone that this device does not know', '2026-03-29', '02:30 Mars/Olympus_Mons', false],
  ['where the calendar ends', '9999-12-31', '02:30 America/New_York', false],
])('clocks leave a time out: %s, on %s at %s', (_, day, at, expected) => {
  expect(isLeftOut(date(day), time(at))).toBe(expected);
});

test('the clocks of the zone show the time at its instant, unless they leave it out', () => {
  const zones = ['America/Los_Angeles', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Australia/Lord_Howe'];
  const minutes = fc.integer({ min: 0, max: 1439 });
  fc.assert(
    fc.property(anyDate, minutes, fc.constantFrom(...zones), (day, minute, zone) => {
      const pad = (part: number) => String(part).padStart(2, '0');
      const hour = `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
      const found = instantOf(day, time(`${hour} ${zone}`));
      const shown = (at: number) => new Date(at).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16);
      const around = [-2, -1, -0.5, 0, 0.5, 1, 2].map((hours) => (found ?? 0) + hours * 3_600_000);
      const isPassed = around.every((at) => shown(at) !== `${day} ${hour}`);
      expect(isLeftOut(day, time(`${hour} ${zone}`))).toBe(isPassed);
      if (!isPassed) expect(shown(found ?? 0)).toBe(`${day} ${hour}`);
    }),
    { numRuns: 300 },
  );
});

test('a zone that this device does not know has no instant and keeps its name @10.95', () => {
  const party = time('18:30 Mars/Olympus_Mons');
  expect(instantOf(date('2026-07-15'), party)).toBeNull();
  expect(formatPartyTime(party)).toBe('6:30 PM, Olympus Mons time');
});

test('where the calendar ends there is no instant', () => {
  expect(instantOf(date('9999-12-31'), time('23:30 America/New_York'))).toBeNull();
  expect(instantOf(date('0001-01-01'), time('00:30 Asia/Kathmandu'))).toBeNull();
});

test.each([
  ['00:00 America/New_York', '12:00 AM, New York time'],
  ['09:05 America/Argentina/Buenos_Aires', '9:05 AM, Buenos Aires time'],
  ['12:00 America/Port-au-Prince', '12:00 PM, Port-au-Prince time'],
  ['23:59 UTC', '11:59 PM, UTC'],
  // In these names, positive numbers are west of UTC.
  ['18:00 Etc/GMT+5', '6:00 PM, UTC-5'],
  ['18:00 Etc/GMT-14', '6:00 PM, UTC+14'],
])('%s reads "%s"', (at, text) => {
  expect(formatPartyTime(time(at))).toBe(text);
});

test('only another zone than the own one is named', () => {
  const party = time('18:30 Asia/Kolkata');
  expect(formatPartyTimeIn(party, 'Asia/Kolkata')).toBe('6:30 PM');
  expect(formatPartyTimeIn(party, 'Asia/Calcutta')).toBe('6:30 PM');
  expect(formatPartyTimeIn(party, 'Europe/Berlin')).toBe('6:30 PM, Kolkata time');
  expect(formatPartyTimeIn(party, null)).toBe('6:30 PM, Kolkata time');
  expect(formatBriefTimeIn(time('18:30 UTC'), null)).toBe('6:30 PM, UTC');
});

test('a time is read from a form and from the database, and its zone has its present name', () => {
  expect(partyTimeOf('18:30', 'Asia/Katmandu')).toBe('18:30 Asia/Kathmandu');
  const fromDatabase = partyTimeOf('18:30:00', 'Europe/Berlin');
  expect(fromDatabase && [hourOf(fromDatabase), zoneOf(fromDatabase)]).toEqual(['18:30', 'Europe/Berlin']);
});

test('a time with an end is one text, which says both', () => {
  const party = time('18:30-21:00 Asia/Kolkata');
  expect([hourOf(party), endOf(party), zoneOf(party)]).toEqual(['18:30', '21:00', 'Asia/Kolkata']);
  expect(formatPartyTimeIn(party, 'Asia/Kolkata')).toBe('6:30 PM to 9:00 PM');
  expect(formatPartyTime(party)).toBe('6:30 PM to 9:00 PM, Kolkata time');
  expect(partyTimeOf('18:30:00', 'Asia/Kolkata', '21:00:00')).toBe(party);
  expect(endOf(time('18:30 UTC'))).toBeNull();
  expect(instant('2026-07-15', party)).toBe('2026-07-15T13:00Z');
});

test.each([
  ['the same day', '2026-06-15', '18:30-21:00 America/New_York', 150],
  ['after midnight', '2026-06-15', '22:00-01:30 America/New_York', 210],
  ['a minute before it has lasted a day', '2026-06-15', '18:30-18:29 UTC', 1439],
  ['not said', '2026-06-15', '18:30 America/New_York', 120],
  ['while clocks go forward', '2026-03-08', '01:00-04:00 America/New_York', 120],
  ['while clocks go back', '2026-11-01', '00:30-03:00 America/New_York', 210],
  ['before the start that clocks have put off', '2026-03-08', '02:30-03:00 America/New_York', 30],
  ['after the end of the year', '2026-12-31', '20:00-02:00 Pacific/Kiritimati', 360],
])('the end is %s @10.158', (_, day, at, minutes) => {
  const span = spanOf(date(day), time(at));
  expect(span && (span.end - span.start) / 60_000).toBe(minutes);
});

test('a party of a zone that nobody here knows has no span', () => {
  expect(spanOf(date('2026-07-15'), time('18:30-21:00 Mars/Olympus_Mons'))).toBeNull();
});

test.each([
  '',
  '18:30-18:30 UTC',
  '18:30-24:00 UTC',
  '18:30-21:00-22:00 UTC',
  '18:30',
  '24:00 UTC',
  '18:60 UTC',
  '8:30 UTC',
  '18:30:15 UTC',
  '18:30 utc',
  '18:30 Home/Here-3',
  '18:30 Etc/GMT+13',
  '18:30 UTC\nBEGIN:VALARM',
  '18:30 Europe/Berlin and more',
  `18:30 America/${'a'.repeat(60)}`,
])('%j is no time', (text) => {
  expect(parsePartyTime(text)).toBeNull();
});

test('every zone that this machine offers can be stored', () => {
  expect(Intl.supportedValuesOf('timeZone').filter((zone) => presentZoneName(zone) === null)).toEqual([]);
});

test.each([
  ['EST5EDT', 'America/New_York'],
  ['CET', 'Europe/Brussels'],
  ['GMT', 'UTC'],
])('%s is the zone %s, with the same clocks all year', (former, present) => {
  expect(presentZoneName(former)).toBe(present);
  for (let month = 0; month < 12; month += 1) {
    const at = Date.UTC(2026, month, 15);
    const shown = (timeZone: string) => new Date(at).toLocaleString('sv-SE', { timeZone });
    expect(shown(former)).toBe(shown(present));
  }
});

test.each([
  ['18:00 Pacific/Kiritimati', 1],
  ['18:00 America/Los_Angeles', 2],
  ['18:00 Mars/Olympus', 2],
  [null, 2],
])('at noon of UTC, two days ahead for a reader there, a party at %s is %i days away', (text, days) => {
  const now = { today: date('2026-06-15'), instant: Date.parse('2026-06-15T12:00:00Z') };
  expect(daysToParty({ celebrationDate: date('2026-06-17'), time: text === null ? null : time(text) }, now)).toBe(days);
});

test('a party that goes on after midnight is today until it ends', () => {
  const party = { celebrationDate: date('2026-06-15'), time: partyTimeOf('18:30', 'America/New_York', '01:00') };
  // Half past midnight there.
  const now = { today: date('2026-06-16'), instant: Date.parse('2026-06-16T04:30:00Z') };
  expect(daysToParty(party, now)).toBe(0);
});
