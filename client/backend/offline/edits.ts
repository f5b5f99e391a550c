import type { CelebrationPlan, DogProfile } from '../../../domain/drafts.ts';
import { type CancelledParty, cancelParty, type Party, planParty, restoreParty, updateParty } from '../celebrations.ts';
import { addDog, type Dog, type RemovedDog, removeDog, restoreDog, updateDog } from '../dogs.ts';
import { BackendError, isNotFound, isNotReachable } from '../errors.ts';
import { type Change, type Deed, planOf, profileOf, withDeed, withoutDeletion } from './changes.ts';
import { isSameContent } from './content.ts';
import { lastSeen, rememberSent } from './last-seen.ts';
import { deletedElsewhere, isOfLostDog, keepUndecided } from './lost-records.ts';
import { isOffline, isReachable, setUnreachable } from './network.ts';
import { changeQueue, queueOf, renewLists, tellOtherTabs } from './outbox.ts';
import { reconcile } from './reconcile.ts';
import { sendWaiting } from './send.ts';
import { isWaitingPhoto, settledPhotoUrl } from './waiting-photos.ts';

/**
 * What became of the words: saved by the backend, kept on this device until it can be reached, or kept for the owner to decide,
 * because the record was deleted or changed elsewhere.
 */
export type Saved<Saving> = { saved: Saving; state: 'saved' | 'waiting' | 'undecided' };

/** Keeps the order: what concerns a record with words that wait has to wait behind them. */
async function mustWait(ownerId: string, { record, id, dogId, mine }: Deed): Promise<boolean> {
  if (!isReachable() || (record === 'dog' && mine && isWaitingPhoto(mine.photoUrl))) return true;
  const queue = await queueOf(ownerId);
  return queue.some((change) => change.id === id || change.dogId === dogId);
}

/** How a record stands at the backend, as far as this device knows. */
async function seenContent(ownerId: string, { record, id }: Deed): Promise<DogProfile | CelebrationPlan | null> {
  if (record === 'dog') {
    const dog = (await lastSeen<Dog>(ownerId, 'dogs'))?.find((other) => other.id === id);
    return dog ? profileOf(dog) : null;
  }
  const party = (await lastSeen<Party>(ownerId, 'parties'))?.find((other) => other.id === id);
  return party ? planOf(party) : null;
}

/**
 * An edit on top of what another tab has saved since its form was opened. `clash` is the other tab's version where both have
 * changed the same field: then the owner decides.
 */
async function onTopOfSeen<Edit extends Deed>(
  ownerId: string,
  edit: Edit,
): Promise<{ edit: Edit; clash: DogProfile | CelebrationPlan | null }> {
  const theirs = await seenContent(ownerId, edit);
  const isUnchanged = !theirs || isSameContent<object>(edit.base, theirs);
  // What waits already started from an earlier version, and is compared when it is sent.
  if (!edit.base || isUnchanged || (await queueOf(ownerId)).some(({ id }) => id === edit.id)) {
    return { edit, clash: null };
  }
  const verdict = reconcile<object>(edit, theirs);
  if (verdict.kind === 'conflict') return { edit, clash: theirs };
  const mine = verdict.kind === 'update' ? verdict.content : edit.mine;
  return { edit: { ...edit, base: theirs, mine }, clash: null };
}

async function queueDeeds(ownerId: string, deeds: readonly Deed[]): Promise<readonly Change[]> {
  let before: readonly Change[] = [];
  await changeQueue(ownerId, (queue) => {
    before = queue;
    return deeds.reduce<readonly Change[]>(withDeed, queue);
  });
  renewLists();
  sendWaiting();
  return before;
}

/**
 * Sends with `send`. Answers `waiting` when the backend cannot be reached: before, or on the way, so that the words may have
 * arrived all the same.
 */
async function sentNow<Answer>(
  ownerId: string,
  deed: Deed,
  send: () => Promise<Answer>,
): Promise<{ answer: Answer } | { waiting: Deed }> {
  if (await mustWait(ownerId, deed)) return { waiting: deed };
  try {
    return { answer: await send() };
  } catch (error) {
    if (!isNotReachable(error)) throw error;
    setUnreachable(true);
    return { waiting: { ...deed, attempted: deed.mine, isDeletionSent: deed.mine === null } as Deed };
  }
}

