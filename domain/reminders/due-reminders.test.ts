import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../dates/calendar-date.ts';
import { instantOfHour, localDayAt } from '../dates/local-time.ts';
import { anyDate, date } from '../testing/dates.ts';
import { reminderDigest } from './digest.ts';
import {
  dueReminder,
  horizon,
  nextReminder,
  occasionsBetween,
  type Pack,
  type ReminderDog,
  type ReminderSettings,
} from './due-reminders.ts';

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
    const due = dueReminder(now, doneUntil, pack(), settings);
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

test.each(['America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Kiritimati'])(
  'in %s a year of reminders comes on each day that is celebrated, once, at its hour @10.297',
  (timeZone) => {
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
  },
);

test('a reminder never comes for the wrong day, however late the server looks @10.297', () => {
  const anyLook = fc.record({
    now: fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2040-01-01') }),
    timeZone: fc.constantFrom(...zones),
    hour: fc.integer({ min: 0, max: 23 }),
    since: fc.integer({ min: 0, max: 5 * 24 * hour }),
  });
  fc.assert(
    fc.property(anyLook, ({ now, timeZone, hour: at, since }) => {
      const due = dueReminder(now, now - since, pack(), settingsOf({ timeZone, hour: at }));
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
  expect(dueReminder(Date.parse(now), Date.parse(doneUntil), pack(), settingsOf())?.day ?? null).toBe(day);
});

test('occasions are found by day, with parties of the first day and without those of the last', () => {
  const partyOn = (day: string, dogId = 'luna') => {
    const told = { time: null, startsAt: null, isTold: false, guests: [] };
    return { id: day, dogId, title: `Cake ${day}`, celebrationDate: date(day), ...told };
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
  ['of a party in the afternoon comes at its hour', 8, '2026-06-15T15:00+02:00', '2026-06-15T08:00+02:00'],
  ['that would come after the party comes an hour before it', 20, '2026-06-15T15:00+02:00', '2026-06-15T14:00+02:00'],
  ['of a party at breakfast comes an hour before it', 8, '2026-06-15T08:30+02:00', '2026-06-15T07:30+02:00'],
  ['of a party after midnight comes when its day begins', 8, '2026-06-15T00:30+02:00', '2026-06-15T00:00+02:00'],
])('a reminder %s @10.201', (_, at, starts, reminded) => {
  const parties = [
    {
      ...{ id: 'party', dogId: 'luna', title: 'Cake', celebrationDate: date('2026-06-15'), time: 'then' },
      ...{ startsAt: Date.parse(starts), isTold: true, guests: [] },
    },
  ];
  const asked: Pack = { dogs: [dog({ birthDate: date('2025-01-01') })], parties };
  const settings = settingsOf({ hour: at, daysBefore: [] });
  const before = Date.parse('2026-06-14T12:00Z');
  const due = Date.parse(reminded);
  expect(nextReminder(before, asked, settings)).toBe(due);
  expect(dueReminder(due - 1, before, asked, settings)).toBeNull();
  expect(dueReminder(due, before, asked, settings)?.day).toBe('2026-06-15');
});
