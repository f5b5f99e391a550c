import { BackendError } from '../errors.ts';
import { contentOf, type RecordType, type Stored, type Words } from '../records/record.ts';
import { findRow, insertRow, removeRow, updateRow } from '../records/rows.ts';
import type { Change } from './changes.ts';
import { reconcile } from './reconcile.ts';

/** What became of a change at the backend. */
export type Delivered<Item> =
  /** `item` is how the record stands there now; null when it is deleted. */
  | { kind: 'saved'; item: Item | null }
  /** The record was changed elsewhere meanwhile, or deleted (`theirs` is null). */
  | { kind: 'conflict'; theirs: Words | null; version: number }
  /** What it belongs to is gone from the backend. */
  | { kind: 'parent lost' };

function isOfKind(error: unknown, ...kinds: BackendError['kind'][]): boolean {
  return error instanceof BackendError && kinds.includes(error.kind);
}

/** Changes or deletes the version that is named. Undefined when there is no such version any more. */
async function change<Item extends Stored>(
  record: RecordType<Item>,
  ownerId: string,
  version: { id: string; version: number },
  content: Words | null,
): Promise<Item | null | undefined> {
  if (content) return (await updateRow(record, ownerId, version, content)) ?? undefined;
  return (await removeRow(record, version, [])) ? null : undefined;
}

async function insert<Item extends Stored>(
  record: RecordType<Item>,
  ownerId: string,
  { id, parentId, createdAt }: Change,
  content: Words,
): Promise<Item> {
  const link = record.parent && { [record.parent.key]: parentId };
  return insertRow(record, ownerId, { ...content, ...link, ...(createdAt && { createdAt }), id });
}

/** Sends what may be sent without a look at how the record stands. Undefined when it has to be looked at. */
async function sendAtOnce<Item extends Stored>(
  record: RecordType<Item>,
  ownerId: string,
  edit: Change,
): Promise<Item | null | undefined> {
  const { id, base, version, mine, attempted, isDeletionSent } = edit;
  if (attempted !== null || isDeletionSent) return undefined;
  if (base) return version > 0 ? change(record, ownerId, { id, version }, mine) : undefined;
  if (!mine) return undefined;
  try {
    return await insert(record, ownerId, edit, mine);
  } catch (error) {
    // It arrived earlier, and its answer got lost.
    if (isOfKind(error, 'exists already')) return undefined;
    throw error;
  }
}

/** Looks at the record, merges and sends, anew for as long as others are faster. */
async function sendAfterLook<Item extends Stored>(
  record: RecordType<Item>,
  ownerId: string,
  edit: Change,
): Promise<Delivered<Item>> {
  const words = edit.base ? edit : { ...edit, attempted: edit.attempted ?? edit.mine };
  for (let tried = edit.version; ; ) {
    const found = await findRow(record, edit.id);
    const theirs = found && contentOf(record, found);
    const verdict = reconcile(words, theirs);
    if (verdict.kind === 'nothing to do') return { kind: 'saved', item: found };
    if (verdict.kind === 'insert') {
      return { kind: 'saved', item: await insert(record, ownerId, edit, verdict.content) };
    }
    if (verdict.kind === 'conflict' || !found) return { kind: 'conflict', theirs, version: found?.version ?? 0 };
    const item = await change(record, ownerId, found, verdict.kind === 'update' ? verdict.content : null);
    if (item !== undefined) return { kind: 'saved', item };
    // Nobody was faster: the row rules let its owner see it and no more.
    if (found.version === tried) throw new BackendError('refused', `A row of ${record.table} may not be changed.`);
    tried = found.version;
  }
}

/**
 * Sends one change. An update and a deletion name the version that they have seen. Where another is there, what only one side has
 * changed is merged, and what both have changed is left for the owner to decide.
 * @throws BackendError
 */
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
    const item = await sendAtOnce(record, ownerId, edit);
    const result: Delivered<Item> =
      item === undefined ? await sendAfterLook(record, ownerId, edit) : { kind: 'saved', item };
    const isGone = result.kind === 'conflict' && !result.theirs;
    return isGone && (await isParentLost()) ? { kind: 'parent lost' } : result;
  } catch (error) {
    // A row that points nowhere, or a row rule that finds no parent of the owner's.
    const isSuspect = isOfKind(error, 'no such parent', 'refused');
    if (isSuspect && (await isParentLost())) return { kind: 'parent lost' };
    throw error;
  }
}
