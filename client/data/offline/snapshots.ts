import { BackendError, isNotReachable } from '../errors.ts';
import { inTime, isOffline, isReachable, setUnreachable } from '../network.ts';
import type { RecordType, Stored } from '../records/record.ts';
import { listRows } from '../records/rows.ts';
import { storedOwnerId } from '../session/session-store.ts';
import { type Change, withChanges } from './changes.ts';
import { changeStored, readStored, removeStored } from './database.ts';
import { queueOf, setStale } from './queue.ts';
import { registered } from './registry.ts';

/** Keeps the last lists from the backend. */

/** When each list was last loaded or changed, by the order of events on this page. An answer to an earlier request is out of date. */
const changedAt = new Map<string, number>();
let events = 0;

function nextEvent(): number {
  events += 1;
  return events;
}

function keyOf(ownerId: string, { table }: RecordType): string {
  return `${ownerId}/${table}`;
}

/** Reads a list, or null if any item is invalid, because a partial list would look as if dogs were lost. */
function parseList<Item extends Stored>(record: RecordType<Item>, cached: unknown): Item[] | null {
  if (!Array.isArray(cached)) return null;
  const items = cached.map((value) => record.parse(value)).filter((item) => item !== null);
  return items.length === cached.length ? items : null;
}

/** Keeps a list for use without network, unless its owner has signed out meanwhile. */
async function keep(ownerId: string, record: RecordType, change: (cached: unknown) => unknown) {
  if (storedOwnerId() !== ownerId) return;
  const key = keyOf(ownerId, record);
  // If there is no room for the new list, deletes the outdated one.
  await changeStored('seen', key, change).catch(() => removeStored('seen', (other) => other === key));
  const { dependentList } = record;
  if (dependentList === null || (await lastSeen(ownerId, record))?.length !== 0) return;
  await removeStored('seen', (other) => other === `${ownerId}/${dependentList}`);
}

/** The kept list, or null. */
export async function lastSeen<Item extends Stored>(ownerId: string, record: RecordType<Item>): Promise<Item[] | null> {
  return parseList(record, await readStored('seen', keyOf(ownerId, record)));
}

/** Updates the kept lists after the backend has saved a change. `saved` is the record there, or null when it is gone. */
export async function rememberSent(ownerId: string, change: Change, saved: Stored | null): Promise<void> {
  const sent = { ...change, base: null, attempted: [], mine: saved, createdAt: saved?.createdAt ?? change.createdAt };
  for (const record of registered.values()) {
    if (record.table !== change.table && record.parent?.record.table !== change.table) continue;
    changedAt.set(keyOf(ownerId, record), nextEvent());
    await keep(ownerId, record, (cached) => {
      const items = parseList(record, cached);
      return items ? withChanges(record, items, [sent]) : undefined;
    });
  }
}

/** The kept list with unsent changes applied, or null. */
export async function listAsSeen<Item extends Stored>(
  ownerId: string,
  record: RecordType<Item>,
): Promise<Item[] | null> {
  const cached = record.isOnlineOnly ? null : await lastSeen(ownerId, record);
  if (!cached) return null;
  const queue = await queueOf(ownerId);
  setStale(record.table, true);
  return withChanges(record, cached, queue);
}

/** Loads the list from the backend, again if it has changed meanwhile. Returns null when the backend cannot be reached. */
async function loadFresh<Item extends Stored>(ownerId: string, record: RecordType<Item>): Promise<Item[] | null> {
  const key = keyOf(ownerId, record);
  try {
    for (;;) {
      const begun = nextEvent();
      const items = await inTime(listRows(record, ownerId));
      if (begun < (changedAt.get(key) ?? 0)) continue;
      changedAt.set(key, begun);
      void keep(ownerId, record, () => items);
      return items;
    }
  } catch (error) {
    if (!isNotReachable(error)) throw error;
    setUnreachable(true);
    return null;
  }
}

/**
 * Lists an owner's records in order, with unsent changes applied. They come from the backend or, while it cannot be reached, from the
 * list on this device.
 * @throws BackendError, of kind 'not reachable' only when this device has no list
 */
export async function listRecords<Item extends Stored>(ownerId: string, record: RecordType<Item>): Promise<Item[]> {
  if (record.isOnlineOnly) return inTime(listRows(record, ownerId));
  const isWorthATry = isReachable();
  let fresh = isWorthATry ? await loadFresh(ownerId, record) : null;
  const cached = fresh ? null : await lastSeen(ownerId, record);
  // Without a kept list, tries even a backend that did not answer a moment ago.
  if (!fresh && !cached && !isWorthATry && !isOffline()) fresh = await loadFresh(ownerId, record);
  const items = fresh ?? cached;
  const queue = items ? await queueOf(ownerId) : [];
  // The backend answered while this read from the device, so the reload that its answer caused may already be over.
  if (!fresh && isReachable()) return listRecords(ownerId, record);
  if (!items) throw new BackendError('not reachable', 'The list was never seen on this device.');
  setStale(record.table, !fresh);
  return withChanges(record, items, queue);
}
