import { BackendError, isNotReachable, isOfKind } from '../backend-error.ts';
import { contentOf, type FieldValues, mapValues, type RecordType, type Stored } from '../records/record.ts';
import { rowsIn } from '../records/rows.ts';
import {
  attemptOf,
  type Change,
  type Conflict,
  changeOf,
  itemAfter,
  type Queue,
  reconcile,
  withDecision,
  withEdit,
  withState,
} from './changes.ts';
import { changeAndSend, changeQueue, type Outbox, queueOf, reloadLists } from './queue.ts';
import { lastSeen, rememberSent } from './snapshots.ts';

/** Stores an edit that conflicts with a change or deletion elsewhere, until the owner has decided about it. */
async function keepUndecided(outbox: Outbox, edit: Change, conflict: Conflict): Promise<void> {
  if (!conflict.theirs) await rememberSent(outbox, edit, null);
  await changeQueue(outbox, (queue) => {
    const next = withEdit(queue, edit);
    const change = next.find(({ id }) => id === edit.id);
    const problem = change?.problem ?? conflict;
    return change ? withState(next, change, { problem }) : [...next, { ...edit, problem }];
  });
  reloadLists(outbox);
}

/**
 * Stores a record whose parent is gone from the backend, until the owner has decided about the parent. The decision adds both again or
 * drops both.
 * @throws BackendError when this device does not know the parent
 */
