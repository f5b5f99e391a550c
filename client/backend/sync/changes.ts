import {
  contentOf,
  inOrder,
  isWords,
  parentIdOf,
  type RecordType,
  type Stored,
  type Words,
} from '../records/record.ts';
import { clashingFields, isSameContent, mergedContent } from '../records/words.ts';

/** The record was changed elsewhere meanwhile, or deleted (`theirs` is null). A `version` of null: in another tab, and not sent yet. */
export type Conflict = { kind: 'conflict'; theirs: Words | null; version: number | null };

/** Why a change waits for the owner to decide. */
export type ChangeProblem =
  | Conflict
  /** The backend refused it. */
  | { kind: 'refused' }
  /** What this device kept can no longer be read. */
  | { kind: 'unreadable' };

/**
 * What an owner did to one record, from how it was to how it is to be: null on the one side is a new record, on the other a
 * deleted one. There is at most one change for each record, so that an edit of an edit is one edit.
 */
export type Change = {
  readonly table: string;
  readonly id: string;
  /** The record that it belongs to. */
  readonly parentId: string | null;
  /** When the record was added; null for a new one: the backend sets its time. */
  readonly createdAt: string | null;
  readonly base: Words | null;
  /** The version of `base`; 0 when it is not known. */
  readonly version: number;
  readonly mine: Words | null;
  /** The words that may have reached the backend already, though no answer came. */
  readonly attempted: Words | null;
  /** The deletion may have reached the backend already, though no answer came. */
  readonly isDeletionSent: boolean;
  /** Rises with every edit and decision: an answer of the backend may concern earlier words. */
  readonly revision: number;
  readonly problem: ChangeProblem | null;
};

/** The changes of an owner that wait to be sent, in order. */
export type Queue = readonly Change[];

/** The change from `before` to `after`, either of which may be null, but not both. */
export function changeOf(record: RecordType, before: Stored | null, after: (Words & { id: string }) | null): Change {
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

/** The same record, to be added again. As an attempted change it is looked up first: it may still be there. */
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

/** The queue with one more edit. An edit of a record that is in the queue becomes part of that change. */
export function withEdit(queue: Queue, edit: Change): Change[] {
  // A deletion takes the changes of the record's children along.
  const left = queue.filter(({ parentId }) => edit.mine !== null || parentId !== edit.id);
  const earlier = left.find(({ id }) => id === edit.id);
  if (!earlier) return [...left, edit];
  const change = collapse(earlier, edit);
  return left.flatMap((other) => (other !== earlier ? [other] : change ? [change] : []));
}

/** A deletion, the queue before it, and as deletions the records that were seen and went with it. */
export type WaitingDeletion = { deletion: Change; before: Queue; children: Queue };

/** Takes a deletion back: what was in the queue about the record and its children returns to it. */
export function withoutDeletion(queue: Queue, { deletion, before, children }: WaitingDeletion): Change[] {
  const isConcerned = ({ id, parentId }: Change) => id === deletion.id || parentId === deletion.id;
  const others = queue.filter((change) => !isConcerned(change));
  const now = queue.find(({ id }) => id === deletion.id);
  const revision = (now?.revision ?? 0) + 1;
  if (now?.mine === null && !now.isDeletionSent) {
    return [...others, ...before.filter(isConcerned).map((change) => ({ ...change, revision }))];
  }
  // It is gone from the backend, or may be, or never reached the queue (a new record that was given up): it is added again.
  const own = before.find(({ id }) => id === deletion.id) ?? deletion;
  const waited = before.filter(({ parentId, mine }) => parentId === deletion.id && mine !== null);
  const seen = children.filter(({ id }) => before.every((change) => change.id !== id));
  return [...others, { ...addedAgain(own), revision }, ...[...waited, ...seen].map(addedAgain)];
}

/** The change that is next in turn. One whose parent the backend does not know yet waits for it. */
export function nextToSend(queue: Queue): Change | undefined {
  const missing = new Set(queue.filter(({ base, problem }) => problem !== null || base === null).map(({ id }) => id));
  return queue.find(({ parentId, problem }) => !problem && !(parentId !== null && missing.has(parentId)));
}

/** The queue after the backend has taken `sent`. Later edits of the same record go on from how it is `saved` there. */
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

/** The queue with a new state of a change, unless the owner has edited it meanwhile. */
export function withState(
  queue: Queue,
  { id, revision }: Change,
  state: Partial<Pick<Change, 'attempted' | 'isDeletionSent' | 'problem'>>,
): Change[] {
  return queue.map((change) => (change.id === id && change.revision === revision ? { ...change, ...state } : change));
}

/** A change after the owner's decision; null when nothing of it is left to send. */
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
 * The queue after the owner's decision: 'mine' sends the change again, 'theirs' gives it up. Between two versions it concerns the
 * fields that clash; what only one side has changed stays in any case.
 */
export function withDecision(queue: Queue, id: string, choice: 'mine' | 'theirs'): Change[] {
  const change = queue.find((other) => other.id === id);
  const problem = change?.problem;
  if (!problem || (problem.kind === 'unreadable' && choice === 'mine')) return [...queue];
  const isAtBackend = problem.kind === 'conflict' ? problem.theirs !== null : change.base !== null;
  return queue.flatMap((other) => {
    if (other === change) return decided(change, choice) ?? [];
    // A record that the backend does not have, and that is given up, takes its children along.
    return choice === 'theirs' && !isAtBackend && other.parentId === id ? [] : [other];
  });
}

/** The record as it will be once the change is sent; null for a deleted one, and for what cannot be read. */
export function itemAfter<Item extends Stored>(
  record: RecordType<Item>,
  { id, parentId, createdAt, base, mine }: Change,
  known: Item | undefined,
): Item | null {
  if (!mine) return null;
  const link = record.parent && { [record.parent.key]: parentId };
  const words = base && known ? mergedContent({ base, mine, theirs: contentOf(record, known) }, 'mine') : mine;
  const addedAt = known?.createdAt ?? createdAt ?? new Date().toISOString();
  // The backend has no such version yet.
  return record.parse({ ...known, version: 0, ...words, ...link, id, createdAt: addedAt });
}

/** The records as they will be once everything is sent, in their order; new ones are the newest. */
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
    // A new record counts as the newest, whatever this device's clock says.
    if (known.has(change.id) || change.createdAt) kept.push(item);
    else fresh.unshift(item);
  }
  return record.order.key === 'createdAt' ? [...fresh, ...inOrder(record, kept)] : inOrder(record, [...fresh, ...kept]);
}

