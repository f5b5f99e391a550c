import { BackendError, isOfKind } from '../errors.ts';
import { contentOf, type RecordType, type Stored, type Words } from '../records/record.ts';
import { findRow, insertRow, removeRow, updateRow } from '../records/rows.ts';
import type { Change, Conflict } from './changes.ts';
import { reconcile } from './reconcile.ts';

/** The outcome of sending a change. */
export type Delivered<Item> =
  /** `item` is the record in the backend; null when it is deleted. */
  | { kind: 'saved'; item: Item | null }
  | Conflict
  /** The parent record is gone from the backend. */
  | { kind: 'parent lost' };

/** The version that a change is based on; null for a new record. */
type Version = { version: number } | null;

/** The version that the backend should have; undefined when the record has to be read first. */
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

/** Sends a change. As long as the backend has another version, it merges and sends again. */
async function sendAndMerge<Item extends Stored>(
  record: RecordType<Item>,
  ownerId: string,
  edit: Change,
): Promise<Delivered<Item>> {
  // If a new record exists already, an earlier attempt has added it, and its answer was lost.
  const words = edit.base ? edit : { ...edit, attempted: edit.attempted ?? edit.mine };
  let content = edit.mine;
  for (let expected = expectedVersion(edit); ; ) {
    const item = expected === undefined ? undefined : await send(record, ownerId, edit, expected, content);
    if (item !== undefined) return { kind: 'saved', item };
    const found = await findRow(record, edit.id);
    // The version is the expected one, so a row rule allows the owner to read the row, but not to change it.
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

/** Sends one change. The caller has to ask the owner about a conflict or a lost parent. @throws BackendError */
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
    // The foreign key or the row rule has found no parent of this owner.
    if (!isOfKind(error, 'no such parent', 'refused') || !(await isParentLost())) throw error;
  }
  return { kind: 'parent lost' };
}
