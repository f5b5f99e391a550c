import { isObject } from '../../../domain/parse.ts';
import {
  clashingFields,
  contentOf,
  type FieldValues,
  inOrder,
  isSameContent,
  mergedContent,
  parentIdOf,
  type RecordType,
  type Stored,
} from '../records/record.ts';

/** The record was changed elsewhere, or deleted (`theirs` is null). `version` is null for an unsent change of another tab. */
export type Conflict = { kind: 'conflict'; theirs: FieldValues | null; version: number | null };

/** Why the owner has to decide about a change. */
export type ChangeProblem =
  | Conflict
  | { kind: 'refused' }
  /** The kept change can no longer be read. */
  | { kind: 'unreadable' };

/**
 * An unsent change of one record, from `base` to `mine`. `base` is null for a new record, `mine` for a deletion. The queue has at
 * most one change for each record: a further edit is merged into it.
 */
export type Change = {
  readonly table: string;
  readonly id: string;
  readonly parentId: string | null;
  /** When the record was created; null for a new one, because the backend sets it. */
  readonly createdAt: string | null;
  readonly base: FieldValues | null;
  /** The version of `base`; 0 when it is not known. */
  readonly version: number;
  readonly mine: FieldValues | null;
  /** The values of an attempt without an answer. They may have reached the backend. */
  readonly attempted: FieldValues | null;
  /** Whether a deletion was sent without an answer. It may have reached the backend. */
  readonly isDeletionSent: boolean;
  /** Rises with every edit and decision, to recognize an answer that concerns an earlier edit. */
  readonly revision: number;
  readonly problem: ChangeProblem | null;
};

/** The unsent changes of an owner, in order. */
export type Queue = readonly Change[];

/** The change from `before` to `after`. One of them may be null. */
export function changeOf(
  record: RecordType,
  before: Stored | null,
  after: (FieldValues & { id: string }) | null,
): Change {
  const item = before ?? after;
  return {
    table: record.table,
    id: before?.id ?? after?.id ?? '',
    parentId: item && parentIdOf(record, item),
    createdAt: before?.createdAt ?? null,
    base: before && contentOf(record, before),
    version: before?.version ?? 0,
    mine: after && contentOf(record, after),
    attempted: null,
    isDeletionSent: false,
    revision: 0,
    problem: null,
  };
}

/** Returns a change that adds a deleted record again. It counts as attempted, so the sender first checks if the record exists. */
export function addedAgain(change: Change): Change {
  const mine = change.mine ?? change.base;
  return { ...change, base: null, version: 0, mine, attempted: mine, isDeletionSent: false, problem: null };
}

function collapse(earlier: Change, edit: Change): Change | null {
  const change = {
    ...earlier,
    mine: edit.mine,
    attempted: edit.attempted ?? earlier.attempted,
    isDeletionSent: edit.isDeletionSent || earlier.isDeletionSent,
    revision: earlier.revision + 1,
    problem: null,
  };
  if (edit.mine && edit.base && earlier.mine) {
    // Another tab may have opened its form before the earlier edit.
    const versions = { base: edit.base, mine: edit.mine, theirs: earlier.mine };
    if (clashingFields(edit.base, edit.mine, earlier.mine).length > 0) {
      return { ...change, problem: { kind: 'conflict', theirs: earlier.mine, version: null } };
    }
    change.mine = mergedContent(versions, 'mine');
  }
  if (change.attempted !== null) return change;
  return isSameContent(change.base, change.mine) ? null : change;
}

/** Adds an edit to the queue. An edit of a record that is in the queue is merged into its change. */
export function withEdit(queue: Queue, edit: Change): Change[] {
  // A deletion removes the changes of the record's children.
  const left = queue.filter(({ parentId }) => edit.mine !== null || parentId !== edit.id);
  const earlier = left.find(({ id }) => id === edit.id);
  if (!earlier) return [...left, edit];
  const change = collapse(earlier, edit);
  return left.flatMap((other) => (other !== earlier ? [other] : change ? [change] : []));
}

