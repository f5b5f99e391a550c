import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { date } from '../testing/dates.ts';
import { addDays } from './calendar-date.ts';
import { instantOfHour, isShownMinute, isTimeZone, localDayAt } from './local-time.ts';

const zones = [
  'UTC',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Havana',
  'Europe/Berlin',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
const anyZone = fc.constantFrom(...zones);
const anyInstant = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2040-01-01') });

/** Formats the local time by a different method from the code under test. */
function clockAt(instant: number, zone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(instant);
}

test('the day is the one on a calendar there', () => {
  fc.assert(
    fc.property(anyInstant, anyZone, (instant, zone) => {
      expect(localDayAt(instant, zone)).toBe(clockAt(instant, zone).slice(0, 10));
    }),
  );
});

test('at the instant of an hour the clocks there show it for the first time, or have just left it out', () => {
  fc.assert(
    fc.property(anyInstant, anyZone, fc.integer({ min: 0, max: 23 }), (near, zone, hour) => {
      const day = localDayAt(near, zone);
      const wanted = `${day} ${String(hour).padStart(2, '0')}:00:00`;
      const instant = instantOfHour(day, hour, zone);
      expect(clockAt(instant, zone) >= wanted).toBe(true);
      if (isShownMinute(day, hour * 60, zone)) expect(clockAt(instant - 1000, zone) < wanted).toBe(true);
      // An hour before, clocks showed another hour: of a repeated hour, this is the first.
      expect(clockAt(instant - 3_600_000, zone).slice(0, 13)).not.toBe(wanted.slice(0, 13));
      expect(localDayAt(instant, zone)).toBe(day);
    }),
    { numRuns: 300 },
  );
});

test.each([
  // Spring: 2:00 does not exist; clocks go straight to 3:00.
  ['Europe/Berlin', '2026-03-29', 2, '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-03-29', 3, '2026-03-29T01:00:00Z'],
  ['America/Los_Angeles', '2026-03-08', 2, '2026-03-08T10:00:00Z'],
  // Clocks go forward at 2:45.
  ['Pacific/Chatham', '2021-09-26', 3, '2021-09-25T14:15:00Z'],
  // Clocks skip midnight itself.
  ['Africa/Cairo', '2026-04-24', 0, '2026-04-23T22:00:00Z'],
  // Autumn: the first of two occurrences.
  ['Europe/Berlin', '2026-10-25', 2, '2026-10-25T00:00:00Z'],
  ['America/Havana', '2026-11-01', 0, '2026-11-01T04:00:00Z'],
  // Summer time moves clocks by half an hour.
  ['Australia/Lord_Howe', '2026-10-04', 2, '2026-10-03T15:30:00Z'],
  // Offsets of 45 minutes, and both ends of the range of offsets.
  ['Asia/Kathmandu', '2026-06-15', 8, '2026-06-15T02:15:00Z'],
  ['Pacific/Chatham', '2026-06-15', 8, '2026-06-14T19:15:00Z'],
  ['Pacific/Kiritimati', '2026-06-15', 8, '2026-06-14T18:00:00Z'],
  ['Pacific/Pago_Pago', '2026-06-15', 8, '2026-06-15T19:00:00Z'],
])('in %s %s reaches the hour %i at %s @10.297', (zone, day, hour, instant) => {
  expect(new Date(instantOfHour(date(day), hour, zone))).toEqual(new Date(instant));
});

test('Samoa had no 30 December 2011, and nothing breaks', () => {
  const instant = instantOfHour(date('2011-12-30'), 8, 'Pacific/Apia');
  expect(localDayAt(instant, 'Pacific/Apia')).toBe('2011-12-31');
  expect(addDays(localDayAt(Date.parse('2011-12-30T09:00Z'), 'Pacific/Apia'), 2)).toBe('2011-12-31');
});

test('a zone that is unknown is told', () => {
  expect([isTimeZone('Asia/Kathmandu'), isTimeZone('Mars/Olympus'), isTimeZone('')]).toEqual([true, false, false]);
  expect(() => localDayAt(0, 'Mars/Olympus')).toThrow(RangeError);
});

test('a zone that is spelled in other letters is the same one, and costs nothing more', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  onTestFinished(() => made.mockRestore());
  const zones = ['Pacific/Chatham', 'pacific/CHATHAM', 'PACIFIC/chatham'];
  expect(zones.map((zone) => localDayAt(Date.UTC(2026, 5, 15, 12), zone))).toEqual(Array(3).fill('2026-06-16'));
  expect(made.mock.calls.length).toBeLessThanOrEqual(1);
});
