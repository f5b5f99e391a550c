import { useState } from 'react';
import type { DogProfile } from '../../../domain/dogs/dog-draft.ts';
import { packMessages } from '../../copy/pack-messages.ts';
import { isOfKind } from '../../data/errors.ts';
import { type Dog, dogs } from '../../data/records/dogs.ts';
import { newRecordId } from '../../data/records/record-id.ts';
import { type Undo, useRecords } from '../../data/use-records.tsx';
import { undoOffer } from '../../shared/photos/photo-upload.ts';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

function newsOf(before: Dog | null, { name, diedOn }: Dog) {
  if (diedOn && diedOn !== before?.diedOn) return packMessages.inMemory(name);
  return before ? packMessages.profileUpdated(name) : packMessages.profileCreated(name);
}

/** Saves a new dog, or a changed one if `dog` is given. The list reloads afterwards. Without network the change waits to be sent. */
export function useSaveDog(ownerId: string, dog: Dog | null, onSaved: (saved: Dog) => void) {
  const { save } = useRecords(ownerId, dogs);
  // The form keeps one id, so that saving again after a lost answer creates no second dog.
  const [id] = useState(() => dog?.id ?? newRecordId());
  return async (profile: DogProfile) => {
    try {
      const { saved, state } = await save({ id, seen: dog, words: profile });
      if (state === 'waiting') showSuccess(packMessages.keptForLater(saved.name));
      // PackStatus asks about a change that needs a decision.
      else if (state === 'saved') showSuccess(newsOf(dog, saved));
      onSaved(saved);
    } catch (error) {
      showError(isOfKind(error, 'limit reached') ? packMessages.packFull : packMessages.couldNotSaveProfile);
    }
  };
}

/** Deletes a dog. Its card disappears at once and returns if that fails. The toast offers to undo it. */
export function useRemoveDog(ownerId: string, onRestored: (dog: Dog) => void) {
  const records = useRecords(ownerId, dogs);

  const [remove] = useSingleFlight(
    (dog: Dog) => {
      const offer = (label: string, undo: Undo) => undoOffer(label, undo, dog.photoUrl);
      return records.remove(dog, {
        onRemoving: (undo) => showSuccess(packMessages.dogRemoved(dog.name), offer('Undo', undo)),
        onFailed: () => {
          showError(packMessages.couldNotDeleteProfile);
          onRestored(dog);
        },
        onRestored: () => {
          showSuccess(packMessages.dogRestored(dog.name));
          onRestored(dog);
        },
        onNotRestored: (undo) =>
          showError(packMessages.couldNotSaveProfile, undo ? offer('Try Again', undo) : undefined),
      });
    },
    ({ id }) => id,
  );
  return remove;
}
