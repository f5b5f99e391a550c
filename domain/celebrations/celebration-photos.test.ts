import { expect, test } from 'vitest';
import { addDays } from '../dates/calendar-date.ts';
import { date } from '../testing/dates.ts';
import {
  focusOfPartyPhoto,
  partyOfDay,
  pictureOfDay,
  picturesOfAYearAgo,
  portraitToAskFor,
} from './celebration-photos.ts';
import { celebrationsBetween } from './celebrations.ts';

const luna = { id: 'luna', birthDate: date('2019-06-15'), size: 'small', gotchaDate: date('2019-08-20') } as const;
const birthday = date('2026-06-15');
const bare = { photoFocus: null, line: null };

function portrait(day: string, photoUrl: string | null = '/p/own', dogId = 'luna') {
  return { dogId, day: date(day), photoUrl, photoFocus: { x: 10, y: 20 }, line: 'Cake!' };
}
function party(day: string, memoryPhotoUrl: string | null = null, dogId = 'luna') {
  return { dogId, celebrationDate: date(day), memoryPhotoUrl };
}
const askedOn = (day: string, dog: Parameters<typeof portraitToAskFor>[0][number] = luna, declined = '') =>
  portraitToAskFor([dog], [], [], date(day), declined)?.celebration.date ?? null;

test.each([
  ['2026-06-14', null],
  ['2026-06-15', '2026-06-15'],
  ['2026-06-22', '2026-06-15'],
  ['2026-06-23', null],
  // The day of coming home.
  ['2026-08-20', '2026-08-20'],
  // A human-year birthday.
  ['2026-09-15', '2026-09-15'],
])('on %s a photo is asked for of the day %s', (day, asked) => {
  expect(askedOn(day)).toBe(asked);
});

test('a graduation is asked for, and the day of birth', () => {
  const puppy = { id: 'puppy', birthDate: date('2026-01-01'), size: 'giant' } as const;
  expect(portraitToAskFor([puppy], [], [], date('2026-07-03'), '')?.celebration.kind).toBe('puppy graduation');
  expect(askedOn('2026-01-03', puppy)).toBe('2026-01-01');
});

test('each celebration of forty years is asked for from its day to a week later, and nothing else', () => {
  for (const { date: day } of celebrationsBetween(luna, luna.birthDate, date('2059-06-15'))) {
    expect([addDays(day, 0), addDays(day, 7)].map((today) => askedOn(today))).toEqual([day, day]);
    expect(askedOn(addDays(day, -1))).not.toBe(day);
    expect(askedOn(addDays(day, 8))).not.toBe(day);
  }
});

test('of a dog in memory nothing is asked, not even for a day before its death', () => {
  for (const diedOn of ['2026-06-15', '2026-06-16', '2027-01-01']) {
    expect(askedOn('2026-06-17', { ...luna, diedOn: date(diedOn) })).toBeNull();
  }
});

test('a day is asked for until its picture is kept, and no more once it is declined', () => {
  const asked = (portraits: ReturnType<typeof portrait>[], parties: ReturnType<typeof party>[] = []) =>
    portraitToAskFor([luna], portraits, parties, birthday, '');
  expect(asked([portrait('2026-06-15')])).toBeNull();
  expect(asked([portrait('2026-06-14'), portrait('2026-06-15', '/p/other', 'rex')])).not.toBeNull();
  expect(asked([portrait('2026-06-15', null)])).not.toBeNull();
  expect(askedOn('2026-06-17', luna, '2026-06-15')).toBeNull();
  expect(askedOn('2026-06-17', luna, '2026-06-14')).toBe('2026-06-15');
});

test('on the day of a party the photo of the party is asked for instead, of that dog', () => {
  const asked = (parties: ReturnType<typeof party>[]) => portraitToAskFor([luna], [], parties, birthday, '');
  expect(asked([party('2026-06-15')])).toBeNull();
  expect(asked([party('2026-06-15', '/p/day')])).toBeNull();
  expect(asked([party('2026-06-13'), party('2026-06-15', null, 'rex')])).not.toBeNull();
});

test('of several days the latest is asked for, and of one day the first dog', () => {
  const rex = { ...luna, id: 'rex', birthDate: date('2020-06-17') };
  const twin = { ...rex, id: 'twin' };
  const asked = portraitToAskFor([luna, rex, twin], [], [], date('2026-06-18'), '');
  expect([asked?.dog.id, asked?.celebration.date]).toEqual(['rex', '2026-06-17']);
});

test('a portrait without a photo says where the face is in that of the party, and no other portrait does', () => {
  const held = party('2026-06-15', '/p/day');
  const focus = (photo: string | null, day = '2026-06-15') => focusOfPartyPhoto(held, [portrait(day, photo)], [held]);
  expect([focus(null), focus('/p/own'), focus(null, '2026-06-16')]).toEqual([{ x: 10, y: 20 }, null, null]);
  // It is about the first of two photos.
  const second = { ...held, memoryPhotoUrl: '/p/second' };
  expect(focusOfPartyPhoto(second, [portrait('2026-06-15', null)], [held, second])).toBeNull();
  expect(focusOfPartyPhoto(party('2026-06-15'), [portrait('2026-06-15')], [])).toBeNull();
});

test('the picture of a day is its portrait, or else the photo of the party of that day and dog', () => {
  const parties = [party('2026-06-15'), party('2026-06-15', '/p/day'), party('2026-06-15', '/p/rex', 'rex')];
  const of = (portraits: ReturnType<typeof portrait>[]) => pictureOfDay('luna', birthday, portraits, parties);
  expect(of([])).toEqual({ day: birthday, photoUrl: '/p/day', ...bare });
  expect(of([portrait('2026-06-15')])).toMatchObject({ photoUrl: '/p/own', line: 'Cake!' });
  // The row without a photo says where the face is in that of the party.
  expect(of([portrait('2026-06-15', null)])).toMatchObject({ photoUrl: '/p/day', photoFocus: { x: 10, y: 20 } });
  expect(pictureOfDay('luna', birthday, [portrait('2026-06-15', null)], [])).toBeNull();
  expect(pictureOfDay('luna', date('2026-06-16'), [portrait('2026-06-15')], parties)).toBeNull();
  expect(partyOfDay('luna', birthday, parties)?.memoryPhotoUrl).toBe('/p/day');
  expect(partyOfDay('luna', birthday, [party('2026-06-15'), party('2026-06-15')])?.memoryPhotoUrl).toBeNull();
});

test.each([
  ['2026-06-15', ['2025-06-15']],
  ['2026-06-14', []],
  ['2026-06-16', []],
  ['2027-06-15', []],
  // The party of that day, and none before the dog was born.
  ['2025-08-20', ['2024-08-20']],
  ['2020-06-14', []],
  // A leap day is seen again on the day before March.
  ['2025-02-28', ['2024-02-28', '2024-02-29']],
  ['2025-03-01', []],
  ['2024-02-28', ['2023-02-28']],
  ['2024-02-29', []],
])('on %s the pictures of a year ago are those of %j', (today, days) => {
  const portraits = ['2025-06-15', '2019-06-14', '2024-02-28', '2024-02-29', '2023-02-28'].map((day) => portrait(day));
  const parties = [party('2024-08-20', '/p/day'), party('2025-06-15')];
  const found = (dog: Parameters<typeof picturesOfAYearAgo>[0][number]) =>
    picturesOfAYearAgo([dog, { ...luna, id: 'rex' }], portraits, parties, date(today));
  expect(found(luna).map(({ picture }) => picture.day)).toEqual(days);
  expect(found({ ...luna, diedOn: date('2026-12-01') })).toEqual([]);
});