const wordsOrNull = (value: unknown) => (isWords(value) ? value : null);
const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0);
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

function parseProblem(value: unknown): ChangeProblem | null {
  if (!isWords(value)) return null;
  if (value.kind !== 'conflict') return value.kind === 'unreadable' ? { kind: 'unreadable' } : { kind: 'refused' };
  const version = value.version === null ? null : numberOf(value.version);
  return { kind: 'conflict', theirs: wordsOrNull(value.theirs), version };
}

/** How changes named their tables before rows had versions. */
const formerTables: Readonly<Record<string, string>> = { dog: 'dogs', party: 'birthday_celebrations' };

/**
 * A change as this device kept it at that index of the queue. One that cannot be read is never dropped: it keeps whatever words it
 * has, and its owner is told.
 */
export function parseChange(records: ReadonlyMap<string, RecordType>, value: unknown, index: number): Change {
  const kept = wordsOrNull(value) ?? { value };
  const change: Change = {
    table: textOrNull(kept.table) ?? formerTables[String(kept.record)] ?? '',
    id: textOrNull(kept.id) ?? `unreadable-${index}`,
    parentId: textOrNull(kept.record === 'party' ? kept.dogId : kept.parentId),
    createdAt: textOrNull(kept.createdAt),
    base: wordsOrNull(kept.base),
    version: numberOf(kept.version),
    mine: wordsOrNull(kept.mine),
    attempted: wordsOrNull(kept.attempted),
    isDeletionSent: kept.isDeletionSent === true,
    revision: numberOf(kept.revision),
    problem: parseProblem(kept.problem),
  };
  const record = records.get(change.table);
  const isKnown =
    record && (change.mine === null ? (change.base ?? change.attempted) : itemAfter(record, change, undefined));
  if (!isKnown) return { ...change, mine: change.mine ?? kept, problem: { kind: 'unreadable' } };
  return change.problem?.kind === 'unreadable' ? { ...change, problem: null } : change;
}
