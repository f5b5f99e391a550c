import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DogProfile } from '../../../domain/drafts.ts';
import { isLimitReached } from '../../backend/errors.ts';
import { type Dog, dogs } from '../../backend/records/dogs.ts';
import { inOrder } from '../../backend/records/record.ts';
import { newRecordId } from '../../backend/records/record-id.ts';
import { type Deleted, deleteRecord, putBack, saveRecord } from '../../backend/sync/edits.ts';
import { listRecords } from '../../backend/sync/snapshots.ts';
import { messages } from '../../copy/messages.ts';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { useSingleMutation } from '../../ui/use-single-flight.ts';
import { discardPhotos } from './photo-upload.ts';

/** The owner's dogs, newest first. */
export function dogsQuery(ownerId: string) {
  return queryOptions({ queryKey: ['dogs', ownerId], queryFn: () => listRecords(ownerId, dogs) });
}

function withDog(pack: readonly Dog[] | undefined, dog: Dog): Dog[] {
  const others = (pack ?? []).filter(({ id }) => id !== dog.id);
  return inOrder(dogs, [...others, dog]);
}

function putInPack(client: QueryClient, ownerId: string, dog: Dog) {
  client.setQueryData(dogsQuery(ownerId).queryKey, (pack) => withDog(pack, dog));
}

/** Saves a new dog, or a changed one when `dog` is given; the list reloads afterwards. Without network it waits to be sent. */
export function useSaveDog(ownerId: string, dog: Dog | null, onSaved: (saved: Dog) => void) {
  const client = useQueryClient();
  // One for the life of the form: saved again after an answer got lost, it is still the same dog.
  const [id] = useState(() => dog?.id ?? newRecordId());
  const mutation = useMutation({
    mutationFn: (profile: DogProfile) => saveRecord(ownerId, dogs, { id, seen: dog, words: profile }),
    onSuccess: ({ saved, state }) => {
      putInPack(client, ownerId, saved);
      void client.invalidateQueries(dogsQuery(ownerId));
      if (state === 'waiting') showSuccess(messages.keptForLater(saved.name));
      // What is to be decided is told by the pack's own news.
      else if (state === 'saved')
        showSuccess(dog ? messages.profileUpdated(saved.name) : messages.profileCreated(saved.name));
      onSaved(saved);
    },
    onError: (error) => showError(isLimitReached(error) ? messages.packFull : messages.couldNotSaveProfile),
  });
  return useSingleMutation(mutation);
}

type Farewell = { dog: Dog; deleted: Deleted };

/** The photo of a deleted dog leaves the store once nobody can bring the dog back any more. */
function discardPhotoOf({ dog, deleted }: Farewell) {
  // One that is yet to be deleted keeps its photo until then; the sweep of a later day finds it.
  discardPhotos('removed' in deleted && dog.photoUrl ? [dog.photoUrl] : []);
}

function useRestoreDog(ownerId: string, onRestored: (dog: Dog) => void) {
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: ({ deleted }: Farewell) => putBack(ownerId, deleted),
    onSuccess: (_nothing, { dog }) => {
      putInPack(client, ownerId, dog);
      void client.invalidateQueries(dogsQuery(ownerId));
      showSuccess(messages.dogRestored(dog.name));
      onRestored(dog);
    },
    onError: (_error, farewell) => {
      showError(messages.couldNotSaveProfile, {
        label: 'Try again',
        run: () => restore.mutate(farewell),
        onPassed: () => discardPhotoOf(farewell),
      });
    },
  });
  return restore;
}

/** Deletes a dog. Its card goes at once and comes back if that fails; the toast offers to undo it. */
export function useRemoveDog(ownerId: string, onRestored: (dog: Dog) => void) {
  const client = useQueryClient();
  const restore = useRestoreDog(ownerId, onRestored);
  const { queryKey } = dogsQuery(ownerId);
  const mutation = useMutation({
    mutationFn: (dog: Dog) => deleteRecord(ownerId, dogs, dog),
    onMutate: async (dog) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (pack) => pack?.filter(({ id }) => id !== dog.id));
    },
    onSuccess: (deleted, dog) => {
      if (!deleted) {
        showSuccess(messages.dogRemoved(dog.name));
        return;
      }
      const farewell = { dog, deleted };
      showSuccess(messages.dogRemoved(dog.name), {
        label: 'Undo',
        run: () => restore.mutate(farewell),
        onPassed: () => discardPhotoOf(farewell),
      });
    },
    onError: (_error, dog) => {
      putInPack(client, ownerId, dog);
      showError(messages.couldNotDeleteProfile);
      onRestored(dog);
    },
  });
  return useSingleMutation(mutation, ({ id }) => id);
}
