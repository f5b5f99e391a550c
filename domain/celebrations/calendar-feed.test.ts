import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../dates/calendar-date.ts';
import { birthPrecisions } from '../dogs/life.ts';
import { dogSizes } from '../dogs/size.ts';
import { partyTimeOf } from '../parties/party-time.ts';
import { calendarReaders, readWithIcalJs } from '../testing/calendar-readers.ts';
import { date } from '../testing/dates.ts';
import {
  type CalendarFeed,
  feedContents,
  feedDaysOn,
  feedText,
  monthsOfLargePack,
  mostCelebrations,
} from './calendar-feed.ts';
import type { CelebratedDog, PlannedParty } from './celebration-events.ts';

const today = date('2026-11-23');
const days = feedDaysOn(today);
const page = { address: 'https://wagday.example/', host: 'wagday.example' };
const createdAt = '2026-01-01T00:00:00Z';

/**
 * Names and texts as the product stores them, with characters that calendars must escape and text long enough to fold. Line and
 * paragraph separators are missing: forms turn them into spaces, and node-ical would end a line at them.
 */
const words = (maxLength: number) =>
  fc
    .string({
      unit: fc.oneof(
        fc.constantFrom(',', ';', ':', '"', '🐶', '👩‍👩‍👧', 'é', 'ل', ' '),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      ),
      maxLength,
    })
    .map((text) => `x${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '')}x`);
const dayBetween = (first: CalendarDate, most: number) =>
  fc.integer({ min: 0, max: most }).map((later) => addDays(first, later));
/** The time of the last change in microseconds, always on a whole second. */
const version = fc.integer({ min: 0, max: 9_999_999 }).map((seconds) => Date.parse(createdAt) * 1000 + seconds * 1e6);

const dog = fc.record<CelebratedDog>({
  id: fc.uuid(),
  name: words(58),
  size: fc.constantFrom(...dogSizes),
  birthDate: dayBetween(date('2006-01-01'), 8000),
  birthPrecision: fc.constantFrom(...birthPrecisions),
  gotchaDate: fc.option(dayBetween(date('2020-02-27'), 1500)),
  diedOn: fc.option(dayBetween(date('2026-06-01'), 170), { freq: 4 }),
  createdAt: fc.constant(createdAt),
  version,
});
const party = fc.record<PlannedParty>({
  id: fc.uuid(),
  title: words(100),
  celebrationDate: dayBetween(date('2025-06-01'), 1900),
  time: fc.constantFrom(
    null,
    ...['UTC', 'Asia/Kathmandu', 'America/New_York'].map((zone) => partyTimeOf('02:30', zone)),
  ),
  description: fc.option(fc.tuple(words(200), words(200)).map((lines) => lines.join('\n'))),
  location: fc.option(words(100)),
  createdAt: fc.constant(createdAt),
  version,
});
const feed = fc.record<CalendarFeed>({
  name: words(58),
  contents: fc.constantFrom(...feedContents),
  alarms: fc.boolean(),
  dogs: fc.uniqueArray(dog, { selector: ({ id }) => id, maxLength: 4 }),
  parties: fc.uniqueArray(party, { selector: ({ id }) => id, maxLength: 4 }),
});

const written = (calendar: CalendarFeed) => [...feedText(calendar, days, page)].join('');

const numRuns = 60;

test('a whole feed has lines of at most 75 octets, ends each in CRLF, and splits neither an escape nor a character @10.177', () => {
  const utf8 = new TextEncoder();
  fc.assert(
    fc.property(feed, (calendar) => {
      const text = written(calendar);
      expect(text.endsWith('\r\nEND:VCALENDAR\r\n')).toBe(true);
      const lines = text.slice(0, -2).split('\r\n');
      expect(
        lines.filter((line) => utf8.encode(line).length > 75 || /[\r\n]/.test(line) || !line.isWellFormed()),
      ).toEqual([]);
      // If an escape were split between lines, the first line would end in an odd number of backslashes.
      expect(lines.filter((line) => (/\\*$/.exec(line)?.[0].length ?? 0) % 2 === 1)).toEqual([]);
      // Unfolded, every line begins with a calendar property: no typed text starts a line.
      const names = text
        .replaceAll('\r\n ', '')
        .trimEnd()
        .split('\r\n')
        .map((line) => /^[A-Z-]+(?=[:;])/.exec(line)?.[0]);
      expect(names).not.toContain(undefined);
      const events = names.filter((name) => name === 'SUMMARY').length;
      for (const once of ['UID', 'DTSTAMP', 'SEQUENCE', 'DTSTART', 'DTEND', 'URL']) {
        expect(names.filter((name) => name === once)).toHaveLength(events);
      }
    }),
    { numRuns },
  );
});

