import { withoutTurning } from '../../../domain/text/text.ts';
import { BackendError, isNotReachable, isPassing } from '../errors.ts';
import { isOffline, isReachable, setUnreachable } from '../network.ts';
import { type FieldValues, mapValues, parentIdOf, type RecordType, type Stored } from '../records/record.ts';
import { childRowsOf, findRow, type Removed, removeRow, restoreRows } from '../records/rows.ts';
import {
  attemptOf,
  type Change,
  changeOf,
  itemAfter,
  type Queue,
  replacing,
  undone,
  type WaitingDeletion,
  withEdit,
  withoutDeletion,
} from './changes.ts';
import { deliver, keepUndecided, keepWithLostParent } from './deliver.ts';
import { failedEdits, queueOf, tellOtherTabs } from './queue.ts';
import { childrenOf, registered } from './registry.ts';
import { changeAndSend } from './sender.ts';
import { lastSeen, rememberSent } from './snapshots.ts';
import { isWaitingPhoto, settledPhotoUrl } from './waiting-photos.ts';

/** `waiting`: stored until the backend can be reached. `undecided`: stored until the owner has decided about a conflict. */
export type Saved<Item> = { saved: Item; state: 'saved' | 'waiting' | 'undecided' };

const underWay = new Set<Promise<unknown>>();

/** Lets `unsentChanges` wait for an edit. */
export function untilAnswered<Answer>(edit: Promise<Answer>): Promise<Answer> {
  underWay.add(edit);
  const forget = () => underWay.delete(edit);
  edit.then(forget, forget);
  return edit;
}

/**
 * Returns an owner's unsent changes, once each edit has been answered or queued. Reads them from the device, because the page may not have
 * read them yet.
 */
export async function unsentChanges(ownerId: string): Promise<Queue> {
  await Promise.allSettled(underWay);
  return queueOf(ownerId);
}

/** Whether an edit must wait: for the network, its photo, or a waiting change of the same record, its parent or its children. */
async function mustWait(ownerId: string, edit: Change): Promise<boolean> {
  if (!isReachable() || Object.values(edit.mine ?? {}).some(isWaitingPhoto)) return true;
  const familyOf = ({ parentId, id }: Change) => parentId ?? id;
  return (await queueOf(ownerId)).some((change) => familyOf(change) === familyOf(edit));
}

/** Adds edits to the queue. Returns the queue before that. */
async function queueEdits(ownerId: string, ...edits: Change[]): Promise<Queue> {
  let before: Queue = [];
  await changeAndSend(ownerId, (queue) => {
    before = queue;
    return edits.reduce<Queue>(withEdit, queue);
  });
  return before;
}

/**
 * Calls `send`, or queues the edit when the backend cannot be reached. `before` is the queue without the edit. `sent` returns the edit as
 * it was sent last.
 */
async function sendOrQueue<Answer>(
  ownerId: string,
  edit: Change,
  send: () => Promise<Answer>,
  sent = () => edit,
): Promise<{ answer: Answer } | { before: Queue }> {
  if (await mustWait(ownerId, edit)) return { before: await queueEdits(ownerId, edit) };
  try {
    return { answer: await send() };
  } catch (error) {
    if (!isNotReachable(error)) throw error;
    setUnreachable(true);
    return { before: await queueEdits(ownerId, attemptOf(sent())) };
  }
}

async function remember(ownerId: string, edit: Change, saved: Stored | null) {
  await rememberSent(ownerId, edit, saved);
  tellOtherTabs(ownerId);
}

/** Replaces the addresses of waiting photos that have been uploaded. */
function settled(values: FieldValues | null): FieldValues | null {
  return values && mapValues(values, settledPhotoUrl);
}

/**
 * Saves a record. `seen` is the record when its form was opened, or null for a new one. `values` are its new ones. `parent` is its
 * parent record, if any.
 * @throws BackendError
 */
