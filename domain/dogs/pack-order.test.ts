import fc from 'fast-check';
import { expect, test } from 'vitest';
import { occasionOf } from '../celebrations/occasion.ts';
import type { CalendarDate } from '../dates/calendar-date.ts';
import { anyDate, date } from '../testing/dates.ts';
import { foundDogs, isPackOrder, packCelebrations, packOrders, sortedPack } from './pack-order.ts';
import { dogSizes } from './size.ts';

const today = date('2026-06-15');

function dog(name: string, birthDate = '2020-01-01', breed: string | null = null) {
  return { name, breed, size: 'small' as const, birthDate: date(birthDate), createdAt: '2026-01-01T00:00:00+00:00' };
}

const names = (dogs: { name: string }[]) => dogs.map(({ name }) => name);

test('the newest dog is first as long as nobody asks for another order', () => {
  expect(packOrders[0]).toBe('newest');
  expect(names(sortedPack([dog('Zoë'), dog('Bo')], 'newest', today))).toEqual(['Zoë', 'Bo']);
});

test('names are sorted as an owner would: accents and case aside, numbers by size', () => {
  const pack = ['Zoë', 'bo', 'Élan', 'Rex 10', 'Rex 2', 'Biscuit', 'Anna'].map((name) => dog(name));
  expect(names(sortedPack(pack, 'name', today))).toEqual(['Anna', 'Biscuit', 'bo', 'Élan', 'Rex 2', 'Rex 10', 'Zoë']);
});

test('the next birthday is first, today before tomorrow, and a dog that is not born yet is last', () => {
  const pack = [
    dog('Later', '2025-12-01'),
    dog('Unborn', '2026-06-16'),
    dog('Tomorrow', '2025-06-16'),
    dog('Today', '2025-06-15'),
    dog('Unborn, too', '2026-07-01'),
    dog('Yesterday', '2025-06-14'),
  ];
  expect(names(sortedPack(pack, 'birthday', today))).toEqual([
    'Today',
    'Tomorrow',
    'Later',
    'Yesterday',
    'Unborn',
    'Unborn, too',
  ]);
});

test('sorting loses no dog and leaves the list itself alone', () => {
  const pack = ['B', 'A', 'C'].map((name) => dog(name));
  for (const order of packOrders) {
    expect(new Set(sortedPack(pack, order, today))).toEqual(new Set(pack));
    expect(names(pack)).toEqual(['B', 'A', 'C']);
  }
});

test.each([
  ['', ['Zoë', 'Łatka', 'Bo']],
  ['   ', ['Zoë', 'Łatka', 'Bo']],
  ['zoe', ['Zoë']],
  ['LATKA', ['Łatka']],
  ['šetter', ['Łatka']],
  ['irish bo', ['Bo']],
  ['o', ['Zoë', 'Łatka', 'Bo']],
  ['poodle', []],
])('the search for %j finds %j', (search, found) => {
  const pack = [dog('Zoë'), dog('Łatka', '2020-01-01', 'Gordon Setter'), dog('Bo', '2020-01-01', 'Irish Wolfhound')];
  expect(names(foundDogs(pack, search))).toEqual(found);
});

test('only the known orders are orders', () => {
  expect(['newest', 'birthday', 'name', 'size', null, 3].map(isPackOrder)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("the pack's year is in order, from today to the day before today a year later", () => {
  const pack = [dog('Biscuit', '2019-06-14'), dog('Bo', '2025-06-15'), dog('Unborn', '2026-06-16')];
  expect(packCelebrations(pack, today).map((one) => [one.dog.name, one.date, occasionOf(one)])).toEqual([
    ['Bo', '2026-06-15', '1st birthday'],
    ['Biscuit', '2026-09-14', '45th human-year birthday'],
    ['Biscuit', '2026-12-14', '46th human-year birthday'],
    ['Biscuit', '2027-03-15', '47th human-year birthday'],
    ['Biscuit', '2027-06-14', '8th birthday'],
  ]);
});

test('the day of birth is an occasion of its own', () => {
  const [first] = packCelebrations([dog('New', '2026-06-15')], today);
  expect(first && occasionOf(first)).toBe('Very first day');
});

test('a year of the pack holds only days of that year, in order, for any dogs', () => {
  const anyDog = fc.record({ birthDate: anyDate, size: fc.constantFrom(...dogSizes) });
  fc.assert(
    fc.property(fc.array(anyDog, { maxLength: 5 }), anyDate, (dogs, day) => {
      const pack = dogs.map(({ birthDate, size }) => ({ ...dog('Any'), birthDate, size }));
      const dates: CalendarDate[] = packCelebrations(pack, day).map((celebration) => celebration.date);
      expect(dates).toEqual(dates.toSorted());
      for (const celebration of dates) expect(celebration >= day).toBe(true);
    }),
  );
});
