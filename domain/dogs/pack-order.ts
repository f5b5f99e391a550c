import { byDay, type Celebration, celebrationsOfYear, nextCelebration } from '../celebrations/celebrations.ts';
import type { CalendarDate } from '../dates/calendar-date.ts';
import { searchKey } from '../text/search-text.ts';
import { isInMemory, isLiving, type Life } from './life.ts';

type PackDog = Life & { name: string; breed: string | null; createdAt: string };

/** A pack of at least this many dogs is searched and sorted, and its celebrations begin small, so that they do not bury it. */
export const manyDogs = 8;

/** The sort orders of a pack; the first is the default. */
export const packOrders = ['newest', 'birthday', 'name'] as const;

export type PackOrder = (typeof packOrders)[number];

export function isPackOrder(value: unknown): value is PackOrder {
  return packOrders.some((order) => order === value);
}

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Sorts the pack. `newest` keeps the order, because the pack comes with the newest dog first. The sort is stable. */
export function sortedPack<Dog extends PackDog>(dogs: readonly Dog[], order: PackOrder, today: CalendarDate): Dog[] {
  if (order === 'newest') return [...dogs];
  if (order === 'name') return dogs.toSorted((one, other) => byName.compare(one.name, other.name));
  // Dogs that are not born yet or are in memory come last.
  const next = new Map(dogs.map((dog) => [dog, isLiving(dog, today) ? nextCelebration(dog, today).date : '~']));
  const compare = (one = '', other = '') => (one < other ? -1 : Number(one > other));
  return dogs.toSorted((one, other) => compare(next.get(one), next.get(other)));
}

/** Finds the dogs whose name or breed contains each word of the search, ignoring accents and case. An empty search finds all. */
export function foundDogs<Dog extends Pick<PackDog, 'name' | 'breed'>>(dogs: readonly Dog[], search: string): Dog[] {
  const words = searchKey(search).split(' ').filter(Boolean);
  return dogs.filter(({ name, breed }) => {
    const text = searchKey(`${name} ${breed ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

/** Splits the pack: living dogs in their order, and dogs in memory, latest death first. */
export function livingAndRemembered<Dog extends Pick<Life, 'diedOn'>>(dogs: readonly Dog[]) {
  const lastDay = ({ diedOn }: Dog) => diedOn ?? '';
  return {
    living: dogs.filter((dog) => !isInMemory(dog)),
    remembered: dogs
      .filter(isInMemory)
      .sort((one, other) => (lastDay(one) > lastDay(other) ? -1 : Number(lastDay(one) < lastDay(other)))),
  };
}

type PackCelebration<Dog> = Celebration & { dog: Dog };

/** Returns all dogs' celebrations of the coming year, in order. Dogs that are not born yet or are in memory have none. */
export function packCelebrations<Dog extends PackDog>(dogs: readonly Dog[], today: CalendarDate) {
  return dogs
    .filter((dog) => isLiving(dog, today))
    .flatMap((dog) =>
      celebrationsOfYear(dog, today).map((celebration): PackCelebration<Dog> => ({ ...celebration, dog })),
    )
    .sort(byDay);
}
