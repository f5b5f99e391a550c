import { deviceStorage } from '../../data/drafts/web-storage.ts';
import { packCountKey } from '../../data/sync/forget.ts';
import { classNames } from '../../ui/class-names.ts';

/** A pack of this many dogs at most shows each on a wide card, above everything else, and needs no tools. */
export const fewDogs = 2;

/** The list of cards: below each other where they are few, otherwise side by side. Four are two pairs, so that none stands alone. */
export function gridClasses(count: number): string {
  if (count <= fewDogs) return 'mb-6 grid grid-cols-1 gap-6';
  return classNames('grid grid-cols-1 gap-6 sm:grid-cols-2', count !== 4 && 'lg:grid-cols-3');
}

/** How many dogs the pack had when it was last seen on this device. One, where that is not known. */
export function lastSeenCount(): number {
  const kept = deviceStorage.read(packCountKey);
  return typeof kept === 'number' && kept >= 1 ? kept : 1;
}

export function keepCount(count: number) {
  deviceStorage.keep(packCountKey, count);
}
