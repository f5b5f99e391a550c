import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DogProfile } from '../../../domain/dogs/dog-draft.ts';
import { packMessages } from '../../copy/pack-messages.ts';
import { isOfKind } from '../../data/errors.ts';
import { type Dog, dogs } from '../../data/records/dogs.ts';
import { inOrder } from '../../data/records/record.ts';
import { newRecordId } from '../../data/records/record-id.ts';
import { type Deleted, deleteRecord, putBack, saveRecord } from '../../data/sync/edits.ts';
import { listRecords } from '../../data/sync/snapshots.ts';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { discardPhotos } from './photo-upload.ts';

/** The owner's dogs, newest first. */
export function dogsQuery(ownerId: string) {
  return queryOptions({ queryKey: ['dogs', ownerId], queryFn: () => listRecords(ownerId, dogs) });
}

function putInPack(client: QueryClient, ownerId: string, dog: Dog) {
  client.setQueryData(dogsQuery(ownerId).queryKey, (pack = []) =>
    inOrder(dogs, [...pack.filter(({ id }) => id !== dog.id), dog]),
  );
}

function newsOf(before: Dog | null, { name, diedOn }: Dog) {
  if (diedOn && diedOn !== before?.diedOn) return packMessages.inMemory(name);
  return before ? packMessages.profileUpdated(name) : packMessages.profileCreated(name);
}

/** Saves a new dog, or a changed one when `dog` is given; the list reloads afterwards. Without network it waits to be sent. */
export function useSaveDog(ownerId: string, dog: Dog | null, onSaved: (saved: Dog) => void) {
  const client = useQueryClient();
  // The form keeps one id, so that saving again after a lost answer creates no second dog.
  const [id] = useState(() => dog?.id ?? newRecordId());
  return async (profile: DogProfile) => {
    try {
      const { saved, state } = await saveRecord(ownerId, dogs, { id, seen: dog, words: profile });
      putInPack(client, ownerId, saved);
      void client.invalidateQueries(dogsQuery(ownerId));
      if (state === 'waiting') showSuccess(packMessages.keptForLater(saved.name));
      // PackStatus asks about an undecided one.
      else if (state === 'saved') showSuccess(newsOf(dog, saved));
      onSaved(saved);
    } catch (error) {
      showError(isOfKind(error, 'limit reached') ? packMessages.packFull : packMessages.couldNotSaveProfile);
    }
  };
}

/** Deletes a dog. Its card goes at once and returns if that fails. The toast offers to undo it. */
export function useRemoveDog(ownerId: string, onRestored: (dog: Dog) => void) {
  const client = useQueryClient();
  const { queryKey } = dogsQuery(ownerId);

  async function restore(dog: Dog, deleted: Deleted) {
    try {
      await putBack(ownerId, deleted);
      putInPack(client, ownerId, dog);
      void client.invalidateQueries(dogsQuery(ownerId));
      showSuccess(packMessages.dogRestored(dog.name));
      onRestored(dog);
    } catch {
      showError(packMessages.couldNotSaveProfile, offerToRestore('Try Again', dog, deleted));
    }
  }

  function offerToRestore(label: string, dog: Dog, deleted: Deleted) {
    return {
      label,
      run: () => void restore(dog, deleted),
      // Nobody can undo it any more. If the deletion is not sent yet, the server deletes the photo later.
      onPassed: () => discardPhotos('removed' in deleted && dog.photoUrl ? [dog.photoUrl] : []),
    };
  }

  const [remove] = useSingleFlight(
    async (dog: Dog) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (pack) => pack?.filter(({ id }) => id !== dog.id));
      try {
        const deleted = await deleteRecord(ownerId, dogs, dog);
        showSuccess(packMessages.dogRemoved(dog.name), deleted ? offerToRestore('Undo', dog, deleted) : undefined);
      } catch {
        putInPack(client, ownerId, dog);
        showError(packMessages.couldNotDeleteProfile);
        onRestored(dog);
      }
    },
    ({ id }) => id,
  );
  return remove;
}
