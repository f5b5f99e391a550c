import type { CelebrationPlan, DogProfile } from '../../../domain/drafts.ts';
import { type Dog, findDog } from '../dogs.ts';
import { BackendError, isNotFound } from '../errors.ts';
import { type Change, type Deed, profileOf, withDeed, withState } from './changes.ts';
import { rememberSent } from './last-seen.ts';
import { changeQueue, renewLists } from './outbox.ts';

/** A dog that is gone from the backend, as this device knows it: its owner may want it back. */
export function deletedElsewhere(dog: Dog): Deed {
  const { id, createdAt } = dog;
  const profile = profileOf(dog);
  return { record: 'dog', id, dogId: id, createdAt, base: profile, mine: profile, attempted: null };
}

/** Whether a party could not be saved because its dog is gone. */
export async function isOfLostDog({ record, mine, dogId }: Deed, error: unknown): Promise<boolean> {
  if (record !== 'party' || !mine || !(error instanceof BackendError)) return false;
  // A row that points nowhere, or a row rule that finds no dog of the owner's.
  const isSuspect = error.kind === 'no such parent' || error.kind === 'refused' || isNotFound(error);
  return isSuspect && (await findDog(dogId)) === null;
}

/**
 * Keeps words about a record that was changed elsewhere to `theirs`, or deleted (null), until the owner has decided which
 * version stays, or whether the record is added again.
 */
export async function keepUndecided(
  ownerId: string,
  deed: Deed,
  theirs: DogProfile | CelebrationPlan | null,
): Promise<void> {
  if (!theirs) await rememberSent(ownerId, { ...deed, mine: null, revision: 0, problem: null });
  const problem = { kind: 'conflict', theirs } as Change['problem'];
  await changeQueue(ownerId, (queue) => {
    const next = withDeed(queue, deed);
    const change = next.find(({ id }) => id === deed.id);
    return change ? withState(next, change, { problem }) : next;
  });
  renewLists();
}
