import type { CelebrationPlan, DogProfile } from '../../../domain/drafts.ts';
import { type CancelledParty, cancelParty, type Party, planParty, restoreParty, updateParty } from '../celebrations.ts';
import { addDog, type Dog, type RemovedDog, removeDog, restoreDog, updateDog } from '../dogs.ts';
import { BackendError } from '../errors.ts';
import {
  type Change,
  type Deed,
  planOf,
  profileOf,
  withDeed,
  withDogChanges,
  withoutDeletion,
  withPartyChanges,
} from './changes.ts';
import { changeLastSeen, lastSeen } from './last-seen.ts';
import { isOffline } from './network.ts';
import { changeQueue, queueOf, renewLists } from './outbox.ts';
import { sendWaiting } from './send.ts';
import { isWaitingPhoto, settledPhotoUrl } from './waiting-photos.ts';

/** What an owner does to the pack: sent at once with network, kept and sent later without it. */
export type Saved<Saving> = { saved: Saving; isWaiting: boolean };

/** Keeps the order: what concerns a record with words that wait has to wait behind them. */
async function mustWait(ownerId: string, { record, id, dogId, mine }: Deed): Promise<boolean> {
  if (isOffline() || (record === 'dog' && mine && isWaitingPhoto(mine.photoUrl))) return true;
  const queue = await queueOf(ownerId);
  return queue.some((change) => change.id === id || change.dogId === dogId);
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

/** Sends with `send`; what the network has swallowed on the way is kept, too. Answers null when the deed has to wait. */
async function sentNow<Answer>(
  ownerId: string,
  deed: Deed,
  send: () => Promise<Answer>,
): Promise<{ answer: Answer } | { waiting: Deed }> {
  if (await mustWait(ownerId, deed)) return { waiting: deed };
  try {
    return { answer: await send() };
  } catch (error) {
    const isSwallowed = error instanceof BackendError && error.kind === 'not reachable' && isOffline();
    if (!isSwallowed) throw error;
    // It may have arrived all the same.
    return { waiting: { ...deed, attempted: deed.mine } as Deed };
  }
}

function remember(ownerId: string, deed: Deed) {
  const change: Change = { ...deed, revision: 0, problem: null };
  void changeLastSeen<Dog>(ownerId, 'dogs', (dogs) => withDogChanges(dogs, [change]));
  void changeLastSeen<Party>(ownerId, 'parties', (parties) => withPartyChanges(parties, [change]));
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
  const deed: Deed = {
    record: 'dog',
    id,
    dogId: id,
    createdAt,
    base: dog && { ...profileOf(dog), photoUrl: settledPhotoUrl(dog.photoUrl) },
    mine: profile,
    attempted: null,
  };
  const result = await sentNow(ownerId, deed, () =>
    dog ? updateDog(ownerId, id, profile) : addDog(ownerId, id, profile),
  );
  if ('answer' in result) {
    remember(ownerId, { ...deed, createdAt: result.answer.createdAt });
    return { saved: result.answer, isWaiting: false };
  }
  await queueDeeds(ownerId, [result.waiting]);
  return { saved: { ...profile, id, createdAt: createdAt ?? new Date().toISOString() }, isWaiting: true };
}

/**
 * Saves a new party, or a changed one: `party` is how it was when its form was opened.
 * @throws BackendError
 */
export async function saveParty(
  ownerId: string,
  { id, dogId, party, plan }: { id: string; dogId: string; party: Party | null; plan: CelebrationPlan },
): Promise<Saved<Party>> {
  const deed: Deed = {
    record: 'party',
    id,
    dogId,
    createdAt: null,
    base: party && planOf(party),
    mine: plan,
    attempted: null,
  };
  const result = await sentNow(ownerId, deed, () =>
    party ? updateParty(id, plan) : planParty(ownerId, { id, dogId, plan }),
  );
  if ('answer' in result) {
    remember(ownerId, deed);
    return { saved: result.answer, isWaiting: false };
  }
  await queueDeeds(ownerId, [result.waiting]);
  return { saved: { ...plan, id, dogId }, isWaiting: true };
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
    remember(ownerId, deed);
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
    remember(ownerId, deed);
    return result.answer && { cancelled: result.answer };
  }
  return { deed, parties: [], before: await queueDeeds(ownerId, [result.waiting]) };
}

function additionOf({ id, dogId, ...party }: Party): Deed {
  return { record: 'party', id, dogId, createdAt: null, base: null, mine: planOf(party), attempted: null };
}

async function takeBack(ownerId: string, { deed, before, parties }: Waiting) {
  await changeQueue(ownerId, (queue) => {
    const isStillHere = queue.some(({ id, mine }) => id === deed.id && mine === null);
    const next = withoutDeletion(queue, before, deed);
    const known = new Set(next.map(({ id }) => id));
    // The deletion was sent already, and took the parties along.
    const lost = isStillHere || before.some(({ id, base }) => id === deed.id && !base) ? [] : parties;
    return lost
      .filter(({ id }) => !known.has(id))
      .map(additionOf)
      .reduce<readonly Change[]>(withDeed, next);
  });
  renewLists();
  sendWaiting();
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
  if (isOffline()) {
    await queueDeeds(ownerId, [
      { ...dogDeletion(dog), base: null, mine: profileOf(dog) } as Deed,
      ...parties.map(additionOf),
    ]);
  } else await restoreDog(deleted.removed);
}

/**
 * Puts a cancelled party back. May be called again after a failure.
 * @throws BackendError
 */
export async function undeleteParty(ownerId: string, deleted: DeletedParty): Promise<void> {
  if ('deed' in deleted) await takeBack(ownerId, deleted);
  else if (isOffline()) await queueDeeds(ownerId, [additionOf(deleted.cancelled.party)]);
  else await restoreParty(deleted.cancelled);
}
