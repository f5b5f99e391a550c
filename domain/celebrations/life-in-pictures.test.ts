import { expect, test } from 'vitest';
import { addDays } from '../dates/calendar-date.ts';
import { date } from '../testing/dates.ts';
import type { DayPicture } from './celebration-photos.ts';
import { picturesOfFilm, picturesOfLife } from './life-in-pictures.ts';

const luna = { id: 'luna', birthDate: date('2019-06-15'), size: 'small' } as const;
const birthday = date('2026-06-15');

function portrait(day: string, photoUrl: string | null = '/p/own', dogId = 'luna') {
  return { dogId, day: date(day), photoUrl, photoFocus: null, line: null };
}
function party(day: string, memoryPhotoUrl: string | null = null) {
  return { dogId: 'luna', celebrationDate: date(day), memoryPhotoUrl };
}

test('the pictures of a life are one a day, in order, and none from before it or after it', () => {
  const portraits = ['2026-06-15', '2019-06-14', '2019-06-15', '2025-06-15'].map((day) => portrait(day));
  const rest = [portrait('2024-06-15', null), portrait('2023-06-15', '/p/rex', 'rex')];
  const parties = [party('2026-06-15', '/p/day'), party('2024-07-01', '/p/beach'), party('2024-08-01')];
  const daysOf = (dog: Parameters<typeof picturesOfLife>[0]) =>
    picturesOfLife(dog, [...portraits, ...rest], parties).map(({ day }) => day);
  expect(daysOf(luna)).toEqual(['2019-06-15', '2024-07-01', '2025-06-15', '2026-06-15']);
  expect(daysOf({ ...luna, diedOn: date('2025-06-15') })).toEqual(['2019-06-15', '2024-07-01', '2025-06-15']);
  expect(picturesOfLife(luna, portraits, parties).at(-1)?.photoUrl).toBe('/p/own');
});

const picture = (day: string): DayPicture => ({ day: date(day), photoUrl: `/p/${day}`, photoFocus: null, line: null });

test('a film tells the twelve months up to today, or all years, from two pictures on @10.363', () => {
  const days = ['2020-06-15', '2025-06-14', '2025-06-15', '2026-06-15'];
  function film(from: number, to: number, diedOn: string | null = null) {
    const dog = { diedOn: diedOn === null ? null : date(diedOn) };
    const found = picturesOfFilm(dog, days.slice(from, to).map(picture), birthday);
    return found && [found.isOfYear, ...found.pictures.map(({ day }) => String(day))];
  }
  expect(film(0, 4)).toEqual([true, ...days.slice(2)]);
  expect(film(0, 3)).toEqual([false, ...days.slice(0, 3)]);
  expect(film(3, 4)).toBeNull();
  expect(film(0, 0)).toBeNull();
  expect(film(0, 4, '2026-06-16')).toEqual([false, ...days]);
});

test('of many pictures a film has nine, the first and the last among them, spread evenly', () => {
  for (let count = 2; count <= 120; count += 1) {
    const pictures = Array.from({ length: count }, (_, index) => picture(addDays(date('2000-01-01'), index)));
    const life = picturesOfFilm({}, pictures, birthday)?.pictures ?? [];
    expect(life).toHaveLength(Math.min(count, 9));
    expect([life[0], life.at(-1)]).toEqual([pictures[0], pictures.at(-1)]);
    const places = life.map((one) => pictures.indexOf(one));
    const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
  }
});
