import type { CelebrationPlan, DogProfile } from '../../../domain/drafts.ts';
import type { Party } from '../celebrations.ts';
import type { Dog } from '../dogs.ts';
import { isSameContent, mergedContent } from './content.ts';

/** Why a change waits for the owner's word. */
export type ChangeProblem<Content> =
  /** The backend refused it. */
  | { kind: 'refused' }
  /** The record was changed elsewhere meanwhile, or deleted (`theirs` is null). */
  | { kind: 'conflict'; theirs: Content | null };

/**
 * What an owner did to one record, from how it was to how it is to be: null on the one side is a new record, on the other a
 * deleted one. There is at most one change for each record, so that an edit of an edit is one edit.
 */
type ChangeOf<Name, Content> = {
  record: Name;
  id: string;
  /** The dog itself, or the dog that the party is for. */
  dogId: string;
  /** The record's place in the pack; null for one that is really new, whose time is the backend's to say. */
  createdAt: string | null;
  base: Content | null;
  mine: Content | null;
  /** The words that may have reached the backend already, though no answer came. */
  attempted: Content | null;
  /** The deletion may have reached the backend already, though no answer came. */
  isDeletionSent?: boolean;
  /** Counts how often the owner changed their mind: an answer may concern earlier words. */
  revision: number;
  problem: ChangeProblem<Content> | null;
};

export type DogChange = ChangeOf<'dog', DogProfile>;
export type PartyChange = ChangeOf<'party', CelebrationPlan>;
export type Change = DogChange | PartyChange;

/** What was done now; the queue makes the change of it. */
export type Deed = Omit<DogChange, 'revision' | 'problem'> | Omit<PartyChange, 'revision' | 'problem'>;

export function profileOf({ name, size, birthDate, breed, notes, photoUrl }: DogProfile): DogProfile {
  return { name, size, birthDate, breed, notes, photoUrl };
}

export function planOf({ title, celebrationDate, description, location }: CelebrationPlan): CelebrationPlan {
  return { title, celebrationDate, description, location };
}

function collapse(earlier: Change, deed: Deed): Change | null {
  const attempted = deed.attempted ?? earlier.attempted;
  const isDeletionSent = Boolean(deed.isDeletionSent || earlier.isDeletionSent);
  const revision = earlier.revision + 1;
  const change = { ...earlier, mine: deed.mine, attempted, isDeletionSent, revision, problem: null } as Change;
  if (change.attempted !== null) return change;
  return isSameContent(change.base, change.mine) ? null : change;
}

/** The queue with one more deed: what concerns a record that is in it already becomes part of that change. */
export function withDeed(queue: readonly Change[], deed: Deed): Change[] {
  const isForgotten = ({ record, dogId }: Change) =>
    // A dog takes its parties along.
    deed.record === 'dog' && deed.mine === null && record === 'party' && dogId === deed.dogId;
  const left = queue.filter((change) => !isForgotten(change));
  const earlier = left.find(({ id }) => id === deed.id);
  if (!earlier) return [...left, { ...deed, revision: 0, problem: null }];
  const change = collapse(earlier, deed);
  return left.flatMap((other) => (other !== earlier ? [other] : change ? [change] : []));
}

/** The same record, to be added again, and looked for before: nobody knows whether it is there. */
function addedAgain<Name extends Change>(change: Name): Name {
  const mine = change.mine ?? change.base;
  return { ...change, base: null, mine, attempted: mine, isDeletionSent: false, problem: null };
}

/** Takes the deletion of a record back: what was in the queue about it and its parties before returns to it. */
export function withoutDeletion(queue: readonly Change[], before: readonly Change[], deletion: Deed): Change[] {
  const isConcerned = ({ id, dogId }: Change) =>
    id === deletion.id || (deletion.record === 'dog' && dogId === deletion.id);
  const now = queue.find(({ id }) => id === deletion.id);
  if (now?.mine === null && !now.isDeletionSent) {
    const returning = before.filter(isConcerned).map((change) => ({ ...change, revision: now.revision + 1 }));
    return [...queue.filter((change) => !isConcerned(change)), ...returning];
  }
  // It is gone from the backend, or may be, or never reached the queue (a new record that was given up): it is added again.
  const revision = (now?.revision ?? 0) + 1;
  const again = before
    .filter((change) => isConcerned(change) && change.id !== deletion.id && change.mine !== null)
    .map(addedAgain);
  const earlier = before.find(({ id }) => id === deletion.id);
  const returned = { ...addedAgain(earlier ?? ({ ...deletion, problem: null, revision } as Change)), revision };
  return [...queue.filter((change) => !isConcerned(change)), returned, ...again];
}