/** An unsent deletion, the queue before it, and the deletions of the known children. */
export type WaitingDeletion = { deletion: Change; before: Queue; children: Queue };

/** Undoes a deletion: restores the earlier changes of the record and its children. */
export function withoutDeletion(queue: Queue, { deletion, before, children }: WaitingDeletion): Change[] {
  const isConcerned = ({ id, parentId }: Change) => id === deletion.id || parentId === deletion.id;
  const others = queue.filter((change) => !isConcerned(change));
  const now = queue.find(({ id }) => id === deletion.id);
  const revision = (now?.revision ?? 0) + 1;
  if (now?.mine === null && !now.isDeletionSent) {
    return [...others, ...before.filter(isConcerned).map((change) => ({ ...change, revision }))];
  }
  // The record may be gone from the backend, or its first change may have left the queue. In both cases it is added again.
  const own = before.find(({ id }) => id === deletion.id) ?? deletion;
  const waited = before.filter(({ parentId, mine }) => parentId === deletion.id && mine !== null);
  const seen = children.filter(({ id }) => before.every((change) => change.id !== id));
  return [...others, { ...addedAgain(own), revision }, ...[...waited, ...seen].map(addedAgain)];
}

/** Returns the next change to send, except for records in `left`. A child waits until the backend has its parent. */
export function nextToSend(queue: Queue, left: ReadonlySet<string> = new Set()): Change | undefined {
  const missing = new Set(queue.filter(({ base, problem }) => problem !== null || base === null).map(({ id }) => id));
  return queue.find(
    ({ id, parentId, problem }) => !problem && !left.has(id) && !(parentId !== null && missing.has(parentId)),
  );
}

/** Returns the queue after the backend has saved `sent`. A later edit of the same record is then based on `sent`. */
export function withoutSent(queue: Queue, sent: Change, saved: Stored | null): Change[] {
  return queue.flatMap((change) => {
    if (change.id !== sent.id) return [change];
    if (change.revision === sent.revision) return [];
    const isAsSent = saved !== null && isSameContent(sent.mine, saved);
    return [
      { ...change, base: sent.mine, version: isAsSent ? saved.version : 0, attempted: null, isDeletionSent: false },
    ];
  });
}

/** Updates the state of a change, unless the owner has edited the record meanwhile. */
export function withState(
  queue: Queue,
  { id, revision }: Change,
  state: Partial<Pick<Change, 'attempted' | 'isDeletionSent' | 'problem'>>,
): Change[] {
  return queue.map((change) => (change.id === id && change.revision === revision ? { ...change, ...state } : change));
}

/** Returns a change after the owner's decision, or null when nothing is left to send. */
function decided(change: Change, choice: 'mine' | 'theirs'): Change | null {
  const { problem, base, mine } = change;
  const next = { ...change, problem: null, revision: change.revision + 1 };
  if (problem?.kind !== 'conflict') return choice === 'mine' ? { ...next, attempted: null } : null;
  const { theirs, version } = problem;
  if (version === null && mine && theirs) return { ...next, mine: mergedContent({ base, mine, theirs }, choice) };
  const seen = { ...next, attempted: null, base: theirs, version: version ?? 0 };
  if (!mine || !theirs) return choice === 'mine' ? seen : null;
  const chosen = mergedContent({ base, mine, theirs }, choice);
  return isSameContent(chosen, theirs) ? null : { ...seen, mine: chosen };
}

/**
 * Returns the queue after the owner's decision: 'mine' sends the change again, 'theirs' drops it. In a conflict of two versions, the
 * decision concerns only the fields that both sides have changed.
 */
export function withDecision(queue: Queue, id: string, choice: 'mine' | 'theirs'): Change[] {
  const change = queue.find((other) => other.id === id);
  const problem = change?.problem;
  if (!problem || (problem.kind === 'unreadable' && choice === 'mine')) return [...queue];
  const isAtBackend = problem.kind === 'conflict' ? problem.theirs !== null : change.base !== null;
  return queue.flatMap((other) => {
    if (other === change) return decided(change, choice) ?? [];
    // If the owner drops a record that the backend does not have, its children are dropped, too.
    return choice === 'theirs' && !isAtBackend && other.parentId === id ? [] : [other];
  });
}

