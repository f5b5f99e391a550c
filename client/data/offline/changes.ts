import { isObject } from '../../../domain/parse.ts';
import {
  clashingFields,
  contentOf,
  type FieldValues,
  inOrder,
  isSame,
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
  /** The owner has as many as there is room for. */
  | { kind: 'full' }
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
  /** The parent as its owner saw it, to add it again if it is deleted elsewhere; null if it is not known. */
  readonly parentSeen: FieldValues | null;
  /** When the record was created; null for a new one, because the backend sets it. */
  readonly createdAt: string | null;
  readonly base: FieldValues | null;
  /** The version of `base`; 0 when it is not known. */
  readonly version: number;
  readonly mine: FieldValues | null;
  /** What attempts without an answer would change, oldest first. Any of them may have reached the backend. */
  readonly attempted: readonly FieldValues[];
  /** Whether a deletion was sent without an answer, also one that was undone since. It may have reached the backend, or do so later. */
  readonly isDeletionSent: boolean;
  /** The unsent changes of the record and its children that a deletion has replaced. They return if it is given up. */
  readonly replaced: Queue;
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
    parentSeen: null,
    createdAt: before?.createdAt ?? null,
    base: before && contentOf(record, before),
    version: before?.version ?? 0,
    mine: after && contentOf(record, after),
    attempted: [],
    isDeletionSent: false,
    replaced: [],
    revision: 0,
    problem: null,
  };
}

/** How many attempts without an answer a change remembers. */
const mostAttempts = 20;

export function attemptOf(change: Change): Change {
  const { base, mine, attempted } = change;
  if (mine === null) return { ...change, isDeletionSent: true };
  const own = pick(mine, base ? Object.keys(mine).filter((key) => !isSame(mine[key], base[key])) : Object.keys(mine));
  const others = attempted.filter((values) => !isSame(own, values));
  return { ...change, attempted: [...others, own].slice(-mostAttempts) };
}

/**
 * Returns a change that undoes a deletion which has reached the backend, or may do so later: a record that is gone is added again, and one
 * that is still there keeps what other devices have made of it, and gets a new version, which the deletion does not match.
 */
export function undone(change: Change): Change {
  const { mine, problem } = change;
  const isOpen = mine !== null && problem?.kind === 'conflict' && problem.theirs !== null;
  return { ...change, mine: mine ?? change.base, isDeletionSent: true, problem: isOpen ? problem : null };
}

/** Merges an edit into an earlier one, which another tab may have made after the form was opened. */
function mergedEdits(earlier: Change, edit: Change): Partial<Change> {
  const { mine: before, base } = earlier;
  const seen = edit.base;
  const wasTouched = (key: string) => base === null || !isSame(before?.[key], base[key]);
  if (!edit.mine || !before)
    return { ...(base && before && { base: seen, version: 0 }), mine: edit.mine, problem: null };
  const clashing = clashingFields(seen, edit.mine, before).filter(wasTouched);
  // An Undo brings back what was read at the deletion, which is newer than what the earlier form showed.
  const back =
    edit.isDeletionSent && isSame(seen, edit.mine) ? Object.keys(before).filter((key) => !wasTouched(key)) : [];
  const mine = {
    ...mergedContent({ base: seen, mine: edit.mine, theirs: before }, 'mine'),
    ...pick(edit.mine, back),
  };
  // What the form showed from the backend, and the owner has changed, is what the backend is expected to have. A form that adds a record, which
  // is there already, showed nothing of it.
  const shown = Object.keys(seen ?? mine).filter(
    (key) => !wasTouched(key) && !isSame(mine[key], before[key]) && !isSame(seen?.[key], before[key]),
  );
  const expected = base && { ...base, ...pick(seen ?? {}, shown) };
  const [open = null] = [earlier, edit].flatMap(({ problem }) =>
    problem?.kind === 'conflict' && problem.version === null ? [problem.theirs] : [],
  );
  const theirs = clashing.length > 0 ? { ...before, ...open, ...pick(before, clashing) } : open;
  const isOpen = theirs !== null && clashingFields(expected, mine, theirs).length > 0;
  const problem: ChangeProblem | null = isOpen ? { kind: 'conflict', theirs, version: null } : null;
  // What the form showed of it may be in the backend, and its owner has replaced that.
  const replaced = base && seen && clashing.length > 0 ? [pick(seen, clashing)] : [];
  const attempted = [...earlier.attempted, ...replaced];
  // The version is that of `base`, not of what an older form showed.
  return { base: expected, mine, problem, attempted, ...(shown.length > 0 && { version: 0 }) };
}

function pick(values: FieldValues, keys: readonly string[]): FieldValues {
  return Object.fromEntries(keys.map((key) => [key, values[key]]));
}