/** The change that is next in turn. A party waits for a dog that the backend does not know yet. */
export function nextToSend(queue: readonly Change[]): Change | undefined {
  const isMissing = ({ record, base, problem }: Change) => record === 'dog' && (problem !== null || base === null);
  const missingDogs = new Set(queue.filter(isMissing).map(({ id }) => id));
  return queue.find(({ record, dogId, problem }) => !problem && !(record === 'party' && missingDogs.has(dogId)));
}

/** The queue after the backend has taken `sent`: later words about the same record go on from there. */
export function withoutSent(queue: readonly Change[], sent: Change): Change[] {
  return queue.flatMap((change) => {
    if (change.id !== sent.id) return [change];
    if (change.revision === sent.revision) return [];
    return [{ ...change, base: sent.mine, attempted: null } as Change];
  });
}

/** The queue with another state of a change, unless the owner has changed it meanwhile. */
export function withState(
  queue: readonly Change[],
  { id, revision }: Change,
  state: Partial<Pick<Change, 'attempted' | 'isDeletionSent' | 'problem'>>,
): Change[] {
  return queue.map((change) =>
    change.id === id && change.revision === revision ? ({ ...change, ...state } as Change) : change,
  );
}

/** A change in which its owner has chosen between two versions; null when nothing of it is left to be sent. */
function withChoice<Content extends object>(
  { base, mine, theirs }: { base: Content | null; mine: Content; theirs: Content },
  choice: 'mine' | 'theirs',
): { base: Content; mine: Content } | null {
  const chosen = mergedContent({ base, mine, theirs }, choice);
  return isSameContent(chosen, theirs) ? null : { base: theirs, mine: chosen };
}

/**
 * What to do about a problem: send again with the owner's words ('mine'), or give them up ('theirs'). Between two versions that
 * concerns the fields in which they clash; what only one side has changed stays in any case.
 */
export function withDecision(queue: readonly Change[], id: string, choice: 'mine' | 'theirs'): Change[] {
  return queue.flatMap((change) => {
    if (change.id === id && !change.problem) return [change];
    if (change.id !== id) return isWithout(queue, id, choice, change) ? [] : [change];
    const revision = change.revision + 1;
    const next = { ...change, attempted: null, problem: null, revision } as Change;
    if (change.problem?.kind !== 'conflict') return choice === 'mine' ? [next] : [];
    const { theirs } = change.problem;
    if (!change.mine || !theirs) return choice === 'mine' ? [{ ...next, base: theirs } as Change] : [];
    const chosen = withChoice<object>({ base: change.base, mine: change.mine, theirs }, choice);
    return chosen ? [{ ...next, ...chosen } as Change] : [];
  });
}

/** A dog that the backend does not have, and that is given up, takes the parties along that were planned for it. */
function isWithout(queue: readonly Change[], dogId: string, choice: 'mine' | 'theirs', party: Change): boolean {
  if (choice === 'mine' || party.record !== 'party' || party.dogId !== dogId) return false;
  const dog = queue.find(({ id }) => id === dogId);
  return dog?.problem?.kind === 'conflict' ? dog.problem.theirs === null : dog?.base === null;
}

function laterFirst({ createdAt: one }: { createdAt: string }, { createdAt: other }: { createdAt: string }): number {
  return one < other ? 1 : one > other ? -1 : 0;
}

/** The dogs as they will be once everything is sent, newest first. */
export function withDogChanges(dogs: readonly Dog[], queue: readonly Change[]): Dog[] {
  const changes = queue.filter((change) => change.record === 'dog');
  if (changes.length === 0) return [...dogs];
  const changed = new Map(changes.map((change) => [change.id, change]));
  const known = new Map(dogs.map((dog) => [dog.id, dog]));
  const kept = dogs.filter(({ id }) => !changed.has(id));
  const fresh: Dog[] = [];
  for (const { id, mine, createdAt } of changes) {
    if (!mine) continue;
    const place = known.get(id)?.createdAt ?? createdAt;
    if (place) kept.push({ ...mine, id, createdAt: place });
    // Later than everything that is known, whatever this device takes for the time.
    else fresh.unshift({ ...mine, id, createdAt: new Date().toISOString() });
  }
  return [...fresh, ...kept.sort(laterFirst)];
}

/** The parties as they will be once everything is sent, by date. */
export function withPartyChanges(parties: readonly Party[], queue: readonly Change[]): Party[] {
  if (queue.length === 0) return [...parties];
  const changed = new Set(queue.map(({ id }) => id));
  const lostDogs = new Set(queue.filter(({ record, mine }) => record === 'dog' && !mine).map(({ id }) => id));
  const kept = parties.filter(({ id, dogId }) => !changed.has(id) && !lostDogs.has(dogId));
  for (const change of queue) {
    if (change.record === 'party' && change.mine) kept.push({ ...change.mine, id: change.id, dogId: change.dogId });
  }
  return kept.sort((one, other) => (one.celebrationDate < other.celebrationDate ? -1 : 1));
}
