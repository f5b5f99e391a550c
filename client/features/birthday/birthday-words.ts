import { type Celebration, celebrationOn } from '../../../domain/celebrations/celebrations.ts';
import { occasionOf } from '../../../domain/celebrations/occasion.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { ordinal } from '../../../domain/dates/ordinal.ts';
import { aboutText, isLiving } from '../../../domain/dogs/life.ts';
import { isolated, joined } from '../../../domain/text/text.ts';
import type { Dog } from '../../data/records/dogs.ts';

/** A dog that celebrates today, and what: a birthday of any kind, or the day it came home. */
export type BirthdayDog = { dog: Dog; celebration: Celebration };

export function celebratingOn(today: CalendarDate, dogs: readonly Dog[]): BirthdayDog[] {
  return dogs
    .filter((dog) => isLiving(dog, today))
    .flatMap((dog) => {
      const celebration = celebrationOn(dog, today);
      return celebration ? [{ dog, celebration }] : [];
    });
}

function yearsText(count: number): string {
  return count === 1 ? '1 year' : `${count} years`;
}

/** The headline names at most this many dogs. */
const namedCount = 3;

/** "Luna turns 43 today!", or the names of the dogs if several celebrate. */
export function headlineOf(celebrating: readonly BirthdayDog[]): string {
  const names = celebrating.map(({ dog }) => isolated(dog.name));
  const [first] = celebrating;
  if (first && celebrating.length === 1) {
    const { celebration } = first;
    if (celebration.kind === 'puppy graduation') return `${names[0]} graduates today!`;
    if (celebration.kind === 'gotcha day')
      return `${names[0]} came home ${yearsText(celebration.anniversary)} ago today!`;
    return celebration.anniversary === 0
      ? `${names[0]}'s very first day!`
      : `${names[0]} turns ${aboutText(first.dog, celebration.humanYears)} today!`;
  }
  const unnamed = names.length - namedCount;
  const shown = unnamed > 0 ? [...names.slice(0, namedCount), `${unnamed} more`] : names;
  return `${joined(shown)} celebrate today!`;
}

/** Explains the headline for one dog, which says the human years. */
export function explanationOf(celebration: Celebration): string {
  if (celebration.kind === 'puppy graduation') {
    return `Puppy graduation: ${celebration.isAbout ? 'about ' : ''}half a year old, with top marks in naps.`;
  }
  const { anniversary, kind } = celebration;
  if (kind === 'gotcha day') {
    return `The ${ordinal(anniversary)} gotcha day: ${yearsText(anniversary)} of muddy paws, and worth every one.`;
  }
  const { humanYears, isAbout } = celebration;
  if (anniversary === 0) return 'Hello, world! The very first party starts here.';
  if (kind === 'human-year birthday') {
    return `${isAbout ? 'A' : `The ${ordinal(humanYears)}`} human-year birthday. Every dog deserves multiple birthdays!`;
  }
  return `${isAbout ? 'About ' : ''}${yearsText(anniversary)} old. Still begging.`;
}

/** Says what one of several dogs celebrates: "Luna turns 43, 7th birthday". */
export function lineOf({ dog, celebration }: BirthdayDog): string {
  const name = isolated(dog.name);
  if (celebration.kind === 'puppy graduation') return `${name} graduates at ${aboutText(dog, 'half a year')}`;
  if (celebration.kind === 'gotcha day') return `${name} came home ${yearsText(celebration.anniversary)} ago`;
  if (celebration.anniversary === 0) return `${name}'s very first day`;
  const turns = `${name} turns ${aboutText(dog, celebration.humanYears)}`;
  return celebration.isAbout ? turns : `${turns}, ${occasionOf(celebration)}`;
}

/** The most candles that fit on the cake. */
const mostCandles = 9;

/** One candle for each year of life, or for each year at home on a gotcha day; at least one per dog. */
export function candleCount(celebrating: readonly BirthdayDog[]): number {
  const yearsOf = ({ celebration }: BirthdayDog) => ('anniversary' in celebration ? celebration.anniversary : 0);
  const years = celebrating.reduce((sum, one) => sum + Math.max(1, yearsOf(one)), 0);
  return Math.min(years, mostCandles);
}

const numberWords = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

export function candlesLeft(count: number): string {
  return `${numberWords[count] ?? count} ${count === 1 ? 'candle' : 'candles'} left.`;
}

export function candlesLit(count: number): string {
  const are = count === 1 ? 'candle is lit. Make a wish and tap it.' : 'candles are lit. Make a wish and tap each.';
  return `${numberWords[count] ?? count} ${are}`;
}

export function howlOf(celebrating: readonly BirthdayDog[]): string {
  const [first] = celebrating;
  const who = first && celebrating.length === 1 ? `${isolated(first.dog.name)} howls` : 'The whole pack howls';
  return `All candles are out. ${who}: Awoooo!`;
}
