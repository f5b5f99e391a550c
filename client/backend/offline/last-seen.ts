import type { Party } from '../celebrations.ts';
import type { Dog } from '../dogs.ts';
import { BackendError, isNotReachable } from '../errors.ts';
import { type Change, withDogChanges, withPartyChanges } from './changes.ts';
import { changeKept, readKept, removeKept } from './database.ts';
import { inTime, isOffline, isReachable, setUnreachable } from './network.ts';
import { setStale } from './outbox.ts';
import { storedOwnerId } from './stored-owner.ts';

/** The lists that can be seen without network. */
export type ListName = 'dogs' | 'parties';

function keyOf(ownerId: string, list: ListName): string {
  return `${ownerId}/${list}`;
}

/** Keeps a list for the time without network; not for somebody who has signed out meanwhile. */
async function keep(ownerId: string, list: ListName, items: unknown[]) {
  if (storedOwnerId() !== ownerId) return;
  const key = keyOf(ownerId, list);
  // Where there is no room for the new list, the old one would be taken for it.
  await changeKept('seen', key, () => items).catch(() => removeKept('seen', (other) => other === key));
}

/** The list as it was seen last, or null. */
export async function lastSeen<Item>(ownerId: string, list: ListName): Promise<Item[] | null> {
  const kept = await readKept('seen', keyOf(ownerId, list));
  return Array.isArray(kept) ? (kept as Item[]) : null;
}

/** Changes what was seen last by what is known to have been saved since. */
async function changeLastSeen<Item>(ownerId: string, list: ListName, change: (items: Item[]) => Item[]): Promise<void> {
  const items = await lastSeen<Item>(ownerId, list);
  if (items) await keep(ownerId, list, change(items));
}

/** Notes in what was seen last that the backend has taken a change. */
export async function rememberSent(ownerId: string, change: Change): Promise<void> {
  const placed = { ...change, createdAt: change.createdAt ?? new Date().toISOString() };
  await changeLastSeen<Dog>(ownerId, 'dogs', (dogs) => withDogChanges(dogs, [placed]));
  await changeLastSeen<Party>(ownerId, 'parties', (parties) => withPartyChanges(parties, [placed]));
}

async function loadFresh<Item>(ownerId: string, list: ListName, load: () => Promise<Item[]>): Promise<Item[]> {
  try {
    const items = await inTime(load());
    setStale(list, false);
    void keep(ownerId, list, items);
    return items;
  } catch (error) {
    if (isNotReachable(error)) setUnreachable(true);
    throw error;
  }
}

/**
 * A list from the backend; from this device, as it was seen last, while the backend cannot be reached.
 * @throws BackendError, of kind 'not reachable' only when the list was never seen on this device.
 */
export async function freshOrLastSeen<Item>(
  ownerId: string,
  list: ListName,
  load: () => Promise<Item[]>,
): Promise<Item[]> {
  let failure: unknown;
  if (isReachable()) {
    try {
      return await loadFresh(ownerId, list, load);
    } catch (error) {
      if (!isNotReachable(error)) throw error;
      failure = error;
    }
  }
  const items = await lastSeen<Item>(ownerId, list);
  if (items) {
    setStale(list, true);
    return items;
  }
  if (failure) throw failure;
  if (isOffline()) throw new BackendError('not reachable', 'There is no network.');
  // With nothing to show meanwhile, even a server that was out of reach a moment ago is worth asking.
  return loadFresh(ownerId, list, load);
}