export async function keepWithLostParent(outbox: Outbox, { parent: link }: RecordType, edit: Change): Promise<void> {
  const kept = link && (await lastSeen(outbox, link.record))?.find(({ id }) => id === edit.parentId);
  const parent = kept ?? link?.record.parse(edit.parentSeen);
  if (!link || !parent) throw new BackendError('no such parent', 'What the record belongs to is gone.');
  await keepUndecided(outbox, changeOf(link.record, parent, parent), {
    kind: 'conflict',
    theirs: null,
    version: 0,
  });
  await changeQueue(outbox, (queue) => {
    const now = queue.find(({ id }) => id === edit.id) ?? edit;
    // What this device knows of the record, in case another one brings it back.
    const attempted = [...(now.base ? [now.base] : []), ...now.attempted];
    const isAdded = { base: null, version: 0, attempted, isDeletionSent: false, problem: null };
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
  { backend, ownerId }: Outbox,
  record: RecordType<Item>,
  { id, parentId, createdAt }: Change,
  expected: Version,
  content: FieldValues | null,
): Promise<Item | null | undefined> {
  const rows = rowsIn(backend, record);
  if (!content) return (await rows.remove({ id, version: expected?.version ?? 0 })) ? null : undefined;
  // As when it is added, the owner is part of what is sent.
  if (expected) return (await rows.update({ id, ...expected }, content, { user_id: ownerId })) ?? undefined;
  const link = record.parent && { [record.parent.key]: parentId };
  const values = { ...content, ...link, ...(createdAt && { createdAt }), id };
  return (await rows.insert(ownerId, values)) ?? undefined;
}

/** Reads a row of the owner. @throws BackendError also when the session has ended meanwhile */
export async function findOwn<Item extends Stored>(
  outbox: Outbox,
  record: RecordType<Item>,
  id: string,
): Promise<Item | null> {
  const found = await rowsIn(outbox.backend, record).find(id);
  outbox.checkSession();
  return found;
}

/** Sends a change. While the backend has another version, merges and sends again. */
async function sendAndMerge<Item extends Stored>(
  outbox: Outbox,
  record: RecordType<Item>,
  edit: Change,
): Promise<Delivered<Item>> {
  let content = edit.mine;
  for (let expected = expectedVersion(edit); ; ) {
    const item = expected === undefined ? undefined : await send(outbox, record, edit, expected, content);
    if (item !== undefined) return { kind: 'saved', item };
    const found = await findOwn(outbox, record, edit.id);
    // The version is as expected, so a row policy lets the owner read the row but not change it.
    if (expected !== undefined && found?.version === expected?.version)
      throw new BackendError('refused', `A row of ${record.table} may not be changed.`);
    const theirs = found && contentOf(record, found);
    const verdict = reconcile(record, edit, theirs);
    if (verdict.kind === 'nothing to do') return { kind: 'saved', item: found };
    if (verdict.kind === 'conflict') return { kind: 'conflict', theirs, version: found?.version ?? 0 };
    expected = found;
    content = verdict.content;
  }
}

/** Sends one change. The caller must ask the owner about a conflict or a lost parent. @throws BackendError */
export async function deliver<Item extends Stored>(
  outbox: Outbox,
  record: RecordType<Item>,
  edit: Change,
): Promise<Delivered<Item>> {
  const isParentLost = async () =>
    record.parent !== null &&
    edit.mine !== null &&
    edit.parentId !== null &&
    (await findOwn(outbox, record.parent.record, edit.parentId)) === null;
  try {
    const result = await sendAndMerge(outbox, record, edit);
    const isGone = result.kind === 'conflict' && !result.theirs;
    if (!isGone || !(await isParentLost())) return result;
  } catch (error) {
    // The foreign key or the row policy found no parent of this owner.
    if (!isOfKind(error, 'no such parent', 'refused') || !(await isParentLost())) throw error;
  }
  return { kind: 'parent lost' };
}

/** `waiting`: stored until the backend can be reached. `undecided`: stored until the owner has decided about a conflict. */
export type Saved<Item> = { saved: Item; state: 'saved' | 'waiting' | 'undecided' };

/** Whether an edit must wait: for the network, its photo, or a waiting change of the same record, its parent or its children. */
async function mustWait(outbox: Outbox, edit: Change): Promise<boolean> {
  if (!outbox.network.isReachable() || Object.values(edit.mine ?? {}).some(outbox.photos.isWaitingPhoto)) return true;
  const familyOf = ({ parentId, id }: Change) => parentId ?? id;
  return (await queueOf(outbox)).some((change) => familyOf(change) === familyOf(edit));
}

/** Adds edits to the queue. Returns the queue before that. */
export async function queueEdits(outbox: Outbox, ...edits: Change[]): Promise<Queue> {
  let before: Queue = [];
  await changeAndSend(outbox, (queue) => {
    before = queue;
    // A photo may have been uploaded since.
    return settled(outbox, edits).reduce<Queue>(withEdit, queue);
  });
  return before;
}

/**
 * Calls `send`, or queues the edit when the backend cannot be reached. `before` is the queue without the edit. `sent` returns the edit as
 * it was sent last.
 */
export async function sendOrQueue<Answer>(
  outbox: Outbox,
  edit: Change,
  send: () => Promise<Answer>,
  sent = () => edit,
): Promise<{ answer: Answer } | { before: Queue }> {
  if (await mustWait(outbox, edit)) return { before: await queueEdits(outbox, edit) };
  try {
    return { answer: await send() };
  } catch (error) {
    if (!isNotReachable(error)) throw error;
    outbox.network.setUnreachable(true);
    return { before: await queueEdits(outbox, attemptOf(sent())) };
  }
}

export async function remember(outbox: Outbox, edit: Change, saved: Stored | null) {
  await rememberSent(outbox, edit, saved);
  outbox.tellTabs(outbox.ownerId);
}

/** Replaces the addresses of waiting photos that have been uploaded, at any depth. */
export function settled<Value>({ photos }: Outbox, value: Value): Value {
  return mapValues(value, (part) => (photos.isWaitingPhoto(part) ? photos.settledPhotoUrl(part) : part));
}

/**
 * Saves a record. `seen` is the record when its form was opened, or null for a new one. `values` are its new ones. `parent` is its
 * parent record, if any.
 * @throws BackendError
 */
export async function saveRecord<Item extends Stored>(
  outbox: Outbox,
  record: RecordType<Item>,
  { id, seen, values, parent }: { id: string; seen: Item | null; values: FieldValues; parent?: Stored },
): Promise<Saved<Item>> {
  const attempted = outbox.failedEdits.get(id) ?? [];
  const typed = { ...changeOf(record, seen, { ...values, id }), attempted, parentSeen: parent ?? null };
  const edit = settled(outbox, typed);
  const local = itemAfter(record, edit, seen ?? undefined, outbox.clock.now());
  if (!local) throw new BackendError('unexpected', `A record of ${record.table} would not be readable.`);

  const result = await sendOrQueue(outbox, edit, () => deliver(outbox, record, edit)).catch((error: unknown) => {
    outbox.failedEdits.set(id, attemptOf(edit).attempted);
    throw error;
  });
  outbox.failedEdits.delete(id);
  if ('before' in result) return { saved: local, state: 'waiting' };
  const { answer } = result;
  if (answer.kind === 'saved') {
    await remember(outbox, edit, answer.item);
    return { saved: answer.item ?? local, state: 'saved' };
  }
  if (answer.kind === 'conflict') await keepUndecided(outbox, edit, answer);
  else await keepWithLostParent(outbox, record, edit);
  return { saved: local, state: 'undecided' };
}

/** Applies the owner's decision about a change that could not be sent: 'mine' sends it again, 'theirs' drops it. */
export function decide(outbox: Outbox, id: string, choice: 'mine' | 'theirs'): Promise<void> {
  // A photo that the question shows may have been uploaded since.
  return changeAndSend(outbox, (queue) => settled(outbox, withDecision(queue, id, choice)));
}