function collapse(earlier: Change, edit: Change): Change | null {
  const merged = { ...earlier, ...mergedEdits(earlier, edit) };
  const change = {
    ...merged,
    parentSeen: edit.parentSeen ?? earlier.parentSeen,
    attempted: [...merged.attempted, ...edit.attempted].slice(-mostAttempts),
    isDeletionSent: edit.isDeletionSent || earlier.isDeletionSent,
    replaced: edit.replaced,
    revision: earlier.revision + 1,
  };
  if (change.attempted.length > 0 || change.isDeletionSent || change.problem) return change;
  return isSameContent(change.base, change.mine) ? null : change;
}

/** Returns a deletion with the unsent changes that it replaces, also of children. It concerns what its page showed of the backend. */
export function replacing(queue: Queue, deletion: Change): Change {
  const concerned = queue.filter(({ id, parentId }) => id === deletion.id || parentId === deletion.id);
  const { base, mine } = concerned.find(({ id }) => id === deletion.id) ?? deletion;
  const unsent = base && mine ? Object.keys(base).filter((key) => !isSame(base[key], mine[key])) : [];
  const others = unsent.filter((key) => !isSame(deletion.base?.[key], mine?.[key]));
  return {
    ...deletion,
    base: deletion.base && { ...deletion.base, ...pick(base ?? {}, unsent) },
    attempted: others.length > 0 ? [...deletion.attempted, pick(deletion.base ?? {}, others)] : deletion.attempted,
    replaced: concerned.flatMap((change) => (change.id === deletion.id && !change.mine ? change.replaced : [change])),
  };
}

/** Adds an edit to the queue. An edit of a record that is in the queue is merged into its change. */
export function withEdit(queue: Queue, typed: Change): Change[] {
  const isDeletion = typed.mine === null;
  const earlier = queue.find(({ id }) => id === typed.id);
  // Another tab has deleted the record while its form was open here.
  if (earlier?.mine === null && !isDeletion)
    return withEdit(withoutDeletion(queue, { deletion: earlier, children: [] }), typed);
  const edit = isDeletion ? replacing(queue, typed) : typed;
  const left = queue.filter(({ parentId }) => !isDeletion || parentId !== edit.id);
  if (!earlier) return [...left, edit];
  const change = collapse(earlier, edit);
  return left.flatMap((other) => (other !== earlier ? [other] : change ? [change] : []));
}

/** A deletion that is unsent, or whose rows this device has to put back itself; and deletions of the known children. */
export type WaitingDeletion = { deletion: Change; children: Queue };

/** Puts earlier changes back into the queue, beneath what was edited since. */
function withEarlier(queue: Queue, earlier: Queue): Change[] {
  let all = [...queue];
  for (const change of earlier) {
    const since = all.find(({ id }) => id === change.id);
    if (!since) all.push(change);
    else {
      const isThere = (other: Change) => isSame({ ...other, revision: since.revision }, since);
      const merged = withEdit([{ ...change, revision: Math.max(change.revision, since.revision) }], since);
      // A higher revision was typed over these words, when they had come back already.
      const isOver = !since.problem && since.revision > change.revision && merged.some(({ problem }) => problem);
      if (!isOver && !isThere(change) && !merged.some(isThere))
        all = all.flatMap((other) => (other === since ? merged : [other]));
    }
  }
  return all;
}

/** Undoes a deletion: restores the earlier changes of the record and its children. */
export function withoutDeletion(queue: Queue, { deletion, children }: WaitingDeletion): Change[] {
  const now = queue.find(({ id }) => id === deletion.id);
  const seen = children.filter((child) => queue.every(({ id }) => id !== child.id));
  // An edit or another Undo has brought the record back, or asks whether to.
  if (now && now.mine !== null) {
    const isGone = now.problem?.kind === 'conflict' && !now.problem.theirs;
    const unsent = isGone || !now.problem ? deletion.replaced.filter(({ mine }) => mine !== null) : [];
    const back = withEarlier(queue, unsent).map((change) =>
      isGone && change.id === now.id ? { ...undone(change), revision: change.revision + 1 } : change,
    );
    return [...back, ...seen.filter(({ id }) => back.every((other) => other.id !== id)).map(undone)];
  }
  // Another tab may have edited a child of the deleted record.
  const left = queue.filter(({ id }) => id !== deletion.id);
  const revision = (now?.revision ?? 0) + 1;
  const waiting = now ? withEarlier(now.replaced, deletion.replaced) : deletion.replaced;
  const replaced = waiting.map((change) => ({
    ...change,
    revision: change.id === deletion.id ? revision : change.revision + 1,
  }));
  if (now && !now.isDeletionSent) return withEarlier(left, replaced);
  // The record may be gone from the backend, or its first change may have left the queue. In both cases it is added again.
  const { base } = now ?? deletion;
  const unsent = replaced.find(({ id }) => id === deletion.id);
  // What the page showed of the backend returns as well.
  const own =
    unsent?.mine && unsent.base && base
      ? { ...unsent, base, mine: mergedContent({ base: unsent.base, mine: unsent.mine, theirs: base }, 'mine') }
      : (unsent ?? deletion);
  const waited = replaced.filter(({ parentId, mine }) => parentId === deletion.id && mine !== null);
  const known = children.filter((child) => replaced.every(({ id }) => child.id !== id));
  return withEarlier(left, [{ ...undone(own), revision }, ...[...waited, ...known].map(undone)]);
}