async function remember(ownerId: string, deed: Deed) {
  await rememberSent(ownerId, { ...deed, revision: 0, problem: null });
  tellOtherTabs(ownerId);
}

/** Keeps what the owner has to decide about. */
async function undecided<Saving>(
  ownerId: string,
  edit: Deed,
  theirs: DogProfile | CelebrationPlan | null,
  saved: Saving,
): Promise<Saved<Saving>> {
  await keepUndecided(ownerId, edit, theirs);
  return { saved, state: 'undecided' };
}

/**
 * Saves a new dog, or a changed one: `dog` is how it was when its form was opened, `id` the one it has or is to have.
 * @throws BackendError
 */
export async function saveDog(
  ownerId: string,
  { id, dog, ...told }: { id: string; dog: Dog | null; profile: DogProfile },
): Promise<Saved<Dog>> {
  const profile = { ...told.profile, photoUrl: settledPhotoUrl(told.profile.photoUrl) };
  const createdAt = dog?.createdAt ?? null;
  const { edit, clash } = await onTopOfSeen(ownerId, {
    record: 'dog',
    id,
    dogId: id,
    createdAt,
    base: dog && { ...profileOf(dog), photoUrl: settledPhotoUrl(dog.photoUrl) },
    mine: profile,
    attempted: null,
  });
  const kept = { ...edit.mine, id, createdAt: createdAt ?? new Date().toISOString() };
  if (clash) return undecided(ownerId, edit, clash, kept);
  try {
    const result = await sentNow(ownerId, edit, () =>
      dog ? updateDog(ownerId, id, edit.mine) : addDog(ownerId, id, edit.mine),
    );
    if ('answer' in result) {
      await remember(ownerId, { ...edit, createdAt: result.answer.createdAt });
      return { saved: result.answer, state: 'saved' };
    }
    await queueDeeds(ownerId, [result.waiting]);
    return { saved: kept, state: 'waiting' };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return undecided(ownerId, edit, null, kept);
  }
}

/**
 * Saves a new party of a dog, or a changed one: `party` is how it was when its form was opened.
 * @throws BackendError
 */
export async function saveParty(
  ownerId: string,
  { id, dog, party, plan }: { id: string; dog: Dog; party: Party | null; plan: CelebrationPlan },
): Promise<Saved<Party>> {
  const dogId = dog.id;
  const { edit, clash } = await onTopOfSeen(ownerId, {
    record: 'party',
    id,
    dogId,
    createdAt: null,
    base: party && planOf(party),
    mine: plan,
    attempted: null,
  });
  const kept = { ...edit.mine, id, dogId };
  if (clash) return undecided(ownerId, edit, clash, kept);
  try {
    const result = await sentNow(ownerId, edit, () =>
      party ? updateParty(id, edit.mine) : planParty(ownerId, { id, dogId, plan: edit.mine }),
    );
    if ('answer' in result) {
      await remember(ownerId, edit);
      return { saved: result.answer, state: 'saved' };
    }
    await queueDeeds(ownerId, [result.waiting]);
    return { saved: kept, state: 'waiting' };
  } catch (error) {
    if (await isOfLostDog(edit, error)) {
      await keepUndecided(ownerId, deletedElsewhere(dog), null);
      // Behind its dog: it is planned anew with it, or given up with it.
      await queueDeeds(ownerId, [{ ...edit, base: null }]);
      return { saved: kept, state: 'undecided' };
    }
    if (!isNotFound(error)) throw error;
    return undecided(ownerId, edit, null, kept);
  }
}

/** What was deleted, with all that is needed to take it back. */
type Waiting = { deed: Deed; before: readonly Change[]; parties: Party[] };
export type DeletedDog = { removed: RemovedDog } | Waiting;
export type DeletedParty = { cancelled: CancelledParty } | Waiting;

function dogDeletion(dog: Dog): Deed {
  const { id, createdAt } = dog;
  return { record: 'dog', id, dogId: id, createdAt, base: profileOf(dog), mine: null, attempted: null };
}