export async function saveRecord<Item extends Stored>(
  ownerId: string,
  record: RecordType<Item>,
  { id, seen, values, parent }: { id: string; seen: Item | null; values: FieldValues; parent?: Stored },
): Promise<Saved<Item>> {
  const typed = changeOf(record, seen, { ...values, id });
  const attempted = failedEdits.get(id) ?? [];
  const edit = {
    ...typed,
    base: settled(typed.base),
    mine: settled(typed.mine),
    attempted,
    parentSeen: parent ?? null,
  };
  const local = itemAfter(record, edit, seen ?? undefined);
  if (!local) throw new BackendError('unexpected', `A record of ${record.table} would not be readable.`);

  const result = await sendOrQueue(ownerId, edit, () => deliver(record, ownerId, edit)).catch((error: unknown) => {
    if (isPassing(error)) failedEdits.set(id, attemptOf(edit).attempted);
    throw error;
  });
  failedEdits.delete(id);
  if ('before' in result) return { saved: local, state: 'waiting' };
  const { answer } = result;
  if (answer.kind === 'saved') {
    await remember(ownerId, edit, answer.item);
    return { saved: answer.item ?? local, state: 'saved' };
  }
  if (answer.kind === 'conflict') await keepUndecided(ownerId, edit, answer);
  else await keepWithLostParent(ownerId, record, edit);
  return { saved: local, state: 'undecided' };
}

/** What putBack needs to undo a deletion: the removed rows, or what this device knows of them. */
export type Deleted = { removed: Removed } | WaitingDeletion;

/** Returns deletions of the children that this device knows. */
async function seenChildren(ownerId: string, record: RecordType, id: string): Promise<Change[]> {
  const lists = childrenOf(record).map(async (child) => {
    const items = (await lastSeen(ownerId, child)) ?? [];
    return items.filter((item) => parentIdOf(child, item) === id).map((item) => changeOf(child, item, null));
  });
  return (await Promise.all(lists)).flat();
}

/** Returns deletions of the rows. */
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
  record: RecordType,
  { id, version }: Stored,
  onRead: (newest: Stored | null, children: Removed) => void,
): Promise<Removed | null> {
  const children = await childRowsOf(id, childrenOf(record));
  onRead(null, children);
  for (let seen = version > 0 ? version : null; ; ) {
    const row = seen === null ? null : await removeRow(record, { id, version: seen });
    if (row) return [{ table: record.table, rows: [row] }, ...children];
    const found = await findRow(record, id);
    if (!found) return null;
    if (found.version === seen) throw new BackendError('refused', `A row of ${record.table} may not be deleted.`);
    seen = found.version;
    onRead(found, children);
  }
}

/**
 * Deletes a record and its children.
 * @returns what putBack needs; null when a record that this device does not keep was already gone
 * @throws BackendError
 */
export async function deleteRecord(ownerId: string, record: RecordType, item: Stored): Promise<Deleted | null> {
  const { id } = item;
  if (record.isOnlineOnly) {
    const row = await removeRow(record, { id, version: 0 });
    return row && { removed: [{ table: record.table, rows: [row] }] };
  }
  let deletion = changeOf(record, item, null);
  let childRows: Removed = [];
  const seen = await seenChildren(ownerId, record, id);
  // When the record is gone already, its children are, too, and only this device knows them.
  const children = () => (childRows.some(({ rows }) => rows.length > 0) ? deletionsOf(childRows) : seen);
  const remove = () =>
    removeAnyVersion(record, item, (newest, rows) => {
      if (newest) deletion = changeOf(record, newest, null);
      childRows = rows;
    });
  const result = await sendOrQueue(ownerId, deletion, remove, () => deletion);
  if ('before' in result) return { deletion: replacing(result.before, deletion), children: children() };
  await remember(ownerId, deletion, null);
  // The record is gone already: another device was faster, or the browser has sent the request twice.
  return result.answer ? { removed: result.answer } : { deletion, children: children() };
}

/** Restores a deleted record and its children. Safe to call again after a failure. @throws BackendError */
export async function putBack(ownerId: string, deleted: Deleted): Promise<void> {
  if ('deletion' in deleted) {
    await changeAndSend(ownerId, (queue) => withoutDeletion(queue, deleted));
    return;
  }
  // The backend now refuses direction characters, and one refused row would block all the others.
  const removed = withoutTurning(deleted.removed);
  try {
    if (!isReachable()) throw new BackendError('not reachable', 'There is no network.');
    await restoreRows(removed);
    tellOtherTabs(ownerId);
  } catch (error) {
    if (!isNotReachable(error)) throw error;
    if (!isOffline()) setUnreachable(true);
    await queueEdits(ownerId, ...deletionsOf(removed).map(undone));
  }
}
