import { expect, test } from 'vitest';
import { date } from '../testing/dates.ts';
import { packMoments } from './pack-moments.ts';

const today = date('2026-06-15');

function dog(name: string, birthDate: string, size: 'small' | 'giant' = 'small') {
  return { name, breed: null, size, birthDate: date(birthDate), createdAt: '2026-01-01T00:00:00Z' };
}

function momentsOf(...dogs: ReturnType<typeof dog>[]) {
  return packMoments(dogs, today).map(({ dog: { name }, date: day, occasion, mark }) => [name, day, occasion, mark]);
}

test('the moments of a pack are its celebrations and graduations in order, each with the years it is about', () => {
  expect(momentsOf(dog('Bo', '2025-06-15'), dog('Zoë', '2026-02-01'))).toEqual([
    ['Bo', '2026-06-15', '1st birthday', '1'],
    ['Zoë', '2026-08-03', 'Puppy graduation', '½'],
    ['Zoë', '2027-02-01', '1st birthday', '1'],
  ]);
});

test('between two birthdays the mark is the human years that are reached', () => {
  expect(momentsOf(dog('Biscuit', '2019-06-14')).slice(0, 2)).toEqual([
    ['Biscuit', '2026-09-14', '45th human-year birthday', '45'],
    ['Biscuit', '2026-12-14', '46th human-year birthday', '46'],
  ]);
});

test('a dog that has just been born has its first day and its graduation ahead, one that is not born yet has nothing', () => {
  expect(momentsOf(dog('Pip', '2026-06-15'), dog('Later', '2026-06-16'))).toEqual([
    ['Pip', '2026-06-15', 'Very first day', ''],
    ['Pip', '2026-12-15', 'Puppy graduation', '½'],
  ]);
});

test('a guess is marked as one, a gotcha day counts its own years, and a dog in memory has no moments', () => {
  const bo = { ...dog('Bo', '2019-06-16'), birthPrecision: 'month', gotchaDate: date('2020-06-16') } as const;
  const gone = { ...dog('Old Tom', '2010-06-16'), diedOn: date('2026-06-01') };
  expect(packMoments([gone, bo], today).map(({ date: day, occasion, mark }) => [day, occasion, mark])).toEqual([
    ['2026-06-16', 'Birthday, about 7', '~7'],
    ['2026-06-16', '6th gotcha day', '6'],
    ['2026-09-16', 'Human-year birthday, about 45', '~45'],
    ['2026-12-16', 'Human-year birthday, about 46', '~46'],
    ['2027-03-17', 'Human-year birthday, about 47', '~47'],
  ]);
});