function partyDeletion(party: Party): Deed {
  const { id, dogId } = party;
  return { record: 'party', id, dogId, createdAt: null, base: planOf(party), mine: null, attempted: null };
}

/**
 * Deletes a dog with its parties.
 * @returns what undeleteDog needs; null when it was gone already.
 * @throws BackendError
 */
export async function deleteDog(ownerId: string, dog: Dog): Promise<DeletedDog | null> {
  const deed = dogDeletion(dog);
  const result = await sentNow(ownerId, deed, () => removeDog(dog.id));
  if ('answer' in result) {
    await remember(ownerId, deed);
    return result.answer && { removed: result.answer };
  }
  const parties = ((await lastSeen<Party>(ownerId, 'parties')) ?? []).filter(({ dogId }) => dogId === dog.id);
  return { deed, parties, before: await queueDeeds(ownerId, [result.waiting]) };
}

/**
 * Cancels a party.
 * @returns what undeleteParty needs; null when it was gone already.
 * @throws BackendError
 */
export async function deleteParty(ownerId: string, party: Party): Promise<DeletedParty | null> {
  const deed = partyDeletion(party);
  const result = await sentNow(ownerId, deed, () => cancelParty(party.id));
  if ('answer' in result) {
    await remember(ownerId, deed);
    return result.answer && { cancelled: result.answer };
  }
  return { deed, parties: [], before: await queueDeeds(ownerId, [result.waiting]) };
}

/** A party that comes back, and is looked for before: nobody knows whether it is there. */
function additionOf({ id, dogId, ...party }: Party): Deed {
  const mine = planOf(party);
  return { record: 'party', id, dogId, createdAt: null, base: null, mine, attempted: mine };
}

async function takeBack(ownerId: string, { deed, before, parties }: Waiting) {
  await changeQueue(ownerId, (queue) => {
    const isStillHere = queue.some(({ id, mine, isDeletionSent }) => id === deed.id && !mine && !isDeletionSent);
    const next = withoutDeletion(queue, before, deed);
    const known = new Set(next.map(({ id }) => id));
    // The deletion may have been sent already, and took the parties along.
    const lost = isStillHere || before.some(({ id, base }) => id === deed.id && !base) ? [] : parties;
    return lost
      .filter(({ id }) => !known.has(id))
      .map(additionOf)
      .reduce<readonly Change[]>(withDeed, next);
  });
  renewLists();
  sendWaiting();
}

/** Sends what puts a record back; where the backend cannot be reached, `additions` wait instead. */
async function restoreNowOrLater(ownerId: string, additions: readonly Deed[], restore: () => Promise<unknown>) {
  try {
    if (!isReachable()) throw new BackendError('not reachable', 'There is no network.');
    await restore();
    tellOtherTabs(ownerId);
  } catch (error) {
    if (!isNotReachable(error)) throw error;
    if (!isOffline()) setUnreachable(true);
    await queueDeeds(ownerId, additions);
  }
}

/**
 * Puts a deleted dog back, with its place in the pack and its parties. May be called again after a failure.
 * @throws BackendError
 */
export async function undeleteDog(ownerId: string, deleted: DeletedDog): Promise<void> {
  if ('deed' in deleted) {
    await takeBack(ownerId, deleted);
    return;
  }
  const { dog, rows } = deleted.removed;
  const parties = rows.celebrations.map(({ id, dog_id, title, description, celebration_date, location }) => ({
    ...{ id, dogId: dog_id, title, description, celebrationDate: celebration_date, location },
  })) as Party[];
  const mine = profileOf(dog);
  const additions = [{ ...dogDeletion(dog), base: null, mine, attempted: mine } as Deed, ...parties.map(additionOf)];
  await restoreNowOrLater(ownerId, additions, () => restoreDog(deleted.removed));
}

/**
 * Puts a cancelled party back. May be called again after a failure.
 * @throws BackendError
 */
export async function undeleteParty(ownerId: string, deleted: DeletedParty): Promise<void> {
  if ('deed' in deleted) {
    await takeBack(ownerId, deleted);
    return;
  }
  const { cancelled } = deleted;
  await restoreNowOrLater(ownerId, [additionOf(cancelled.party)], () => restoreParty(cancelled));
}