test.for(calendarReaders)('%s reads every event of a whole feed, each under a UID of its own @10.177', ([, read]) => {
  fc.assert(
    fc.property(feed, (calendar) => {
      const text = written(calendar);
      const events = read(text);
      expect(events).toHaveLength(text.match(/^BEGIN:VEVENT\r$/gm)?.length ?? 0);
      expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
      const ids = [...calendar.dogs, ...calendar.parties].map(({ id }) => id);
      expect(events.filter(({ uid }) => !ids.includes(uid.slice(0, 36)) || !uid.endsWith('@wagday.example'))).toEqual(
        [],
      );
      const shown = calendar.parties.filter(
        (one) => one.celebrationDate >= days.from && one.celebrationDate < days.end,
      );
      for (const { id, title } of shown) expect(events.find(({ uid }) => uid.startsWith(id))?.summary).toBe(title);
    }),
    { numRuns },
  );
});

const packOf = (
  count: number,
  one: Partial<CelebratedDog> = {},
  changes: Partial<CalendarFeed> = {},
): CalendarFeed => ({
  ...{ name: 'Pack', contents: 'all', alarms: false, parties: [], ...changes },
  dogs: Array.from({ length: count }, (_, index) => ({
    ...{ id: `dog-${index}`, name: 'Luna', size: 'giant', birthDate: date('2019-06-01'), gotchaDate: null, ...one },
    ...{ createdAt, version: 1 },
  })),
});

/** Writes only the events of the first dog. */
function firstEvents(calendar: CalendarFeed, when = days): string[] {
  const [, first = ''] = feedText(calendar, when, page);
  return first.split(/(?<=END:VEVENT\r\n)/).filter(Boolean);
}

test.each([
  [1, '2025-11-01', '2029-11-30'],
  [250, '2025-11-01', '2029-11-30'],
  [251, '2026-05-01', '2028-05-31'],
  [500, '2026-05-01', '2028-05-31'],
  [501, '2026-08-01', '2027-08-31'],
  [1000, '2026-08-01', '2027-08-31'],
  [1001, '2026-10-01', '2027-03-31'],
  [2000, '2026-10-01', '2027-03-31'],
])('a calendar of %i dogs has the celebrations from %s to %s @10.175', (count, first, last) => {
  const isIn = (day: CalendarDate, changes: Partial<CalendarFeed> = {}) => {
    const gotcha = { gotchaDate: date(`2019${day.slice(4)}`) };
    const basic = day.replaceAll('-', '');
    return firstEvents(packOf(count, gotcha, changes)).some(
      (event) => event.includes(`UID:dog-0-gotcha-${Number(basic.slice(0, 4)) - 2019}@`) && event.includes(basic),
    );
  };
  const [begin, end] = [date(first), date(last)];
  expect([addDays(begin, -1), begin, end, addDays(end, 1)].map((day) => isIn(day))).toEqual([false, true, true, false]);
});

test.each([
  [250, null],
  [251, 18],
  [500, 18],
  [501, 9],
  [1000, 9],
  [1001, 4],
])('a calendar of %i dogs is said to reach %s months ahead', (count, months) => {
  expect(monthsOfLargePack(count)).toBe(months);
});