/** Returns the record with the change applied, or null when it is deleted or cannot be read. */
export function itemAfter<Item extends Stored>(
  record: RecordType<Item>,
  { id, parentId, createdAt, base, mine }: Change,
  known: Item | undefined,
): Item | null {
  if (!mine) return null;
  const link = record.parent && { [record.parent.key]: parentId };
  const values = base && known ? mergedContent({ base, mine, theirs: contentOf(record, known) }, 'mine') : mine;
  const addedAt = known?.createdAt ?? createdAt ?? new Date().toISOString();
  // 0, because the backend has not saved this version yet.
  return record.parse({ ...known, version: 0, ...values, ...link, id, createdAt: addedAt });
}

/** Returns the records with all changes applied, in order. New records count as the newest. */
export function withChanges<Item extends Stored>(
  record: RecordType<Item>,
  items: readonly Item[],
  queue: Queue,
): Item[] {
  if (queue.length === 0) return [...items];
  const gone = new Set(queue.filter(({ mine }) => !mine).map(({ id }) => id));
  const changes = new Map(queue.filter(({ table }) => table === record.table).map((change) => [change.id, change]));
  const known = new Map(items.map((item) => [item.id, item]));
  const kept = items.filter((item) => !changes.has(item.id) && !gone.has(parentIdOf(record, item) ?? ''));
  const fresh: Item[] = [];
  for (const change of changes.values()) {
    const item = itemAfter(record, change, known.get(change.id));
    if (!item) continue;
    // A new record counts as the newest, because the clock of this device may be wrong.
    if (known.has(change.id) || change.createdAt) kept.push(item);
    else fresh.unshift(item);
  }
  return record.order.key === 'createdAt' ? [...fresh, ...inOrder(record, kept)] : inOrder(record, [...fresh, ...kept]);
}

const valuesOrNull = (value: unknown) => (isObject(value) ? value : null);
const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0);
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

function parseProblem(value: unknown): ChangeProblem | null {
  if (!isObject(value)) return null;
  if (value.kind !== 'conflict') return value.kind === 'unreadable' ? { kind: 'unreadable' } : { kind: 'refused' };
  const version = value.version === null ? null : numberOf(value.version);
  return { kind: 'conflict', theirs: valuesOrNull(value.theirs), version };
}

/** The table names in changes that builds stored before rows had versions. */
const formerTables: Readonly<Record<string, string>> = { dog: 'dogs', party: 'birthday_celebrations' };

/**
 * Reads a stored change at an index of the queue. An unreadable one stays in the queue with its values, so that the app can show them
 * to the owner.
 */
export function parseChange(records: ReadonlyMap<string, RecordType>, value: unknown, index: number): Change {
  const stored = valuesOrNull(value) ?? { value };
  const change: Change = {
    table: textOrNull(stored.table) ?? formerTables[String(stored.record)] ?? '',
    id: textOrNull(stored.id) ?? `unreadable-${index}`,
    parentId: textOrNull(stored.record === 'party' ? stored.dogId : stored.parentId),
    createdAt: textOrNull(stored.createdAt),
    base: valuesOrNull(stored.base),
    version: numberOf(stored.version),
    mine: valuesOrNull(stored.mine),
    attempted: valuesOrNull(stored.attempted),
    isDeletionSent: stored.isDeletionSent === true,
    revision: numberOf(stored.revision),
    problem: parseProblem(stored.problem),
  };
  const record = records.get(change.table);
  const isKnown =
    record && (change.mine === null ? (change.base ?? change.attempted) : itemAfter(record, change, undefined));
  if (!isKnown) return { ...change, mine: change.mine ?? stored, problem: { kind: 'unreadable' } };
  return change.problem?.kind === 'unreadable' ? { ...change, problem: null } : change;
}
