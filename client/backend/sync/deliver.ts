import { BackendError, isOfKind } from '../errors.ts';
import { contentOf, type RecordType, type Stored, type Words } from '../records/record.ts';
import { findRow, insertRow, removeRow, updateRow } from '../records/rows.ts';
import type { Change, Conflict } from './changes.ts';
import { reconcile } from './reconcile.ts';

/** What became of a change at the backend. */
export type Delivered<Item> =
  /** `item` is how the record stands there now; null when it is deleted. */
  | { kind: 'saved'; item: Item | null }
  | Conflict
  /** What it belongs to is gone from the backend. */
  | { kind: 'parent lost' };

/** The version that a change goes on from; null for a record that is not there yet. */
type Version = { version: number } | null;

/** The version that the backend should still have; undefined where only a look at the record can tell. */
function expectedVersion({ base, version, mine, attempted, isDeletionSent }: Change): Version | undefined {
  if (attempted !== null || isDeletionSent) return undefined;
  if (base) return version > 0 ? { version } : undefined;
  return mine ? null : undefined;
}

/** Inserts, updates, or deletes where `content` is null. Undefined when the backend has another version. */
async function send<Item extends Stored>(
  record: RecordType<Item>,
  ownerId: string,
  { id, parentId, createdAt }: Change,
  expected: Version,
  content: Words | null,
): Promise<Item | null | undefined> {
  if (!content) return (await removeRow(record, { id, ...expected }, [])) ? null : undefined;
  if (expected) return (await updateRow(record, ownerId, { id, ...expected }, content)) ?? undefined;
  const link = record.parent && { [record.parent.key]: parentId };
  const words = { ...content, ...link, ...(createdAt && { createdAt }), id };
  return (await insertRow(record, ownerId, words)) ?? undefined;
}

/** Sends a change. Where the backend has another version, merges and sends again, for as long as others are faster. */
async function sendAndMerge<Item extends Stored>(
  record: RecordType<Item>,
  ownerId: string,
  edit: Change,
): Promise<Delivered<Item>> {
  // Where a new record is there already, it arrived earlier, and its answer got lost.
  const words = edit.base ? edit : { ...edit, attempted: edit.attempted ?? edit.mine };
  let content = edit.mine;
  for (let expected = expectedVersion(edit); ; ) {
    const item = expected === undefined ? undefined : await send(record, ownerId, edit, expected, content);
    if (item !== undefined) return { kind: 'saved', item };
    const found = await findRow(record, edit.id);
    // Nobody was faster: the row rules let the owner read the row, but not change it.
    if (expected !== undefined && found?.version === expected?.version)
      throw new BackendError('refused', `A row of ${record.table} may not be changed.`);
    const theirs = found && contentOf(record, found);
    const verdict = reconcile(words, theirs);
    if (verdict.kind === 'nothing to do') return { kind: 'saved', item: found };
    if (verdict.kind === 'conflict') return { kind: 'conflict', theirs, version: found?.version ?? 0 };
    expected = found;
    content = verdict.content;
  }
}

/** Sends one change. The owner decides about fields that both sides have changed, and about a lost parent. @throws BackendError */
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
    // A row that points nowhere, or a row rule that finds no parent of the owner's.
    if (!isOfKind(error, 'no such parent', 'refused') || !(await isParentLost())) throw error;
  }
  return { kind: 'parent lost' };
}
