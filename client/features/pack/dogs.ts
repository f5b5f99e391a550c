import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { DogProfile } from '../../../domain/drafts.ts';
import { addDog, type Dog, listDogs, type RemovedDog, removeDog, restoreDog, updateDog } from '../../backend/dogs.ts';
import { isLimitReached } from '../../backend/errors.ts';
import { messages } from '../../copy/messages.ts';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { discardPhotos } from './photo-upload.ts';

/** The owner's dogs, newest first. */
export function dogsQuery(ownerId: string) {
  return queryOptions({ queryKey: ['dogs', ownerId], queryFn: () => listDogs(ownerId) });
}

function withDog(dogs: Dog[] | undefined, dog: Dog): Dog[] {
  const others = (dogs ?? []).filter(({ id }) => id !== dog.id);
  return [...others, dog].sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
}

function putInPack(client: QueryClient, ownerId: string, dog: Dog) {
  client.setQueryData(dogsQuery(ownerId).queryKey, (dogs) => withDog(dogs, dog));
}

/** Saves a new dog, or a changed one when `dog` is given; the list reloads afterwards. */
export function useSaveDog(ownerId: string, dog: Dog | null, onSaved: (saved: Dog) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (profile: DogProfile) => (dog ? updateDog(ownerId, dog.id, profile) : addDog(ownerId, profile)),
    onSuccess: (saved) => {
      putInPack(client, ownerId, saved);
      void client.invalidateQueries(dogsQuery(ownerId));
      showSuccess(dog ? messages.profileUpdated(saved.name) : messages.profileCreated(saved.name));
      onSaved(saved);
    },
    onError: (error) => showError(isLimitReached(error) ? messages.packFull : messages.couldNotSaveProfile),
  });
}

/** The photo of a deleted dog leaves the store once nobody can bring the dog back any more. */
function discardPhotoOf({ dog }: RemovedDog) {
  discardPhotos(dog.photoUrl ? [dog.photoUrl] : []);
}

function useRestoreDog(ownerId: string) {
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: (removed: RemovedDog) => restoreDog(removed),
    onSuccess: (dog) => {
      putInPack(client, ownerId, dog);
      void client.invalidateQueries(dogsQuery(ownerId));
      showSuccess(messages.dogRestored(dog.name));
    },
    onError: (_error, removed) => {
      showError(messages.couldNotSaveProfile, {
        label: 'Try again',
        run: () => restore.mutate(removed),
        onPassed: () => discardPhotoOf(removed),
      });
    },
  });
  return restore;
}

/** Deletes a dog. Its card goes at once and comes back if that fails; the toast offers to undo it. */
export function useRemoveDog(ownerId: string) {
  const client = useQueryClient();
  const restore = useRestoreDog(ownerId);
  const { queryKey } = dogsQuery(ownerId);
  return useMutation({
    mutationFn: (dog: Dog) => removeDog(dog.id),
    onMutate: async (dog) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (dogs) => dogs?.filter(({ id }) => id !== dog.id));
    },
    onSuccess: (removed, dog) => {
      showSuccess(
        messages.dogRemoved(dog.name),
        removed
          ? { label: 'Undo', run: () => restore.mutate(removed), onPassed: () => discardPhotoOf(removed) }
          : undefined,
      );
    },
    onError: (_error, dog) => {
      putInPack(client, ownerId, dog);
      showError(messages.couldNotDeleteProfile);
    },
  });
}
