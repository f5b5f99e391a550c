import { BackendError } from '../errors.ts';
import type { RecordType, Stored } from '../records/record.ts';
import { type Change, type Conflict, changeOf, withEdit, withState } from './changes.ts';
import { changeQueue, reloadLists } from './queue.ts';
import { lastSeen, rememberSent } from './snapshots.ts';

/** Keeps an edit that conflicts with a change or a deletion elsewhere, until the owner has decided about it. */
export async function keepUndecided(ownerId: string, edit: Change, conflict: Conflict): Promise<void> {
  if (!conflict.theirs) await rememberSent(ownerId, edit, null);
  await changeQueue(ownerId, (queue) => {
    const next = withEdit(queue, edit);
    const change = next.find(({ id }) => id === edit.id);
    const problem = change?.problem ?? conflict;
    return change ? withState(next, change, { problem }) : [...next, { ...edit, problem }];
  });
  reloadLists();
}

/**
 * Keeps a record whose parent is gone from the backend, until the owner has decided about the parent. The decision adds both
 * again or drops both.
 * @throws BackendError when this device does not know the parent.
 */
export async function keepWithLostParent(
  ownerId: string,
  { parent: link }: RecordType,
  edit: Change,
  known?: Stored,
): Promise<void> {
  const parent = known ?? (link && (await lastSeen(ownerId, link.record))?.find(({ id }) => id === edit.parentId));
  if (!link || !parent) throw new BackendError('no such parent', 'What the record belongs to is gone.');
  await keepUndecided(ownerId, changeOf(link.record, parent, parent), {
    kind: 'conflict',
    theirs: null,
    version: 0,
  });
  await changeQueue(ownerId, (queue) => {
    const now = queue.find(({ id }) => id === edit.id) ?? edit;
    const isAdded = { base: null, version: 0, attempted: null, problem: null };
    return [...queue.filter(({ id }) => id !== edit.id), { ...now, ...isAdded }];
  });
}
