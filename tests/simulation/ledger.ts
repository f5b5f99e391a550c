import type { Change, ChangeProblem } from '../../client/data/offline/changes.ts';
import type { FieldValues, Stored } from '../../client/data/records/record.ts';
import type { Row, Table } from './model-backend.ts';

/** The fields whose values the simulation writes, with their columns. */
export const writtenFields: Readonly<Record<Table, Readonly<Record<string, string>>>> = {
  dogs: { name: 'name', notes: 'notes', breed: 'breed', photoUrl: 'photo_url' },
  birthday_celebrations: { title: 'title', description: 'description' },
  portraits: { line: 'line', photoUrl: 'photo_url' },
};

/** A value that an owner has typed. Every value is typed only once, so it names who typed it, and over what. */
type Written = {
  recordId: string;
  /** The values before it that its author knew: it may replace these, and no other. */
  known: Set<string>;
  /** Whether the product has told the owner that it is saved, or kept for later. */
  isAccepted: boolean;
  /** Whether the backend has had it. */
  isApplied: boolean;
  /** Whether the backend has had it again, over what its owner had seen it replaced by. */
  isBack: boolean;
  /** When the backend had it first. */
  appliedAt: number;
  /** Whether its owner has given it up, and knows it. */
  isGivenUp: boolean;
  /** Whether it may be replaced without being seen: its owner was told that it is not saved, or preferred another. */
  isOpen: boolean;
};

/** A deletion by an owner. `maybe`: the owner was told that it failed, but the backend may have done it, or the tab was closed. */
type Deletion = {
  recordId: string;
  device: string;
  begunAt: number;
  state: 'maybe' | 'done' | 'undoing' | 'undone' | 'given up';
  /** What its author saw of the record. */
  seen: Set<string>;
  /** What waited on its device, also in other tabs. It goes with the record, and an undo brings it back. */
  unsent: ReadonlySet<string>;
  /** Whether it was sent while its owner waited: then it takes any version, which an undo brings back. */
  isOfAnyVersion: boolean;
  /** Whether it was sent later, or came second, so that its device has not read what is gone. */
  hasWaited: boolean;
  /** Whether a question was open about a record that is gone. An undo answers it: the record is added again as its device knew it. */
  isGone: boolean;
  /** What an open question showed of it. */
  asked: ReadonlySet<string>;
  /** The children that its device knew, which an undo brings back. */
  children: ReadonlySet<string>;
};

type Kept = {
  table: Table;
  parentId: string | null;
  ownerId: string;
  isAccepted: boolean;
  /** The owner has dropped it, in answer to a question. */
  isDropped: boolean;
  /** The owner has added it again, in answer to a question. */
  isAddedAgain: boolean;
  /** A device has added it without an answer, and cannot tell its deletion from a request that was lost. */
  isUnsure: boolean;
};

const withReplaced = (change: Change): Change[] => [change, ...change.replaced.flatMap(withReplaced)];

/** A photo keeps its name when it is uploaded. */
const canonical = (value: unknown): string | null =>
  typeof value === 'string' ? value.replace(/^https:..photos.example\/[^/]+\/(.*)\/\d+$/, '/waiting/$1') : null;