/** Returns the next change to send, except for records in `left`. A child waits until the backend has its parent. */
export function nextToSend(queue: Queue, left: ReadonlySet<string> = new Set()): Change | undefined {
  const mayBeMissing = ({ base, problem, isDeletionSent }: Change) =>
    problem !== null || base === null || isDeletionSent;
  const missing = new Set(queue.filter(mayBeMissing).map(({ id }) => id));
  return queue.find(
    ({ id, parentId, problem }) => !problem && !left.has(id) && !(parentId !== null && missing.has(parentId)),
  );
}

/** Returns the queue after the backend has saved `sent`. A later edit of the same record is then based on `sent`. */
export function withoutSent(queue: Queue, sent: Change, saved: Stored | null): Change[] {
  return queue.flatMap((change) => {
    if (change.id !== sent.id) return [change];
    // Another change may have the same revision, because a full device is told late what was sent.
    if (change.revision === sent.revision) return isSame(change.mine, sent.mine) ? [] : [change];
    // An open question stays: what was sent is among the attempts.
    if (change.problem) return [change];
    // A form has shown something newer.
    const { base: known } = change;
    const newer = sent.base && known ? Object.keys(known).filter((key) => !isSame(known[key], sent.base?.[key])) : [];
    const base = sent.mine && known ? { ...sent.mine, ...pick(known, newer) } : sent.mine;
    const isAsSent = saved !== null && newer.length === 0 && isSameContent(base, saved);
    return [{ ...change, base, version: isAsSent ? saved.version : 0, attempted: [], isDeletionSent: false }];
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

/** Returns what is left to send of a change after the owner's decision. */
function decided(change: Change, choice: 'mine' | 'theirs'): Queue {
  const { problem, base, mine } = change;
  const next = { ...change, problem: null, revision: change.revision + 1 };
  if (choice === 'theirs' && !mine) return change.replaced.map((other) => ({ ...other, revision: next.revision }));
  if (problem?.kind !== 'conflict') return choice === 'mine' ? [next] : [];
  const { theirs, version } = problem;
  if (version === null && mine && theirs) return [{ ...next, mine: mergedContent({ base, mine, theirs }, choice) }];
  // Added again by its base, so that a record that is back by then is merged.
  if (!theirs) return choice === 'mine' ? [{ ...next, attempted: [], isDeletionSent: true }] : [];
  const seen = { ...next, attempted: [], base: theirs, version: version ?? 0 };
  if (!mine) return choice === 'mine' ? [seen] : [];
  const chosen = mergedContent({ base, mine, theirs }, choice);
  return isSameContent(chosen, theirs) && !change.isDeletionSent ? [] : [{ ...seen, mine: chosen }];
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
    if (other === change) return decided(change, choice);
    // If the owner drops a record that the backend does not have, its children are dropped, too.
    return choice === 'theirs' && !isAtBackend && other.parentId === id ? [] : [other];
  });
}

/** Returns what this device knows of the record in the backend: what it has seen there, or sent without an answer. */
function knownOf(
  { hasSharedIds }: RecordType,
  { base, attempted }: Pick<Change, 'base' | 'attempted'>,
  theirs: FieldValues,
): FieldValues | null {
  const seen = base ?? (hasSharedIds ? {} : (attempted[0] ?? null));
  const isOwn = ([key, value]: [string, unknown]) => attempted.some((values) => isSame(values[key], value));
  return seen && { ...seen, ...Object.fromEntries(Object.entries(theirs).filter(isOwn)) };
}

/** `send`: overwrite the record in the backend with `content`, or delete it when `content` is null. */
type Verdict = { kind: 'nothing to do' } | { kind: 'send'; content: FieldValues | null } | { kind: 'conflict' };

/** Merges a change with the record in the backend (`theirs`), so that no edit is lost. */
export function reconcile(
  record: RecordType,
  change: Pick<Change, 'base' | 'mine' | 'attempted' | 'isDeletionSent'>,
  theirs: FieldValues | null,
): Verdict {
  const { base, mine, isDeletionSent } = change;
  if (!theirs) {
    if (!mine) return { kind: 'nothing to do' };
    return base === null || isDeletionSent ? { kind: 'send', content: mine } : { kind: 'conflict' };
  }
  const known = knownOf(record, change, theirs);
  if (!mine) return known && isSameContent(theirs, known) ? { kind: 'send', content: null } : { kind: 'conflict' };
  // A deletion that was undone may still arrive. Sending raises the version, so that the deletion does not match.
  if (isSameContent(mine, theirs)) return isDeletionSent ? { kind: 'send', content: mine } : { kind: 'nothing to do' };
  if (clashingFields(known, mine, theirs).length > 0) return { kind: 'conflict' };
  return { kind: 'send', content: mergedContent({ base: known, mine, theirs }, 'mine') };
}

/** Returns the record with the change applied, or null when it is deleted or cannot be read. */
export function itemAfter<Item extends Stored>(
  record: RecordType<Item>,
  change: Change,
  known: Item | undefined,
  now = Date.now(),
): Item | null {
  const { id, parentId, createdAt, mine } = change;
  if (!mine) return null;
  const theirs = known && contentOf(record, known);
  const link = record.parent && { [record.parent.key]: parentId };
  const values = theirs ? mergedContent({ base: knownOf(record, change, theirs), mine, theirs }, 'mine') : mine;
  const addedAt = known?.createdAt ?? createdAt ?? new Date(now).toISOString();
  // 0, because the backend has not saved this version yet.
  return record.parse({ ...known, version: 0, ...values, ...link, id, createdAt: addedAt });
}

/** Returns the records with all changes applied, in order. New records count as the newest. */
export function withChanges<Item extends Stored>(
  record: RecordType<Item>,
  items: readonly Item[],
  queue: Queue,
  now = Date.now(),
): Item[] {
  if (queue.length === 0) return [...items];
  const gone = new Set(queue.filter(({ mine }) => !mine).map(({ id }) => id));
  const changes = new Map(queue.filter(({ table }) => table === record.table).map((change) => [change.id, change]));
  const known = new Map(items.map((item) => [item.id, item]));
  const kept = items.filter((item) => !changes.has(item.id) && !gone.has(parentIdOf(record, item) ?? ''));
  const fresh: Item[] = [];
  for (const change of changes.values()) {
    const item = itemAfter(record, change, known.get(change.id), now);
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
  if (value.kind === 'unreadable' || value.kind === 'full') return { kind: value.kind };
  if (value.kind !== 'conflict') return { kind: 'refused' };
  const version = value.version === null ? null : numberOf(value.version);
  return { kind: 'conflict', theirs: valuesOrNull(value.theirs), version };
}

/** The table names in changes that builds stored before rows had versions. */
const formerTables: Readonly<Record<string, string>> = { dog: 'dogs', party: 'birthday_celebrations' };

const listOf = (value: unknown) => (Array.isArray(value) ? value : [value]).filter(isObject);

/** Reads a stored change at an index of the queue. An unreadable one stays in the queue with its values, for the owner to see. */
export function parseChange(records: ReadonlyMap<string, RecordType>, value: unknown, index: number): Change {
  const stored = valuesOrNull(value) ?? { value };
  const change: Change = {
    table: textOrNull(stored.table) ?? formerTables[String(stored.record)] ?? '',
    id: textOrNull(stored.id) ?? `unreadable-${index}`,
    parentId: textOrNull(stored.record === 'party' ? stored.dogId : stored.parentId),
    parentSeen: valuesOrNull(stored.parentSeen),
    createdAt: textOrNull(stored.createdAt),
    base: valuesOrNull(stored.base),
    version: numberOf(stored.version),
    mine: valuesOrNull(stored.mine),
    // Earlier builds stored one attempt, or null.
    attempted: listOf(stored.attempted),
    isDeletionSent: stored.isDeletionSent === true,
    replaced: listOf(stored.replaced).map((other) => parseChange(records, other, index)),
    revision: numberOf(stored.revision),
    problem: parseProblem(stored.problem),
  };
  const record = records.get(change.table);
  // A deletion needs no content. Earlier builds took some for unreadable and stored them around themselves.
  if (change.problem?.kind === 'unreadable' && change.mine?.mine === null && change.mine.id === change.id)
    return parseChange(records, change.mine, index);
  const isKnown = record && (stored.mine === null ? stored.id : itemAfter(record, change, undefined));
  if (!isKnown) return { ...change, mine: change.mine ?? stored, problem: { kind: 'unreadable' } };
  return change.problem?.kind === 'unreadable' ? { ...change, problem: null } : change;
}
