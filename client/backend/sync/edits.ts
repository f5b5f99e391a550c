import { BackendError, isNotReachable } from '../errors.ts';
import { isOffline, isReachable, setUnreachable } from '../network.ts';
import { parentIdOf, type RecordType, type Stored, type Words } from '../records/record.ts';
import { type Removed, removeRow, restoreRows } from '../records/rows.ts';
import { type Change, changeOf, itemAfter, returnOf, withEdit, withoutDeletion } from './changes.ts';
import { deliver } from './deliver.ts';
import { holdForParent, keepUndecided } from './lost-records.ts';
import { changeQueue, queueOf, renewLists, tellOtherTabs } from './queue.ts';
import { childrenOf, registered } from './registry.ts';
import { sendWaiting } from './sender.ts';
import { lastSeen, rememberSent } from './snapshots.ts';
import { isWaitingPhoto, settledPhotoUrl } from './waiting-photos.ts';

/**
 * What became of the words: saved by the backend, kept on this device until it can be reached, or kept for the owner to decide,
 * because the record was deleted or changed elsewhere.
 */
export type Saved<Item> = { saved: Item; state: 'saved' | 'waiting' | 'undecided' };

/** Keeps the order: what concerns a record with words that wait, or its family, has to wait behind them. */
async function mustWait(ownerId: string, edit: Change): Promise<boolean> {
  if (!isReachable() || Object.values(edit.mine ?? {}).some(isWaitingPhoto)) return true;
  const familyOf = ({ parentId, id }: Change) => parentId ?? id;
  return (await queueOf(ownerId)).some((change) => familyOf(change) === familyOf(edit));
}

async function queueEdits(ownerId: string, edits: readonly Change[]): Promise<readonly Change[]> {
  let before: readonly Change[] = [];
  await changeQueue(ownerId, (queue) => {
    before = queue;
    return edits.reduce<readonly Change[]>(withEdit, queue);
  });
  renewLists();
  sendWaiting();
  return before;
}

/**
 * Sends with `send`. Answers `waiting` when the backend cannot be reached: before, or on the way, so that the words may have
 * arrived all the same.
 */
async function sentNow<Answer>(
  ownerId: string,
  edit: Change,
  send: () => Promise<Answer>,
): Promise<{ answer: Answer } | { waiting: Change }> {
  if (await mustWait(ownerId, edit)) return { waiting: edit };
  try {
    return { answer: await send() };
  } catch (error) {
    if (!isNotReachable(error)) throw error;
    setUnreachable(true);
    return { waiting: { ...edit, attempted: edit.mine, isDeletionSent: edit.mine === null } };
  }
}

async function remember(ownerId: string, edit: Change, saved: Stored | null) {
  await rememberSent(ownerId, edit, saved);
  tellOtherTabs(ownerId);
}

/** A photo that has waited goes by its real address once it is uploaded. */
function settled(words: Words | null): Words | null {
  const addressOf = (value: unknown) => (isWaitingPhoto(value) ? settledPhotoUrl(value) : value);
  return words && Object.fromEntries(Object.entries(words).map(([key, value]) => [key, addressOf(value)]));
}

/**
 * Saves a new record, or a changed one: `seen` is how it was when its form was opened, `words` has all that it is to be. `parent`
 * is what it belongs to, if anything.
 * @throws BackendError
 */
export async function saveRecord<Item extends Stored>(
  ownerId: string,
  record: RecordType<Item>,
  { id, seen, words, parent }: { id: string; seen: Item | null; words: Words; parent?: Stored },
): Promise<Saved<Item>> {
  const told = changeOf(record, seen, { ...words, id });
  const edit = { ...told, base: settled(told.base), mine: settled(told.mine) };
  const kept = itemAfter(record, edit, seen ?? undefined);
  if (!kept) throw new BackendError('unexpected', `A record of ${record.table} would not be readable.`);

  const result = await sentNow(ownerId, edit, () => deliver(record, ownerId, edit));
  if ('waiting' in result) {
    await queueEdits(ownerId, [result.waiting]);
    return { saved: kept, state: 'waiting' };
  }
  const { answer } = result;
  if (answer.kind === 'saved') {
    await remember(ownerId, edit, answer.item);
    return { saved: answer.item ?? kept, state: 'saved' };
  }
  if (answer.kind === 'conflict') await keepUndecided(ownerId, edit, answer);
  else await holdForParent(ownerId, record, edit, parent);
  return { saved: kept, state: 'undecided' };
}

/** What was deleted, with all that is needed to take it back: rows of the backend, or what waits to be sent. */
type Waiting = { deletion: Change; before: readonly Change[]; children: readonly Change[] };
export type Deleted = { removed: Removed } | Waiting;

/** What this device knows of the records that go with one. */
async function seenChildren(ownerId: string, record: RecordType, id: string): Promise<Change[]> {
  const lists = childrenOf(record).map(async (child) => {
    const items = (await lastSeen(ownerId, child)) ?? [];
    return items.filter((item) => parentIdOf(child, item) === id).map((item) => returnOf(child, item));
  });
  return (await Promise.all(lists)).flat();
}

/**
 * Deletes a record with those that belong to it.
 * @returns what putBack needs; null when it was gone already.
 * @throws BackendError
 */
export async function deleteRecord(ownerId: string, record: RecordType, item: Stored): Promise<Deleted | null> {
  const deletion = changeOf(record, item, null);
  const { id } = item;
  const result = await sentNow(ownerId, deletion, () => removeRow(record, { id }, childrenOf(record)));
  if ('answer' in result) {
    await remember(ownerId, deletion, null);
    return result.answer && { removed: result.answer };
  }
  const children = await seenChildren(ownerId, record, id);
  return { deletion, children, before: await queueEdits(ownerId, [result.waiting]) };
}

async function takeBack(ownerId: string, { deletion, before, children }: Waiting) {
  await changeQueue(ownerId, (queue) => {
    const isStillHere = queue.some(({ id, mine, isDeletionSent }) => id === deletion.id && !mine && !isDeletionSent);
    const next = withoutDeletion(queue, before, deletion);
    const known = new Set(next.map(({ id }) => id));
    // The deletion may have been sent already, and took the children along.
    const lost = isStillHere || before.some(({ id, base }) => id === deletion.id && !base) ? [] : children;
    return lost.filter(({ id }) => !known.has(id)).reduce<readonly Change[]>(withEdit, next);
  });
  renewLists();
  sendWaiting();
}

/**
 * Puts a deleted record back, with its place in the list and those that belong to it. May be called again after a failure.
 * @throws BackendError
 */
export async function putBack(ownerId: string, deleted: Deleted): Promise<void> {
  if ('deletion' in deleted) {
    await takeBack(ownerId, deleted);
    return;
  }
  try {
    if (!isReachable()) throw new BackendError('not reachable', 'There is no network.');
    await restoreRows(deleted.removed);
    tellOtherTabs(ownerId);
  } catch (error) {
    if (!isNotReachable(error)) throw error;
    if (!isOffline()) setUnreachable(true);
    const returns = deleted.removed.flatMap(({ table, rows }) => {
      const record = registered.get(table);
      const items = rows.map((row) => record?.parse(row, 'column') ?? null).filter((item) => item !== null);
      return record ? items.map((item) => returnOf(record, item)) : [];
    });
    await queueEdits(ownerId, returns);
  }
}
