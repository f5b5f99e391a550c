import { BackendError, isNotReachable } from '../backend-error.ts';
import type { RecordType, Stored } from '../records/record.ts';
import { rowsIn } from '../records/rows.ts';
import { type Change, withChanges } from './changes.ts';
import { type Outbox, queueOf, setStale } from './queue.ts';
import { registered } from './registry.ts';

export function nextEvent(outbox: Outbox): number {
  outbox.events += 1;
  return outbox.events;
}

function keyOf({ ownerId }: Outbox, { table }: RecordType): string {
  return `${ownerId}/${table}`;
}

/** Reads a list, or null if any item is invalid, because a partial list would look as if dogs were lost. */
function parseList<Item extends Stored>(record: RecordType<Item>, cached: unknown): Item[] | null {
  if (!Array.isArray(cached)) return null;
  const items = cached.map((value) => record.parse(value)).filter((item) => item !== null);
  return items.length === cached.length ? items : null;
}

/** Keeps a list for use without network, unless its owner has signed out meanwhile. */
async function keep(outbox: Outbox, record: RecordType, change: (cached: unknown) => unknown) {
  const { store, ownerId } = outbox;
  if (!outbox.isSignedIn()) return;
  const key = keyOf(outbox, record);
  // If there is no room for the new list, deletes the outdated one.
  await store.changeStored('seen', key, change).catch(() => store.removeStored('seen', (other) => other === key));
  const { dependentList } = record;
  if (dependentList === null || (await lastSeen(outbox, record))?.length !== 0) return;
  await store.removeStored('seen', (other) => other === `${ownerId}/${dependentList}`);
}

export async function lastSeen<Item extends Stored>(outbox: Outbox, record: RecordType<Item>): Promise<Item[] | null> {
  return parseList(record, await outbox.store.readStored('seen', keyOf(outbox, record)));
}

/** Updates the kept lists after the backend has saved a change. `saved` is the record there, or null when it is gone. */
export async function rememberSent(outbox: Outbox, change: Change, saved: Stored | null): Promise<void> {
  const sent = { ...change, base: null, attempted: [], mine: saved, createdAt: saved?.createdAt ?? change.createdAt };
  for (const record of registered.values()) {
    if (record.table !== change.table && record.parent?.record.table !== change.table) continue;
    outbox.changedAt.set(keyOf(outbox, record), nextEvent(outbox));
    await keep(outbox, record, (cached) => {
      const items = parseList(record, cached);
      return items ? withChanges(record, items, [sent]) : undefined;
    });
  }
}

export async function listAsSeen<Item extends Stored>(
  outbox: Outbox,
  record: RecordType<Item>,
): Promise<Item[] | null> {
  const cached = record.isOnlineOnly ? null : await lastSeen(outbox, record);
  if (!cached) return null;
  const queue = await queueOf(outbox);
  setStale(outbox, record.table, true);
  return withChanges(record, cached, queue, outbox.clock.now());
}

/** Loads the list from the backend, again if it has changed meanwhile. Returns null when the backend cannot be reached. */
async function loadFresh<Item extends Stored>(outbox: Outbox, record: RecordType<Item>): Promise<Item[] | null> {
  const { network, changedAt } = outbox;
  const key = keyOf(outbox, record);
  try {
    for (;;) {
      const begun = nextEvent(outbox);
      const items = await network.inTime(rowsIn(outbox.backend, record).list(outbox.ownerId));
      if (begun < (changedAt.get(key) ?? 0)) continue;
      changedAt.set(key, begun);
      if (begun > outbox.toldAt) void keep(outbox, record, () => items);
      return items;
    }
  } catch (error) {
    if (!isNotReachable(error)) throw error;
    network.setUnreachable(true);
    return null;
  }
}

/**
 * Lists an owner's records in order, with unsent changes applied. They come from the backend or, while it cannot be reached, from the
 * list on this device.
 * @throws BackendError, of kind 'not reachable' only when this device has no list
 */
export async function listRecords<Item extends Stored>(outbox: Outbox, record: RecordType<Item>): Promise<Item[]> {
  const { network } = outbox;
  if (record.isOnlineOnly) return network.inTime(rowsIn(outbox.backend, record).list(outbox.ownerId));
  const isWorthATry = network.isReachable();
  let fresh = isWorthATry ? await loadFresh(outbox, record) : null;
  const cached = fresh ? null : await lastSeen(outbox, record);
  // Without a kept list, tries even a backend that did not answer a moment ago.
  if (!fresh && !cached && !isWorthATry && !network.isOffline()) fresh = await loadFresh(outbox, record);
  const items = fresh ?? cached;
  const queue = items ? await queueOf(outbox) : [];
  // The backend answered while this read from the device, so the reload that its answer caused may already be over.
  if (!fresh && network.isReachable()) return listRecords(outbox, record);
  if (!items) throw new BackendError('not reachable', 'The list was never seen on this device.');
  setStale(outbox, record.table, !fresh);
  return withChanges(record, items, queue, outbox.clock.now());
}
