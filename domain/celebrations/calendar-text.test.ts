import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type CalendarDate, partsOf } from '../dates/calendar-date.ts';
import { instantOf, partyLength, partyTimeOf } from '../parties/party-time.ts';
import { calendarReaders } from '../testing/calendar-readers.ts';
import { anyDate, date } from '../testing/dates.ts';
import { type CalendarEvent, calendarText } from './calendar-text.ts';

const writtenAt = new Date('2026-06-15T12:00:00.500Z');
const cakeDay: CalendarEvent = {
  uid: 'cake-day@wagday.example',
  sequence: 3,
  date: date('2026-09-14'),
  summary: 'Cake Day',
  description: 'Bring a ball.\nThere will be cake, and a nap; or two.',
  location: 'The kitchen table',
  url: 'https://wagday.example/',
};

const textOf = (...events: CalendarEvent[]) => calendarText('Luna', events, writtenAt);
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

/** The typed text as calendars keep it: one kind of line break, no control characters, no lone surrogates. */
function kept(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\p{Cs}/gu, '')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

test('an event of a day is written as calendars want it', () => {
  expect(unfolded(textOf(cakeDay))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Wagday//Wagday//EN',
    'CALSCALE:GREGORIAN',
    'NAME:Luna',
    'X-WR-CALNAME:Luna',
    'BEGIN:VEVENT',
    'UID:cake-day@wagday.example',
    'DTSTAMP:20260615T120000Z',
    'SEQUENCE:3',
    'DTSTART;VALUE=DATE:20260914',
    'DTEND;VALUE=DATE:20260915',
    'TRANSP:TRANSPARENT',
    'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    'SUMMARY:Cake Day',
    'DESCRIPTION:Bring a ball.\\nThere will be cake\\, and a nap\\; or two.',
    'LOCATION:The kitchen table',
    'URL:https://wagday.example/',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test.for(calendarReaders)('%s reads the hours of a party, on both sides of summer time @10.157', ([, read]) => {
  for (const day of ['2026-03-08', '2026-03-09', '2026-11-01', '2026-11-02', '2026-12-31']) {
    for (const hour of ['00:15', '01:30', '02:30', '18:45', '23:30']) {
      for (const zone of ['America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'UTC']) {
        const start = new Date(instantOf(date(day), partyTimeOf(hour, zone)!)!);
        const end = new Date(start.getTime() + partyLength);
        const [event] = read(textOf({ ...cakeDay, date: date(day), hours: { start, end } }));
        expect([event?.startsAt, event?.endsAt]).toEqual([start, end]);
      }
    }
  }
});

// node-ical reads an escaped backslash before an n as a line break.
const misread: Record<string, RegExp> = { 'ical.js': /(?!)/u, 'node-ical': /\\/gu };

/** Whether this zone had the day. One that crossed the date line went without, and node-ical reads days as dates of the zone. */
function hadDay(day: CalendarDate): boolean {
  const { year, month, day: inMonth } = partsOf(day);
  return new Date(year, month - 1, inMonth).getDate() === inMonth;
}

test.for(calendarReaders)('%s reads back what was typed, whatever it was', ([name, read]) => {
  const line = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({
      unit: fc.constantFrom('\\', ';', ',', 'n', '\n', '🐶', '👩‍👩‍👧', 'é', 'ل', ' ', '\u2028'),
      maxLength: 120,
    }),
  );
  fc.assert(
    fc.property(line, line, anyDate, (first, second, day) => {
      fc.pre(hadDay(day) && hadDay(addDays(day, 1)));
      const [summary, description] = [first, second].map((text) => text.replace(misread[name]!, ''));
      const [event] = read(textOf({ ...cakeDay, summary: `a${summary}z`, description: `a${description}z`, date: day }));
      expect(event).toMatchObject({
        summary: kept(`a${summary}z`),
        description: kept(`a${description}z`),
        start: day,
        end: addDays(day, 1),
      });
    }),
    { numRuns: 300 },
  );
});

test('no line is longer than 75 octets, every one ends in CRLF, and none breaks an escape or a character @10.163', () => {
  const utf8 = new TextEncoder();
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom('\\', ';', ',', '\n', '🐶'), fc.string({ unit: 'binary' })),
  });
  fc.assert(
    fc.property(text, text, (summary, name) => {
      const written = calendarText(name, [{ ...cakeDay, summary: summary.repeat(3) }], writtenAt);
      expect(written.endsWith('\r\n')).toBe(true);
      const lines = written.slice(0, -2).split('\r\n');
      for (const part of lines) {
        expect(utf8.encode(part).length).toBeLessThanOrEqual(75);
        expect(part).not.toMatch(/[\r\n]/);
        expect(part.isWellFormed()).toBe(true);
        // A split escape would leave an odd number of backslashes at the end.
        expect((/\\+$/.exec(part)?.[0].length ?? 0) % 2).toBe(0);
      }
    }),
    { numRuns: 300 },
  );
});

test('a name of 60 emoji, the last day of a year and a leap day are read by both', () => {
  const summary = `${'👩‍👩‍👧'.repeat(20)}'s birthday`;
  for (const [, read] of calendarReaders) {
    expect(
      read(
        textOf(
          { ...cakeDay, uid: 'a', summary, date: date('2027-12-31') },
          { ...cakeDay, uid: 'b', date: date('2028-02-29') },
        ),
      ).map(({ summary: title, start, end }) => [title, start, end]),
    ).toEqual([
      [summary, '2027-12-31', '2028-01-01'],
      ['Cake Day', '2028-02-29', '2028-03-01'],
    ]);
  }
});

test('a text cannot add a line of its own', () => {
  const lines = unfolded(
    textOf({ ...cakeDay, summary: 'Cake\r\nEND:VEVENT\nBEGIN:VALARM', location: 'x\u2028y\u0085z' }),
  );
  expect(lines.filter((line) => /^(BEGIN|END):/.test(line))).toEqual([
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
});

test('a party with hours is written in UTC and keeps them busy, and an alarm comes only where it is asked for', () => {
  const hours = { start: new Date('2026-09-14T22:30:00Z'), end: new Date('2026-09-15T00:30:00Z') };
  const lines = unfolded(
    textOf({ ...cakeDay, hours, hasAlarm: true }, { ...cakeDay, uid: 'b', hasAlarm: true }, cakeDay),
  );
  const ofDay = [
    ...['DTSTART;VALUE=DATE:20260914', 'DTEND;VALUE=DATE:20260915'],
    ...['TRANSP:TRANSPARENT', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'],
  ];
  expect(lines.filter((line) => /^(DT(START|END)|TRANSP|X-MICROSOFT|TRIGGER)/.test(line))).toEqual([
    'DTSTART:20260914T223000Z',
    'DTEND:20260915T003000Z',
    'TRIGGER:-PT1H',
    ...[...ofDay, 'TRIGGER:PT9H', ...ofDay],
  ]);
});