/** What owners did, what they were told, and what may come of it. Everything that must not be is a problem. */
export function createLedger(note: (problem: string) => void, now: () => number) {
  const written = new Map<string, Written>();
  const records = new Map<string, Kept>();
  const deletions: Deletion[] = [];
  /** The last row of each record, also after its deletion. */
  const lastRows = new Map<string, Row>();
  const refused = new Set<string>();
  /** Values that a question has shown. */
  const questioned = new Set<string>();

  const isKnown = (value: string, to: string | null) =>
    to === null || to === value || (written.get(to)?.known.has(value) ?? false);
  const deletionsOf = (id: string) =>
    deletions.filter(({ recordId }) => recordId === id || recordId === records.get(id)?.parentId);
  /** The fields that a question shows: those that both sides have changed. */
  const shownFields = ({ mine, base }: Change, theirs: FieldValues | null): string[] =>
    Object.keys(mine ?? {}).filter((key) => {
      const [one, other, former] = [mine, theirs, base].map((values) => canonical(values?.[key]));
      // A photo that is uploaded again has another address.
      return !theirs || (one !== other && (!base || (one !== former && theirs[key] !== base[key])));
    });

  /** Whether a record that is added again is as its device knew it, without these words. */
  function isAsItsDeviceKnew(id: string, words: string): boolean {
    const { isAddedAgain = false, isUnsure = false } = records.get(id) ?? {};
    return (
      isAddedAgain ||
      isUnsure ||
      deletionsOf(id).some(
        ({ state, isGone, hasWaited, seen, begunAt, recordId }) =>
          state === 'done' ||
          isGone ||
          (state === 'maybe' && seen.has(words)) ||
          (hasWaited && !seen.has(words)) ||
          // Between the look at the children and the deletion.
          (recordId !== id && (written.get(words)?.appliedAt ?? 0) > begunAt),
      )
    );
  }

  /** Everything that somebody knows who sees these values. */
  function knownBy(values: Iterable<unknown>): Set<string> {
    const known = new Set<string>();
    for (const value of values) {
      const name = canonical(value);
      if (name === null) continue;
      known.add(name);
      for (const earlier of written.get(name)?.known ?? []) known.add(earlier);
    }
    return known;
  }

  function mark(values: Iterable<unknown>, as: 'isGivenUp' | 'isOpen') {
    for (const value of values) {
      const name = canonical(value);
      const typed = name === null ? undefined : written.get(name);
      if (typed) typed[as] = true;
    }
  }

  return {
    /** An owner saves a record. A portrait may be added more than once. */
    saving(id: string, kept: Pick<Kept, 'table' | 'parentId' | 'ownerId'>, isNew: boolean) {
      const earlier = records.get(id);
      if (!earlier)
        records.set(id, { ...kept, isAccepted: false, isDropped: false, isAddedAgain: false, isUnsure: false });
      else if (isNew) {
        earlier.isAddedAgain = true;
        for (const { seen } of deletionsOf(id)) {
          mark(seen, 'isGivenUp');
          mark(seen, 'isOpen');
        }
      }
    },
    typed(recordId: string, value: string, over: unknown) {
      const known = knownBy([over]);
      const state = { isAccepted: false, isApplied: false, isBack: false, isGivenUp: false, isOpen: false };
      written.set(value, { recordId, known, appliedAt: Number.POSITIVE_INFINITY, ...state });
    },
    accepted(id: string, values: Iterable<string>, device: string) {
      // Words that are saved after a deletion on the same device bring the record back, if it is not gone yet.
      for (const deletion of deletionsOf(id))
        if (deletion.device === device && deletion.recordId === id && deletion.state === 'done')
          deletion.state = 'maybe';
      const kept = records.get(id);
      if (kept) kept.isAccepted = true;
      for (const value of values) {
        const typed = written.get(value);
        if (typed) Object.assign(typed, { isAccepted: true, isOpen: false });
      }
    },
    failed: (values: Iterable<string>) => mark(values, 'isOpen'),
    deleting(
      record: Stored,
      device: string,
      open: ChangeProblem | null | undefined,
      children: readonly Stored[],
      known: readonly Stored[],
      unsure: readonly string[],
      unsent: readonly Change[],
    ): Deletion {
      const deletion: Deletion = {
        recordId: record.id,
        device,
        begunAt: now(),
        state: 'maybe',
        seen: knownBy([record, ...children].flatMap((one) => Object.values(one))),
        unsent: knownBy(unsent.flatMap(withReplaced).flatMap(({ mine }) => Object.values(mine ?? {}))),
        isOfAnyVersion: false,
        hasWaited: false,
        isGone: open?.kind === 'conflict' && !open.theirs,
        asked: knownBy(open?.kind === 'conflict' ? Object.values(open.theirs ?? {}) : []),
        children: new Set(known.map(({ id }) => id)),
      };
      for (const one of unsure) Object.assign(records.get(one) ?? {}, { isUnsure: true });
      deletions.push(deletion);
      return deletion;
    },
    refused: (id: string) => void refused.add(id),
    /** A request to add a record may arrive after its deletion, and nobody can know. */
    late: (id: string) => void Object.assign(records.get(id) ?? {}, { isUnsure: true }),

    /** Checks a change of the backend: nobody's words are replaced by somebody who has not seen them. */
    changed(table: Table, before: Row | null, after: Row | null, isAlong = false) {
      if (!after) {
        if (before) lastRows.set(before.id, before);
        const own = before ? deletions.filter(({ recordId }) => recordId === before.id) : [];
        if (!before || isAlong || own.some(({ isOfAnyVersion }) => isOfAnyVersion)) return;
        for (const value of Object.values(writtenFields[table]).map((column) => canonical(before[column])))
          if (value !== null && !written.get(value)?.isOpen && !own.some(({ seen }) => seen.has(value)))
            note(`${before.id}: ${value} was deleted by somebody who had not seen it`);
        return;
      }
      const { id } = after;
      if (!records.has(id)) note(`a row ${id} that nobody has made`);
      const earlier = before ?? lastRows.get(id);
      lastRows.set(id, after);
      for (const column of Object.values(writtenFields[table])) {
        const [from, to] = [canonical(earlier?.[column]), canonical(after[column])];
        const typed = to === null ? undefined : written.get(to);
        if (typed?.isApplied && from !== to) typed.isBack = true;
        if (typed) Object.assign(typed, { isApplied: true, appliedAt: Math.min(typed.appliedAt, now()) });
        if (from === to || from === null || written.get(from)?.isOpen) continue;
        if (to !== null && !typed) note(`${id}: ${to}, which nobody has typed`);
        if (!before && (questioned.has(from) || isAsItsDeviceKnew(id, from))) continue;
        if (to === null) note(`${id}: ${from} is gone`);
        if (!isKnown(from, to)) note(`${id}: ${from} was replaced by ${to}, whose author had not seen it`);
      }
    },

    /** Checks that there is something to ask about. */
    asked(change: Change, device: string, isSure: boolean) {
      const { id, mine, problem } = change;
      if (problem?.kind === 'unreadable') note(`${id}: a change cannot be read`);
      if (problem?.kind === 'refused' && !refused.has(id) && deletionsOf(id).length === 0)
        note(`${id}: asked about a refusal that never was`);
      if (problem?.kind !== 'conflict') return;
      const { theirs } = problem;
      for (const value of knownBy(Object.values(theirs ?? {}))) questioned.add(value);
      if (!theirs) {
        // A form that was open while another tab dropped the record finds it gone.
        if (records.get(id)?.isDropped) return;
        if (deletionsOf(id).length === 0 && deletions.every(({ recordId }) => records.get(recordId)?.parentId !== id))
          note(`${id}: asked about a deletion that never was`);
        return;
      }
      const foreign = mine
        ? shownFields(change, theirs).some((key) => {
            const value = canonical(theirs[key]);
            return value === null || !isKnown(value, canonical(mine[key])) || written.get(value)?.isBack;
          })
        : Object.entries(theirs).some(([key, value]) => {
            const name = canonical(value);
            if (value === null && canonical(change.base?.[key]) !== null) return true;
            return (
              name !== null &&
              written.has(name) &&
              deletionsOf(id).every((one) => one.device !== device || one.state === 'undone' || !one.seen.has(name))
            );
          });
      // A device that could not know of the newer words may have added the record again.
      if (records.get(id)?.isAddedAgain || records.get(id)?.isUnsure) return;
      // Before its first answer a record has no base to tell its owner's words by.
      if (!foreign && change.base && isSure) note(`${id}: asked about the owner's own words`);
    },

    /** Notes what the owner has decided about a change, with the children of the record in the same queue. */
    decided(change: Change, choice: 'mine' | 'theirs', children: readonly Change[], device: string) {
      const { id, mine, base, problem } = change;
      const kept = records.get(id);
      const theirs = problem?.kind === 'conflict' ? problem.theirs : null;
      const isGone = problem?.kind === 'conflict' ? theirs === null : base === null || change.isDeletionSent;
      if (choice === 'mine') {
        for (const key of theirs && mine ? shownFields(change, theirs) : []) {
          const typed = written.get(canonical(mine?.[key]) ?? '');
          for (const value of knownBy([theirs?.[key]])) typed?.known.add(value);
          mark([theirs?.[key]], 'isOpen');
        }
        if (problem?.kind === 'conflict' && isGone)
          for (const one of [change, ...children]) Object.assign(records.get(one.id) ?? {}, { isAddedAgain: true });
        if (!mine && theirs) {
          mark(Object.values(theirs), 'isOpen');
          const seen = knownBy(Object.values(theirs));
          for (const deletion of deletionsOf(id)) for (const value of seen) deletion.seen.add(value);
        }
        return;
      }
      if (!mine) {
        const latest = deletions.findLast(
          (one) => one.recordId === id && one.device === device && one.state !== 'undone',
        );
        // Of a refused deletion, an earlier request may have been carried out, whose answer was lost.
        if (latest) latest.state = problem?.kind === 'refused' ? 'maybe' : 'given up';
        return;
      }
      const asked = shownFields(change, theirs);
      mark(
        asked.map((key) => mine[key]),
        'isGivenUp',
      );
      // Of two tabs: what is chosen replaces all that the owner knows.
      for (const key of problem?.kind === 'conflict' && problem.version === null ? asked : []) {
        const typed = written.get(canonical(theirs?.[key]) ?? '');
        for (const value of knownBy([mine[key]])) typed?.known.add(value);
      }
      if (!isGone) return;
      if (kept) kept.isDropped = true;
      for (const child of children) {
        Object.assign(records.get(child.id) ?? {}, { isDropped: true });
        mark(Object.values(child.mine ?? {}), 'isGivenUp');
      }
    },

    /** The owner has given up all of a queue, by signing out. */
    abandoned(queue: readonly Change[]) {
      for (const { id, mine, base, isDeletionSent, problem } of queue.flatMap(withReplaced)) {
        mark(Object.values(mine ?? {}), 'isGivenUp');
        if (problem?.kind === 'conflict' && problem.version === null)
          mark(Object.values(problem.theirs ?? {}), 'isGivenUp');
        if (!mine) for (const deletion of deletionsOf(id)) deletion.state = 'maybe';
        if (!base || isDeletionSent) Object.assign(records.get(id) ?? {}, { isDropped: true });
      }
    },

    /** Checks at the end what has become of everything. */
    settled(rows: ReadonlyMap<string, Row>) {
      const isSatisfied = (value: string, typed: Written): boolean =>
        typed.isApplied ||
        typed.isGivenUp ||
        deletionsOf(typed.recordId).some(
          ({ state, seen, asked, unsent }) =>
            (state === 'done' || state === 'maybe' || state === 'undoing') &&
            (seen.has(value) || asked.has(value) || unsent.has(value)),
        ) ||
        [...written].some(
          ([later, { known, isAccepted, isApplied, isGivenUp }]) =>
            later !== value && known.has(value) && (isApplied || isGivenUp || isAccepted),
        );
      for (const [value, typed] of written) {
        if (typed.isAccepted && rows.has(typed.recordId) && !isSatisfied(value, typed))
          note(`${typed.recordId}: ${value} was kept and never arrived`);
      }
      for (const [id, kept] of records) {
        const concerned = deletionsOf(id);
        const isLive = concerned.some(({ state }) => state === 'done');
        const isOpen = concerned.some(({ state }) => state === 'maybe' || state === 'undoing');
        const wasUndone = concerned.some(({ state }) => state === 'undone');
        const isUnseen = concerned.some(({ recordId, children }) => recordId !== id && !children.has(id));
        const family = [kept, ...(kept.parentId ? [records.get(kept.parentId)] : [])];
        const isAddedAgain = family.some((one) => one?.isAddedAgain || one?.isUnsure);
        const isDropped = kept.isDropped || (records.get(kept.parentId ?? '')?.isDropped ?? false);
        if (rows.has(id) && isLive && !wasUndone && !isAddedAgain && !isOpen) note(`${id} is back after its deletion`);
        const mustBe = kept.isAccepted && !isLive && !isOpen && !isUnseen && !isDropped;
        if (!rows.has(id) && mustBe) note(`${id} is lost`);
      }
    },
  };
}

export type Ledger = ReturnType<typeof createLedger>;
