import { type CalendarDate, daysBetween } from './calendar-date.ts';
import { type Celebration, celebrationsOfYear, nextCelebration } from './celebrations.ts';
import { searchKey } from './search-text.ts';
import type { DogSize } from './size.ts';

type PackDog = { name: string; breed: string | null; size: DogSize; birthDate: CalendarDate; createdAt: string };

/** The ways to sort a pack; the first is the default. */
export const packOrders = ['newest', 'birthday', 'name'] as const;

export type PackOrder = (typeof packOrders)[number];

export function isPackOrder(value: unknown): value is PackOrder {
  return packOrders.some((order) => order === value);
}

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Days to the next celebration; a dog that is not born yet on this day comes last. */
function daysToNext(dog: PackDog, today: CalendarDate): number {
  if (dog.birthDate > today) return Number.POSITIVE_INFINITY;
  return daysBetween(today, nextCelebration(dog.birthDate, dog.size, today).date);
}

/** The pack in this order. `newest` changes nothing, because the pack is listed with the newest dog first. The sort is stable. */
export function sortedPack<Dog extends PackDog>(dogs: readonly Dog[], order: PackOrder, today: CalendarDate): Dog[] {
  if (order === 'newest') return [...dogs];
  if (order === 'name') return dogs.toSorted((one, other) => byName.compare(one.name, other.name));
  const days = new Map(dogs.map((dog) => [dog, daysToNext(dog, today)]));
  return dogs.toSorted((one, other) => {
    const [first = 0, second = 0] = [days.get(one), days.get(other)];
    return first === second ? 0 : first - second;
  });
}

/** The dogs whose name or breed contains each word of the search, ignoring accents and case; all dogs for an empty search. */
export function foundDogs<Dog extends Pick<PackDog, 'name' | 'breed'>>(dogs: readonly Dog[], search: string): Dog[] {
  const words = searchKey(search).split(' ').filter(Boolean);
  return dogs.filter(({ name, breed }) => {
    const text = searchKey(`${name} ${breed ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

export type PackCelebration<Dog> = Celebration & { dog: Dog };

/** The celebrations of all dogs in the coming year, in order. Dogs that are not born yet on this day have none. */
export function packCelebrations<Dog extends PackDog>(
  dogs: readonly Dog[],
  today: CalendarDate,
): PackCelebration<Dog>[] {
  return dogs
    .filter(({ birthDate }) => birthDate <= today)
    .flatMap((dog) =>
      celebrationsOfYear(dog.birthDate, dog.size, today).map((celebration) => ({ ...celebration, dog })),
    )
    .sort((one, other) => (one.date < other.date ? -1 : Number(one.date > other.date)));
}
