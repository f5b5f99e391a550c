import { BackendError, isOfKind } from '../errors.ts';
import {
  clashingFields,
  contentOf,
  type FieldValues,
  isSameContent,
  mergedContent,
  type RecordType,
  type Stored,
} from '../records/record.ts';
import { findRow, insertRow, removeRow, updateRow } from '../records/rows.ts';
import { attemptOf, type Change, type Conflict, changeOf, knownOf, withEdit, withState } from './changes.ts';
import { changeQueue, reloadLists } from './queue.ts';
import { lastSeen, rememberSent } from './snapshots.ts';

/** `send`: overwrite the record in the backend with `content`, or delete it when `content` is null. */
type Verdict = { kind: 'nothing to do' } | { kind: 'send'; content: FieldValues | null } | { kind: 'conflict' };

/** Merges a change with the record in the backend (`theirs`), so that no edit is lost. */
export function reconcile(
  change: Pick<Change, 'base' | 'mine' | 'attempted' | 'isDeletionSent'>,
  theirs: FieldValues | null,
): Verdict {
  const { base, mine, isDeletionSent } = change;
  if (!theirs) {
    if (!mine) return { kind: 'nothing to do' };
    return base === null || isDeletionSent ? { kind: 'send', content: mine } : { kind: 'conflict' };
  }
  const known = knownOf(change, theirs);
  if (!mine) return known && isSameContent(known, theirs) ? { kind: 'send', content: null } : { kind: 'conflict' };
  // A deletion that was undone may still arrive. Sending raises the version, so that the deletion does not match.
  if (isSameContent(mine, theirs)) return isDeletionSent ? { kind: 'send', content: mine } : { kind: 'nothing to do' };
  if (clashingFields(known, mine, theirs).length > 0) return { kind: 'conflict' };
  return { kind: 'send', content: mergedContent({ base: known, mine, theirs }, 'mine') };
}

/** Stores an edit that conflicts with a change or deletion elsewhere, until the owner has decided about it. */
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
 * Stores a record whose parent is gone from the backend, until the owner has decided about the parent. The decision adds both again or
 * drops both.
 * @throws BackendError when this device does not know the parent
 */
export async function keepWithLostParent(ownerId: string, { parent: link }: RecordType, edit: Change): Promise<void> {
  const kept = link && (await lastSeen(ownerId, link.record))?.find(({ id }) => id === edit.parentId);
  const parent = kept ?? link?.record.parse(edit.parentSeen);
  if (!link || !parent) throw new BackendError('no such parent', 'What the record belongs to is gone.');
  await keepUndecided(ownerId, changeOf(link.record, parent, parent), {
    kind: 'conflict',
    theirs: null,
    version: 0,
  });
  await changeQueue(ownerId, (queue) => {
    const now = queue.find(({ id }) => id === edit.id) ?? edit;
    const isAdded = { base: null, version: 0, attempted: [], isDeletionSent: false, problem: null };
    return [...queue.filter(({ id }) => id !== edit.id), { ...now, ...isAdded }];
  });
}

type Delivered<Item> =
  /** `item` is the record in the backend; null when it is deleted. */
  { kind: 'saved'; item: Item | null } | Conflict | { kind: 'parent lost' };

/** The version that a change is based on; null for a new record. */
type Version = { version: number } | null;

/** Returns the version that the backend should have, or undefined when the record must be read first. */
function expectedVersion({ base, version, mine, attempted, isDeletionSent }: Change): Version | undefined {
  if (attempted.length > 0 || isDeletionSent) return undefined;
  if (base) return version > 0 ? { version } : undefined;
  return mine ? null : undefined;
}

/** Inserts or updates, or deletes if `content` is null. Returns undefined when the backend has another version. */
async function send<Item extends Stored>(
  record: RecordType<Item>,
  ownerId: string,
  { id, parentId, createdAt }: Change,
  expected: Version,
  content: FieldValues | null,
): Promise<Item | null | undefined> {
  if (!content) return (await removeRow(record, { id, version: expected?.version ?? 0 })) ? null : undefined;
  // As when it is added, the owner is part of what is sent.
  if (expected) return (await updateRow(record, { id, ...expected }, content, { user_id: ownerId })) ?? undefined;
  const link = record.parent && { [record.parent.key]: parentId };
  const values = { ...content, ...link, ...(createdAt && { createdAt }), id };
  return (await insertRow(record, ownerId, values)) ?? undefined;
}

/** Sends a change. While the backend has another version, merges and sends again. */
async function sendAndMerge<Item extends Stored>(
  record: RecordType<Item>,
  ownerId: string,
  edit: Change,
): Promise<Delivered<Item>> {
  // If a new record exists already, an earlier attempt has added it, and its answer was lost.
  const ours = edit.base || !edit.mine ? edit : attemptOf(edit);
  let content = edit.mine;
  for (let expected = expectedVersion(edit); ; ) {
    const item = expected === undefined ? undefined : await send(record, ownerId, edit, expected, content);
    if (item !== undefined) return { kind: 'saved', item };
    const found = await findRow(record, edit.id);
    // The version is as expected, so a row policy lets the owner read the row but not change it.
    if (expected !== undefined && found?.version === expected?.version)
      throw new BackendError('refused', `A row of ${record.table} may not be changed.`);
    const theirs = found && contentOf(record, found);
    const verdict = reconcile(ours, theirs);
    if (verdict.kind === 'nothing to do') return { kind: 'saved', item: found };
    if (verdict.kind === 'conflict') return { kind: 'conflict', theirs, version: found?.version ?? 0 };
    expected = found;
    content = verdict.content;
  }
}

/** Sends one change. The caller must ask the owner about a conflict or a lost parent. @throws BackendError */
export async function deliver<Item extends Stored>(
  record: RecordType<Item>,
  ownerId: string,
  edit: Change,
): Promise<Delivered<Item>> {
  const isParentLost = async () =>
    record.parent !== null &&
    edit.mine !== null &&
    edit.parentId !== null &&
    (await findRow(record.parent.record, edit.parentId)) === null;
  try {
    const result = await sendAndMerge(record, ownerId, edit);
    const isGone = result.kind === 'conflict' && !result.theirs;
    if (!isGone || !(await isParentLost())) return result;
  } catch (error) {
    // The foreign key or the row policy found no parent of this owner.
    if (!isOfKind(error, 'no such parent', 'refused') || !(await isParentLost())) throw error;
  }
  return { kind: 'parent lost' };
}
