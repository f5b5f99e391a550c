/** Deletes records and brings them back. Loaded when a record is deleted. */
import { withoutTurning } from '../../../domain/text/text.ts';
import { BackendError, isNotReachable, unwrap } from '../backend-error.ts';
import { type FieldValues, parentIdOf, type RecordType, type Stored } from '../records/record.ts';
import { type Backend, rowsIn, rowsWith } from '../records/rows.ts';
import { type Change, changeOf, replacing, undone, type WaitingDeletion, withoutDeletion } from './changes.ts';
import { findOwn, queueEdits, remember, sendOrQueue, settled } from './outbox.ts';
import { changeAndSend, type Outbox } from './queue.ts';
import { childrenOf, registered } from './registry.ts';
import { lastSeen } from './snapshots.ts';

/** The rows of a deleted record and of its children, to put them back. */
export type Removed = readonly { table: string; rows: readonly FieldValues[] }[];

/** Reads the rows of a record's children, to put them back after its deletion. */
export async function childRowsOf(backend: Backend, id: string, children: readonly RecordType[]): Promise<Removed> {
  const found: { table: string; rows: readonly FieldValues[] }[] = [];
  for (const { table, parent, fields } of children) {
    const column = (parent && fields[parent.key]?.column) ?? '';
    found.push({ table, rows: await rowsWith(backend, table, { [column]: id }) });
  }
  return found;
}

/** Restores deleted rows. It is safe to call again after a failure, because existing rows are skipped. */
async function restoreRows(backend: Backend, removed: Removed): Promise<void> {
  const client = await backend();
  for (const { table, rows } of removed.filter((part) => part.rows.length > 0)) {
    unwrap(await client.from(table).upsert([...rows], { onConflict: 'id', ignoreDuplicates: true }));
  }
}

/** What putBack needs to undo a deletion: the removed rows, or what this device knows of them. */
export type Deleted = { removed: Removed } | WaitingDeletion;

/** Returns deletions of the children that this device knows. */
async function seenChildren(outbox: Outbox, record: RecordType, id: string): Promise<Change[]> {
  const lists = childrenOf(record).map(async (child) => {
    const items = (await lastSeen(outbox, child)) ?? [];
    return items.filter((item) => parentIdOf(child, item) === id).map((item) => changeOf(child, item, null));
  });
  return (await Promise.all(lists)).flat();
}

function deletionsOf(rows: Removed): Change[] {
  return rows.flatMap(({ table, rows }) => {
    const record = registered.get(table);
    return record ? rows.map((row) => changeOf(record, record.read(row), null)) : [];
  });
}

/**
 * Deletes a record and its children, whatever another device has made of it, because its owner can undo that. Each request names the
 * version that it deletes, so that one which arrives late does not undo an Undo. `onRead` gets the rows that are about to go.
 * @returns null when the record was already gone
 */
async function removeAnyVersion(
  outbox: Outbox,
  record: RecordType,
  { id, version }: Stored,
  onRead: (newest: Stored | null, children: Removed) => void,
): Promise<Removed | null> {
  for (let seen = version > 0 ? version : null, newest: Stored | null = null; ; ) {
    const children = await childRowsOf(outbox.backend, id, childrenOf(record));
    onRead(newest, children);
    const row = seen === null ? null : await rowsIn(outbox.backend, record).remove({ id, version: seen });
    if (row) return [{ table: record.table, rows: [row] }, ...children];
    newest = await findOwn(outbox, record, id);
    if (!newest) return null;
    if (newest.version === seen) throw new BackendError('refused', `A row of ${record.table} may not be deleted.`);
    seen = newest.version;
  }
}

/**
 * Deletes a record and its children.
 * @returns what putBack needs; null when a record that this device does not keep was already gone
 * @throws BackendError
 */
export async function deleteRecord(outbox: Outbox, record: RecordType, item: Stored): Promise<Deleted | null> {
  const { id } = item;
  if (record.isOnlineOnly) {
    const row = await rowsIn(outbox.backend, record).remove({ id, version: 0 });
    return row && { removed: [{ table: record.table, rows: [row] }] };
  }
  // The page may still show a photo by the address under which it waited.
  let deletion = changeOf(record, settled(outbox, item), null);
  let childRows: Removed = [];
  const seen = await seenChildren(outbox, record, id);
  // When the record is gone already, its children are, too, and only this device knows them.
  const children = () => (childRows.some(({ rows }) => rows.length > 0) ? deletionsOf(childRows) : seen);
  const remove = () =>
    removeAnyVersion(outbox, record, item, (newest, rows) => {
      if (newest) deletion = changeOf(record, newest, null);
      childRows = rows;
    });
  const result = await sendOrQueue(outbox, deletion, remove, () => deletion);
  if ('before' in result) return { deletion: replacing(result.before, deletion), children: children() };
  await remember(outbox, deletion, null);
  // The record is gone already: another device was faster, or the browser has sent the request twice.
  return result.answer ? { removed: result.answer } : { deletion, children: children() };
}

/** Restores a deleted record and its children. Safe to call again after a failure. @throws BackendError */
export async function putBack(outbox: Outbox, deleted: Deleted): Promise<void> {
  if ('deletion' in deleted) {
    await changeAndSend(outbox, (queue) => withoutDeletion(queue, settled(outbox, deleted)));
    return;
  }
  // The backend now refuses direction characters, and one refused row would block all the others.
  const removed = withoutTurning(deleted.removed);
  try {
    if (!outbox.network.isReachable()) throw new BackendError('not reachable', 'There is no network.');
    await restoreRows(outbox.backend, removed);
    outbox.tellTabs(outbox.ownerId);
  } catch (error) {
    if (!isNotReachable(error)) throw error;
    if (!outbox.network.isOffline()) outbox.network.setUnreachable(true);
    await queueEdits(outbox, ...deletionsOf(removed).map(undone));
  }
}