test('no calendar has more than 10,000 celebrations, whatever the dogs and the day @10.175', () => {
  const most = { 250: 0, 500: 0, 1000: 0, 2000: 0 };
  const packSizes = [250, 500, 1000, 2000] as const;
  const day = dayBetween(date('2026-01-01'), 1500);
  const birthDate = dayBetween(date('2006-01-01'), 8000);
  const gotchaDate = fc.option(dayBetween(date('2020-02-27'), 1500), { freq: 10 });
  const dates = fc.record({ size: fc.constantFrom(...dogSizes), birthDate, gotchaDate });
  fc.assert(
    fc.property(dates, day, fc.constantFrom(...feedContents), (one, when, contents) => {
      const pack = packOf(1, one, { contents });
      for (const count of packSizes) {
        const dogs = Array<CelebratedDog>(count).fill(pack.dogs[0]!);
        const events = firstEvents({ ...pack, dogs }, feedDaysOn(when)).length;
        most[count] = Math.max(most[count], events * count);
      }
    }),
    { numRuns: 500 },
  );
  for (const count of packSizes) expect(most[count]).toBeLessThanOrEqual(mostCelebrations);
  // Some of the generated calendars were nearly full.
  expect(Math.max(...Object.values(most))).toBeGreaterThan(mostCelebrations * 0.8);
});

test('up to 250 dogs lose nothing, and in a larger pack the events that are left are the same @10.175', () => {
  fc.assert(
    fc.property(dog, (one) => {
      const birthdaysOfOne = firstEvents(packOf(1, one));
      expect(firstEvents(packOf(250, one))).toEqual(birthdaysOfOne);
      const left = firstEvents(packOf(2000, one));
      expect(birthdaysOfOne.filter((event) => left.includes(event))).toEqual(left);
    }),
    { numRuns },
  );
});

test('only birthdays, and parties, span the whole time in a pack of any size @10.175', () => {
  const party = (id: string, day: string) => ({
    ...{ id, title: 'Cake', celebrationDate: date(day), time: null, description: null, location: null },
    ...{ createdAt, version: 1 },
  });
  const parties = [party('first', '2025-11-01'), party('last', '2029-11-30'), party('late', '2029-12-01')];
  const text = written(packOf(2000, {}, { parties }));
  expect(parties.map(({ id }) => text.includes(`UID:${id}@`))).toEqual([true, true, false]);
  expect(firstEvents(packOf(2000, {}, { contents: 'birthdays' }))).toHaveLength(4);
});

test.for(calendarReaders)('%s reads a calendar of 1,001 dogs, each event once @10.175', ([, read]) => {
  const text = written(packOf(1001));
  const events = read(text);
  expect(events).toHaveLength(text.match(/^BEGIN:VEVENT\r$/gm)?.length ?? 0);
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
  expect(events.length).toBeGreaterThan(3000);
});

test('after a change an event keeps its UID, and its SEQUENCE and DTSTAMP rise @10.177', () => {
  const stamps = (text: string) => (text.match(/^DTSTAMP:.*$/gm) ?? []).map((line) => line.slice(8)).sort();
  const change = fc.record({
    name: words(58),
    daysLater: fc.integer({ min: -20, max: 20 }),
    seconds: fc.integer({ min: 1, max: 1e7 }),
  });
  fc.assert(
    fc.property(feed, change, (calendar, { name, daysLater, seconds }) => {
      const changed: CalendarFeed = {
        ...calendar,
        dogs: calendar.dogs.map((one) => ({
          ...{ ...one, name, birthDate: addDays(one.birthDate, daysLater), version: one.version + seconds * 1e6 },
        })),
        parties: calendar.parties.map((one) => ({ ...one, title: name, version: one.version + seconds * 1e6 })),
      };
      const [before, after] = [written(calendar), written(changed)];
      const sequences = new Map(readWithIcalJs(before).map(({ uid, sequence }) => [uid, sequence]));
      // Events at the ends of the window may differ.
      const all = readWithIcalJs(after);
      const same = all.filter(({ uid }) => sequences.has(uid));
      expect(sequences.size - same.length).toBeLessThanOrEqual(4 * calendar.dogs.length);
      for (const { uid, sequence } of same) expect(sequence).toBe(Number(sequences.get(uid)) + seconds);
      const [oldest, earliest] = [stamps(before)[0], stamps(after)[0]];
      const isSame = sequences.size === same.length && all.length === same.length;
      if (oldest && earliest && isSame) expect(earliest > oldest).toBe(true);
      expect(written(changed)).toBe(after);
    }),
    { numRuns },
  );
});
