import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../dates/calendar-date.ts';
import { instantOfHour, localDayAt } from '../dates/local-time.ts';
import { anyDate, date } from '../testing/dates.ts';
import { reminderDigest } from './digest.ts';
import {
  answersToPush,
  dueReminder,
  type GuestReply,
  horizon,
  isPushed,
  nextReminder,
  occasionsBetween,
  type Pack,
  type ReminderDog,
  type ReminderSettings,
  repliesToTell,
} from './reminders.ts';

const hour = 3_600_000;
const zones = [
  'America/Los_Angeles',
  'America/St_Johns',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];

function dog(changes: Partial<ReminderDog> = {}): ReminderDog {
  return { id: 'luna', name: 'Luna', size: 'giant', birthDate: date('2019-06-14'), ...changes };
}
const pack = (...dogs: ReminderDog[]): Pack => ({ dogs, parties: [] });
const settingsOf = (changes: Partial<ReminderSettings> = {}): ReminderSettings => ({
  timeZone: 'Europe/Berlin',
  hour: 8,
  daysBefore: [0],
  ...changes,
});

/** Simulates a server that checks once an hour. Returns the days of its reminders, each with the instant. */
function remind(from: number, to: number, settings: ReminderSettings, isSaid: (day: CalendarDate) => boolean) {
  const sent: { day: CalendarDate; at: number }[] = [];
  let doneUntil = from;
  for (let now = from; now < to; now += hour) {
    const due = dueReminder(now, doneUntil, settings);
    if (due && isSaid(due.day)) sent.push({ day: due.day, at: now });
    doneUntil = now;
  }
  return sent;
}

/** Formats the local day by a different method from the code under test. They are cached, because creating one is slow. */
const formats = new Map(
  zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })]),
);
const dayThere = (instant: number, timeZone: string) => formats.get(timeZone)!.format(instant);

// Has celebrations almost every day, including the days on which clocks change.
const manyDogs = pack(
  ...Array.from({ length: 60 }, (_, index) => dog({ birthDate: addDays(date('2019-06-14'), index) })),
);

const daysFrom = (first: CalendarDate, count: number) =>
  Array.from({ length: count }, (_, days) => addDays(first, days));

/** Settings of hour and days before, with the days that have something to say. These days are the same in every zone. */
const years = (
  [
    [2, [1]],
    [23, [0]],
  ] as const
).map(([at, daysBefore]) => ({
  at,
  daysBefore,
  said: new Set(daysFrom(date('2025-12-30'), 370).filter((day) => reminderDigest(manyDogs, daysBefore, day))),
}));

test.each(zones)('in %s a year of reminders comes on each day that is celebrated, once, at its hour', (timeZone) => {
  for (const { at, daysBefore, said } of years) {
    const settings = settingsOf({ timeZone, hour: at, daysBefore });
    const [from, to] = [Date.parse('2026-01-01T00:00Z'), Date.parse('2027-01-01T00:00Z')];
    const sent = remind(from, to, settings, (day) => said.has(day));
    const days = sent.map(({ day }) => day);
    expect(new Set(days).size).toBe(days.length);
    for (const { day, at: instant } of sent) {
      expect(dayThere(instant, timeZone)).toBe(day);
      expect(instant - instantOfHour(day, at, timeZone)).toBeLessThan(hour);
    }
    // The local year may begin a day before or after the year in UTC.
    const inner = daysFrom(date('2026-01-03'), 361);
    expect(days.filter((day) => inner.includes(day))).toEqual(inner.filter((day) => said.has(day)));
  }
});

