import { BackendError } from '../errors.ts';
import { changeKept, readKept } from './database.ts';
import { isOffline } from './network.ts';
import { setStale } from './outbox.ts';
import { storedOwnerId } from './stored-owner.ts';

/** The lists that can be seen without network. */
export type ListName = 'dogs' | 'parties';

function keyOf(ownerId: string, list: ListName): string {
  return `${ownerId}/${list}`;
}

/** Keeps a list for the time without network; not for somebody who has signed out meanwhile. */
function keep(ownerId: string, list: ListName, items: unknown[]) {
  if (storedOwnerId() === ownerId) void changeKept('seen', keyOf(ownerId, list), () => items).catch(() => undefined);
}

/** The list as it was seen last, or null. */
export async function lastSeen<Item>(ownerId: string, list: ListName): Promise<Item[] | null> {
  const kept = await readKept('seen', keyOf(ownerId, list));
  return Array.isArray(kept) ? (kept as Item[]) : null;
}

/** Changes what was seen last by what is known to have been saved since. */
export async function changeLastSeen<Item>(
  ownerId: string,
  list: ListName,
  change: (items: Item[]) => Item[],
): Promise<void> {
  const items = await lastSeen<Item>(ownerId, list);
  if (items) keep(ownerId, list, change(items));
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
  let failure = new BackendError('not reachable', 'There is no network.');
  // Asking would only cost time: with an expired session half a minute of it, for its refresh.
  if (!isOffline()) {
    try {
      const items = await load();
      setStale(list, { isStale: false, isUnreachable: false });
      keep(ownerId, list, items);
      return items;
    } catch (error) {
      if (!(error instanceof BackendError && error.kind === 'not reachable')) throw error;
      failure = error;
    }
  }
  const items = await lastSeen<Item>(ownerId, list);
  if (!items) throw failure;
  setStale(list, { isStale: true, isUnreachable: !isOffline() });
  return items;
}
