import { expect, test } from 'vitest';
import { date } from '../../../domain/testing/dates.ts';
import { rex } from '../../testing/sample-dogs.ts';
import {
  candleCount,
  candlesLeft,
  candlesLit,
  celebratingOn,
  explanationOf,
  headlineOf,
  howlOf,
  lineOf,
} from './birthday-words.ts';

const today = date('2026-06-15');
const dog = (name: string, birthDate: string, size = rex.size) => ({
  ...rex,
  id: `id of ${name}`,
  name,
  size,
  birthDate: date(birthDate),
});
// A small dog has its 45th human-year birthday 92 days after its seventh birthday.
const luna = dog('Luna', '2019-03-15', 'small');
const rexToday = dog('Rex', '2020-06-15');
const zoe = dog('Zoë', '2026-06-15');

test('Only dogs whose celebration is today are celebrated, and none that is not born yet.', () => {
  const pack = [luna, rexToday, zoe, dog('Later', '2020-06-16'), dog('Unborn', '2027-06-15')];
  expect(celebratingOn(today, pack).map(({ dog: { name } }) => name)).toEqual(['Luna', 'Rex', 'Zoë']);
});

test.each([
  [
    'a human-year birthday',
    luna,
    'Luna turns 45 today!',
    'The 45th human-year birthday. Every dog deserves multiple birthdays!',
  ],
  ['a birthday', rexToday, 'Rex turns 52 today!', '6 years old. Still begging.'],
  ['a first birthday', dog('Bo', '2025-06-15'), 'Bo turns 15 today!', '1 year old. Still begging.'],
  [
    'a gotcha day',
    { ...dog('Bo', '2019-01-01'), gotchaDate: date('2022-06-15') },
    'Bo came home 4 years ago today!',
    'The 4th gotcha day: 4 years of muddy paws, and worth every one.',
  ],
  [
    'a first gotcha day',
    { ...dog('Bo', '2019-01-01'), gotchaDate: date('2025-06-15') },
    'Bo came home 1 year ago today!',
    'The 1st gotcha day: 1 year of muddy paws, and worth every one.',
  ],
  [
    'a graduation',
    dog('Bo', '2025-12-14'),
    'Bo graduates today!',
    'Puppy graduation: half a year old, with top marks in naps.',
  ],
  [
    'a graduation that is a guess',
    { ...dog('Bo', '2025-12-14'), birthPrecision: 'guess' as const },
    'Bo graduates today!',
    'Puppy graduation: about half a year old, with top marks in naps.',
  ],
  ['the very first day', zoe, "Zoë's very first day!", 'Hello, world! The very first party starts here.'],
])(
  'The headline of %s says what is reached, and the line below explains it. @10.66 @10.70 @10.71',
  (_, one, headline, explanation) => {
    const celebrating = celebratingOn(today, [one]);
    expect(headlineOf(celebrating)).toBe(headline);
    expect(celebrating.map(({ celebration }) => explanationOf(celebration))).toEqual([explanation]);
  },
);

test('Several dogs share a headline, and each has a line of its own.', () => {
  const two = celebratingOn(today, [luna, rexToday]);
  expect(headlineOf(two)).toBe('Luna and Rex celebrate today!');
  expect(two.map(lineOf)).toEqual(['Luna turns 45, 45th human-year birthday', 'Rex turns 52, 6th birthday']);
  expect(celebratingOn(today, [zoe]).map(lineOf)).toEqual(["Zoë's very first day"]);
  const home = { ...dog('Bo', '2019-01-01'), gotchaDate: date('2022-06-15') };
  expect(celebratingOn(today, [home]).map(lineOf)).toEqual(['Bo came home 4 years ago']);
  expect(candleCount(celebratingOn(today, [home]))).toBe(4);
  const puppy = celebratingOn(today, [dog('Bo', '2025-12-14')]);
  expect(puppy.map(lineOf)).toEqual(['Bo graduates at half a year']);
  expect(candleCount(puppy)).toBe(1);
  const many = ['A', 'B', 'C', 'D', 'E'].map((name) => dog(name, '2020-06-15'));
  expect(headlineOf(celebratingOn(today, many))).toBe('A, B, C, and 2 more celebrate today!');
});

test('A name from right to left does not reorder the words around it.', () => {
  expect(headlineOf(celebratingOn(today, [dog('لونا', '2020-06-15')]))).toBe('\u2068لونا\u2069 turns 52 today!');
});

test('There is a candle for each year of life, at least one for each dog, and at most nine. @10.67', () => {
  const countFor = (...dogs: (typeof rex)[]) => candleCount(celebratingOn(today, dogs));
  expect(countFor(zoe)).toBe(1);
  expect(countFor(rexToday)).toBe(6);
  expect(countFor(rexToday, zoe)).toBe(7);
  expect(countFor(rexToday, luna)).toBe(9);
});

test('The candles are told in words.', () => {
  expect(candlesLit(1)).toBe('One candle is lit. Make a wish and tap it.');
  expect(candlesLit(6)).toBe('Six candles are lit. Make a wish and tap each.');
  expect([2, 1].map(candlesLeft)).toEqual(['Two candles left.', 'One candle left.']);
  expect(howlOf(celebratingOn(today, [luna]))).toBe('All candles are out. Luna howls: Awoooo!');
  expect(howlOf(celebratingOn(today, [luna, zoe]))).toBe('All candles are out. The whole pack howls: Awoooo!');
});

test('A guess is told as one, and a dog in memory is not celebrated. @10.139', () => {
  const guessed = { ...luna, birthPrecision: 'month' } as const;
  const celebrating = celebratingOn(today, [guessed, { ...rexToday, diedOn: date('2026-06-01') }]);
  expect(headlineOf(celebrating)).toBe('Luna turns about 45 today!');
  expect(celebrating.map(({ celebration }) => explanationOf(celebration))).toEqual([
    'A human-year birthday. Every dog deserves multiple birthdays!',
  ]);
  expect(celebrating.map(lineOf)).toEqual(['Luna turns about 45']);
  const [first] = celebratingOn(today, [{ ...rexToday, birthPrecision: 'year' }]);
  expect(first && explanationOf(first.celebration)).toBe('About 6 years old. Still begging.');
});
