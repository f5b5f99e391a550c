import { expect, test } from 'vitest';
import { partyTimeOf } from '../parties/party-time.ts';
import { date } from '../testing/dates.ts';
import { calendarText } from './calendar-text.ts';
import { cancelledPartyEvent, celebrationEvents, partyEvent } from './celebration-events.ts';

const page = { address: 'https://wagday.example/', host: 'wagday.example' };
/** Versions are microseconds. */
const secondsLater = (seconds: number) => ({
  createdAt: '2026-01-01T00:00:00+00:00',
  version: (Date.parse('2026-01-01') / 1000 + seconds) * 1_000_000,
});
const luna = { id: 'luna', name: 'Luna', size: 'small', birthDate: date('2019-06-14'), ...secondsLater(4) } as const;
const year = [date('2026-06-15'), date('2027-06-15')] as const;

test("a dog's year is four events that are known by their numbers", () => {
  expect(celebrationEvents(luna, ...year, page).map(({ uid, date: day, summary }) => [uid, day, summary])).toEqual([
    ['luna-human-years-45@wagday.example', '2026-09-14', 'Luna turns 45 in human years'],
    ['luna-human-years-46@wagday.example', '2026-12-14', 'Luna turns 46 in human years'],
    ['luna-human-years-47@wagday.example', '2027-03-15', 'Luna turns 47 in human years'],
    ['luna-birthday-8@wagday.example', '2027-06-14', "Luna's 8th birthday, 48 in human years"],
  ]);
});

test('a party brings its words and leaves out what it does not have', () => {
  const party = { id: 'p', ...secondsLater(2), title: 'Cake Day', celebrationDate: date('2026-09-14'), time: null };
  expect(partyEvent({ ...party, description: 'Bring a ball.', location: 'Park' }, page)).toEqual({
    uid: 'p@wagday.example',
    sequence: 2,
    date: '2026-09-14',
    summary: 'Cake Day',
    description: 'Bring a ball.',
    location: 'Park',
    url: 'https://wagday.example/',
  });
  expect(Object.keys(partyEvent({ ...party, description: null, location: null }, page))).not.toContain('location');
});

test('in the calendar of its owner a party links to its page and says how many come @10.171', () => {
  const plan = { title: 'Cake Day', celebrationDate: date('2026-09-14'), time: null, location: null };
  const party = { id: 'p', ...secondsLater(2), ...plan, description: 'Bring a ball.', coming: { people: 4, dogs: 1 } };
  const own = { ...page, party: '#party=' };
  expect(partyEvent(party, own)).toMatchObject({
    url: 'https://wagday.example/#party=p',
    description: 'Coming: 4 people and 1 dog\n\nBring a ball.',
  });
  const nobody = { people: 0, dogs: 0 };
  expect(partyEvent({ ...party, coming: nobody }, own).description).toBe('Bring a ball.');
});

test('a cancelled party takes the place of its event: the same UID, a higher SEQUENCE, and STATUS:CANCELLED @10.153', () => {
  const party = {
    ...{ id: 'p', ...secondsLater(20), title: 'Cake Day', celebrationDate: date('2026-09-14') },
    ...{ time: partyTimeOf('18:30', 'UTC'), description: null, location: null },
  };
  const { sequence, ...event } = partyEvent(party, page);
  const later = new Date(Date.parse('2026-01-01') + 60_000);
  expect(cancelledPartyEvent(party, page, later)).toEqual({ ...event, sequence: 60, isCancelled: true });
  // With a clock that is behind.
  expect(cancelledPartyEvent(party, page, new Date(0)).sequence).toBe(sequence + 1);
  const text = calendarText('x', [cancelledPartyEvent(party, page, later)], later);
  for (const line of ['SEQUENCE:60', 'STATUS:CANCELLED', 'DTSTART:20260914T183000Z'])
    expect(text).toContain(`${line}\r\n`);
});

test('the event of a graduation is one and the same when the birthday is corrected @10.156', () => {
  const uidsOf = (birth: string) =>
    celebrationEvents(
      { ...luna, birthDate: date(birth), birthPrecision: 'month' },
      date('2026-10-01'),
      date('2027-03-01'),
      page,
    ).map(({ uid, summary }) => [uid, summary]);
  const graduation = ['luna-graduation@wagday.example', "Luna's puppy graduation, about half a year old"];
  expect(uidsOf('2026-08-01')).toEqual([graduation]);
  expect(uidsOf('2026-07-20')).toEqual([graduation]);
});

test('a guess is told as one, and a gotcha day has an event of its own @10.139', () => {
  const guessed = { ...luna, birthPrecision: 'year', gotchaDate: date('2019-10-01') } as const;
  expect(
    celebrationEvents(guessed, date('2026-06-14'), date('2026-10-02'), page).map(({ uid, summary }) => [uid, summary]),
  ).toEqual([
    ['luna-birthday-7@wagday.example', "Luna's birthday, about 44 in human years"],
    ['luna-human-years-45@wagday.example', 'Luna turns about 45 in human years'],
    ['luna-gotcha-7@wagday.example', "Luna's 7th gotcha day"],
  ]);
});

test.each([
  ['a row older than versions', '2026-01-01T00:00:00Z', 1, 0],
  ['a row that was put back with a moment of creation from long ago', '0001-01-01T00:00:00Z', 1.7e15, 2 ** 31 - 1],
  ['a row that is younger than its version says', '2100-01-01T00:00:00Z', 1.7e15, 0],
])('%s has a sequence that fits into 32 bits', (_, createdAt, version, sequence) => {
  expect(celebrationEvents({ ...luna, createdAt, version }, ...year, page)[0]?.sequence).toBe(sequence);
});

const evening = { id: 'p', ...secondsLater(2), title: 'Cake Day', celebrationDate: date('2026-11-01'), location: null };

test('a party with a time takes two hours, also where the clocks change meanwhile @10.157', () => {
  const time = partyTimeOf('01:30', 'America/New_York');
  const { hours, date: day } = partyEvent({ ...evening, time, description: null }, page);
  expect(day).toBe('2026-11-01');
  expect(hours).toEqual({ start: new Date('2026-11-01T05:30Z'), end: new Date('2026-11-01T07:30Z') });
});

test('a party in a zone that nobody here knows is on its day, and its words say when @10.95', () => {
  const time = partyTimeOf('18:30', 'Mars/Olympus_Mons');
  const event = partyEvent({ ...evening, time, description: 'Bring a ball.' }, page);
  expect(event).not.toHaveProperty('hours');
  expect(event.description).toBe('6:30 PM, Olympus Mons time\n\nBring a ball.');
  expect(partyEvent({ ...evening, time, description: null }, page).description).toBe('6:30 PM, Olympus Mons time');
});
