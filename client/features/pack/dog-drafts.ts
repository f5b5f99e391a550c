import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { type DogDraft, type DogProfile, dogDraftOf } from '../../../domain/dogs/dog-draft.ts';
import type { LinkedDog } from '../../../domain/dogs/linked-dog.ts';
import { packMessages } from '../../copy/pack-messages.ts';
import { isOfKind } from '../../data/backend-error.ts';
import { draftStore, openForm } from '../../data/drafts/kept-drafts.ts';
import { askToKeepStored } from '../../data/offline/database.ts';
import { type Dog, dogs } from '../../data/records/dogs.ts';
import { newRecordId } from '../../data/records/record-id.ts';
import { type Undo, useRecords } from '../../data/use-records.tsx';
import { undoOffer } from '../../shared/photos/photo-upload.ts';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { useFormDraft } from '../../ui/use-form-draft.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

/** `uploads` are the photos that were uploaded for this draft, `seen` is the dog as it was when the form was opened. */
type KeptDogDraft = DogDraft & { uploads: string[]; seen: Dog | null };

const newDog = 'new';

const prefix = 'dog ';

function storeOf(ownerId: string, dog: Dog | null) {
  return draftStore(ownerId, prefix + (dog?.id ?? newDog), draftOf(dog));
}

function draftOf(dog: Dog | null): KeptDogDraft {
  return { ...dogDraftOf(dog), uploads: [], seen: dog };
}

/** Keeps a draft with which the form for a new dog begins. */
export function beginNewDog(ownerId: string, draft: Pick<DogDraft, 'name' | 'size' | 'birthDate' | 'photoUrl'>) {
  storeOf(ownerId, null).keep({ ...draftOf(null), ...draft }, true);
}

/** Keeps what is typed into the dog form in this tab until it is saved or given up. A new dog begins with what a link says about it. */
export function useDogDraft(ownerId: string, dog: Dog | null, linked: LinkedDog | null) {
  const store = storeOf(ownerId, dog);
  // A closed form for a new dog does not come back by itself, because the next dog may be another. It is offered.
  const [earlier, setEarlier] = useState(() => (dog || (!linked && store.isOpen()) ? null : store.read()));
  const [isTakenUp, setIsTakenUp] = useState(false);
  const forget = () => (earlier ? store.keep(earlier, false) : store.forget());
  const forNow = earlier ? { ...store, read: () => null, forget } : store;
  const { end, startOver, latest, isResumed, ...drafting } = useFormDraft(forNow, { ...draftOf(dog), ...linked });
  const keepLinked = useEffectEvent(() => linked && !earlier && drafting.change({}));
  // The address has it no more, so a reload takes it from here.
  useEffect(() => void keepLinked(), []);
  return {
    ...drafting,
    isResumed: isResumed || isTakenUp,
    /** The name in the draft of a form that was closed before, if there is one. */
    earlierName: earlier?.name.trim(),
    takeUpEarlier: () => {
      if (earlier) drafting.change(earlier);
      setEarlier(null);
      setIsTakenUp(true);
    },
    /** Lets the form open with this draft again. */
    reopen: () => store.keep(latest(), true),
    /** The dog as it was when the draft was begun. It may have been changed elsewhere since. */
    seen: dog && (dogs.parse(drafting.draft.seen) ?? dog),
    addUpload: (photoUrl: string) =>
      drafting.change({ photoUrl, photoFocus: null, uploads: [...latest().uploads, photoUrl] }),
    /** Ends the draft. Returns the photos that were uploaded for it. */
    end: (): string[] => {
      end();
      return latest().uploads;
    },
    /** Empties the draft. Returns the photos that were uploaded for it. */
    startOver: (): string[] => {
      const { uploads } = latest();
      startOver();
      setIsTakenUp(false);
      return uploads;
    },
  };
}

/** Returns 'new', once, when the installed app's shortcut for a new dog has opened the page. */
function takeShortcut(): 'new' | null {
  if (new URLSearchParams(window.location.search).get('start') !== 'new-dog') return null;
  window.history.replaceState(window.history.state, '', window.location.pathname);
  return 'new';
}

/** The dog whose form is open, 'new' or null. Starts with the form that was open in this tab. */
export function useEditedDog(ownerId: string, pack: readonly Dog[] | undefined) {
  const [waitingId, setWaitingId] = useState(() => openForm(ownerId, /^dog /)?.slice(prefix.length));
  const [chosen, setChosen] = useState<Dog | 'new' | null>(takeShortcut);
  const waiting = waitingId && (waitingId === newDog ? newDog : pack?.find(({ id }) => id === waitingId));
  // The function keeps its identity, so that memoized cards are not rendered again.
  const choose = useCallback((dog: Dog | 'new' | null) => {
    setWaitingId(undefined);
    setChosen(dog);
  }, []);
  return [chosen ?? (waiting || null), choose] as const;
}

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
      const { saved, state } = await save({ id, seen: dog, values: profile });
      if (state === 'waiting') showSuccess(packMessages.keptForLater(saved.name));
      // PackStatus asks about a change that needs a decision.
      else if (state === 'saved') showSuccess(newsOf(dog, saved));
      if (!dog) void askToKeepStored();
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
        onNotRestored: (undo) => showError(packMessages.couldNotSaveProfile, offer('Try Again', undo)),
      });
    },
    ({ id }) => id,
  );
  return remove;
}