test('a reminder never comes for the wrong day, however late the server looks', () => {
  const anyLook = fc.record({
    now: fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2040-01-01') }),
    timeZone: fc.constantFrom(...zones),
    hour: fc.integer({ min: 0, max: 23 }),
    since: fc.integer({ min: 0, max: 5 * 24 * hour }),
  });
  fc.assert(
    fc.property(anyLook, ({ now, timeZone, hour: at, since }) => {
      const due = dueReminder(now, now - since, settingsOf({ timeZone, hour: at }));
      if (!due) return;
      expect(due.day).toBe(dayThere(now, timeZone));
      const late = now - instantOfHour(due.day, at, timeZone);
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(12 * hour);
      expect(dayThere(due.until - 1, timeZone)).toBe(due.day);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['before its hour', '2026-06-15T05:59:59Z', '2026-06-14T00:00:00Z', null],
  ['at its hour', '2026-06-15T06:00:00Z', '2026-06-14T00:00:00Z', '2026-06-15'],
  ['when it is settled', '2026-06-15T06:00:10Z', '2026-06-15T06:00:05Z', null],
  ['twelve hours later, short of a moment', '2026-06-15T17:59:59Z', '2026-06-14T00:00:00Z', '2026-06-15'],
  ['after twelve hours', '2026-06-15T18:00:00Z', '2026-06-14T00:00:00Z', null],
  ['after the clock has gone back', '2026-06-15T06:30:00Z', '2027-01-01T00:00:00Z', null],
])('a reminder for eight in Berlin is due or not %s', (_, now, doneUntil, day) => {
  expect(dueReminder(Date.parse(now), Date.parse(doneUntil), settingsOf())?.day ?? null).toBe(day);
});

test('late in the evening a reminder ends with its day', () => {
  const settings = settingsOf({ hour: 23 });
  const before = Date.parse('2026-06-14T00:00:00Z');
  expect(dueReminder(Date.parse('2026-06-15T21:59:59Z'), before, settings)).toEqual({
    day: '2026-06-15',
    until: Date.parse('2026-06-15T22:00:00Z'),
  });
  expect(dueReminder(Date.parse('2026-06-15T22:00:00Z'), before, settings)).toBeNull();
});

test('occasions are found by day, with parties of the first day and without those of the last', () => {
  const partyOn = (day: string, dogId = 'luna') => {
    return { dogId, title: `Cake ${day}`, celebrationDate: date(day), time: null };
  };
  const [luna, moose] = [dog(), dog({ id: 'moose', diedOn: date('2026-01-01') })];
  const parties = ['2026-06-12', '2026-06-13', '2026-06-14', '2026-06-15'].map((day) => partyOn(day));
  const asked: Pack = {
    dogs: [luna, moose],
    parties: [...parties, partyOn('2026-06-14', 'moose'), partyOn('2026-06-14', 'nobody')],
  };
  const titles = [...occasionsBetween(asked, date('2026-06-13'), date('2026-06-15'))].map(([day, occasions]) => [
    day,
    occasions.map((occasion) => ('party' in occasion ? occasion.party.title : occasion.celebration.kind)),
  ]);
  expect(titles.sort()).toEqual([
    ['2026-06-13', ['Cake 2026-06-13']],
    ['2026-06-14', ['birthday', 'Cake 2026-06-14']],
  ]);
});

test('the next reminder is the first hour from now on with something to say', () => {
  const anyCase = fc.record({
    now: fc.integer({ min: Date.parse('2022-01-01'), max: Date.parse('2030-01-01') }),
    timeZone: fc.constantFrom(...zones),
    hour: fc.integer({ min: 0, max: 23 }),
    daysBefore: fc.constantFrom([0], [1], [7], [0, 1, 7]),
    birthDate: anyDate.filter((day) => day > '2010-01-01' && day < '2021-12-01'),
  });
  fc.assert(
    fc.property(anyCase, ({ now, birthDate, ...settings }) => {
      const dogs = pack(dog({ birthDate }));
      const next = nextReminder(now, dogs, settings);
      expect(next).toBeGreaterThan(now);
      const today = localDayAt(now, settings.timeZone);
      for (let ahead = 0; ahead <= horizon; ahead += 1) {
        const day = addDays(today, ahead);
        const instant = instantOfHour(day, settings.hour, settings.timeZone);
        const isSaid = instant > now && reminderDigest(dogs, settings.daysBefore, day) !== null;
        if (!isSaid && ahead < horizon) continue;
        expect(next).toBe(instant);
        break;
      }
    }),
    { numRuns: 200 },
  );
});

test.each([
  // Clocks in Berlin go forward, or back, in the night before the hour.
  ['Europe/Berlin', '2026-03-28T12:00Z', '2026-03-29T06:00Z'],
  ['Europe/Berlin', '2026-10-24T12:00Z', '2026-10-25T07:00Z'],
  ['Asia/Kathmandu', '2026-06-14T12:00Z', '2026-06-15T02:15Z'],
])('an answer in %s at %s waits for the next hour of its host', (timeZone, arrived, told) => {
  const settings = settingsOf({ timeZone });
  const arrivedAt = Date.parse(arrived);
  const reply: GuestReply = {
    ...{ guestId: 'anna', dogId: 'luna', partyId: 'party', partyTitle: 'Cake', name: 'Anna' },
    ...{ answer: 'yes', isWaiting: false, arrivedAt },
  };
  const asked: Pack = { dogs: [], parties: [], replies: [reply] };
  expect(nextReminder(arrivedAt, asked, settings)).toBe(Date.parse(told));
  expect(repliesToTell(asked, settings, localDayAt(arrivedAt, timeZone))).toEqual([]);
  expect(repliesToTell(asked, settings, localDayAt(Date.parse(told), timeZone))).toEqual([reply]);
});

test('an answer is pushed when it arrived before or at the instant until which answers were told', () => {
  const pushedAt = '2026-06-15T12:10:00Z';
  const arrivals = ['2026-06-15T12:09:59Z', pushedAt, '2026-06-15T12:10:01Z'];
  expect(arrivals.map((arrived) => isPushed(answerAt(arrived, { pushedAt })))).toEqual([true, true, false]);
  expect(isPushed(answerAt(pushedAt, { pushedAt: null }))).toBe(false);
});

test('an answer that arrives at the hour of the digest is told the next day', () => {
  const reply = answerAt('2026-06-15T06:00Z');
  expect(repliesToTell({ dogs: [], parties: [], replies: [reply] }, settingsOf(), date('2026-06-15'))).toEqual([]);
  expect(repliesToTell({ dogs: [], parties: [] }, settingsOf(), date('2026-06-15'))).toEqual([]);
});

const answerAt = (arrived: string, changes: Partial<GuestReply> = {}): GuestReply => ({
  ...{ guestId: 'anna', dogId: 'luna', partyId: 'party', partyTitle: 'Cake', name: 'Anna' },
  ...{ answer: 'yes', isWaiting: false, arrivedAt: Date.parse(arrived), ...changes },
});
const noon = '2026-06-15T12:00Z';

test.each([
  ['before ten minutes have gathered others', '2026-06-15T12:09:59Z', [answerAt(noon)], '2026-06-15T12:10Z'],
  ['after ten minutes', '2026-06-15T12:10Z', [answerAt(noon)], true],
  [
    'ten minutes after the first of several',
    '2026-06-15T12:10Z',
    [answerAt('2026-06-15T12:09Z'), answerAt(noon)],
    true,
  ],
  ['once it is pushed', '2026-06-15T12:30Z', [answerAt(noon, { pushedAt: '2026-06-15T12:10:00Z' })], null],
  [
    'within an hour of the push before',
    '2026-06-15T12:30Z',
    [answerAt(noon, { pushedAt: '2026-06-15T11:40:00Z' })],
    '2026-06-15T12:40Z',
  ],
  ['an hour after it', '2026-06-15T12:40Z', [answerAt(noon, { pushedAt: '2026-06-15T11:40:00Z' })], true],
  ['that waited twelve hours', '2026-06-16T00:00:00Z', [answerAt(noon)], null],
  ['at night', '2026-06-15T20:00Z', [answerAt('2026-06-15T19:50Z')], '2026-06-16T06:00Z'],
  ['before the morning', '2026-06-15T05:59Z', [answerAt('2026-06-15T05:00Z')], '2026-06-15T06:00Z'],
  ['that the digest of the morning tells', '2026-06-15T06:00Z', [answerAt('2026-06-15T05:00Z')], null],
  ['that came with the digest', '2026-06-15T06:10Z', [answerAt('2026-06-15T06:00Z')], true],
  ['that came after the digest', '2026-06-15T06:11Z', [answerAt('2026-06-15T06:01Z')], true],
])('an answer in Berlin is told by push or not %s', (_, now, replies, expected) => {
  const { parties, next } = answersToPush(Date.parse(now), { dogs: [], parties: [], replies }, settingsOf());
  expect(parties).toEqual(expected === true ? ['party'] : []);
  expect(next).toBe(typeof expected === 'string' ? Date.parse(expected) : Infinity);
});

test('answers to two parties are told by a push each', () => {
  const replies = [answerAt(noon), answerAt('2026-06-15T12:05Z', { partyId: 'other' }), answerAt('2026-06-15T12:06Z')];
  expect(answersToPush(Date.parse('2026-06-15T12:10Z'), { dogs: [], parties: [], replies }, settingsOf())).toEqual({
    ...{ parties: ['party'], next: Date.parse('2026-06-15T12:15Z') },
  });
});
