import { useCallback, useState } from 'react';
import { type DogDraft, dogDraftOf } from '../../../domain/dogs/dog-draft.ts';
import { draftStore, keptDrafts } from '../../data/drafts/kept-drafts.ts';
import { type Dog, dogs } from '../../data/records/dogs.ts';
import { useFormDraft } from '../../ui/use-form-draft.ts';

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
export function beginNewDog(ownerId: string, draft: Pick<DogDraft, 'name' | 'size' | 'birthDate'>) {
  storeOf(ownerId, null).keep({ ...draftOf(null), ...draft }, true);
}

/** Keeps what is typed into the dog form in this tab until it is saved or given up. */
export function useDogDraft(ownerId: string, dog: Dog | null) {
  const { end, startOver, latest, ...drafting } = useFormDraft(storeOf(ownerId, dog), draftOf(dog));
  return {
    ...drafting,
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

/** Returns the form that was open when the page was left, by the id of its dog. */
function openForm(ownerId: string): string | null {
  const kept = keptDrafts(ownerId).find(({ form, isOpen }) => isOpen && form.startsWith(prefix));
  return kept ? kept.form.slice(prefix.length) : null;
}

/** The dog whose form is open, 'new' or null. Starts with the form that was open in this tab. */
export function useEditedDog(ownerId: string, pack: readonly Dog[] | undefined) {
  const [waitingId, setWaitingId] = useState(() => openForm(ownerId));
  const [chosen, setChosen] = useState<Dog | 'new' | null>(takeShortcut);
  const waiting = waitingId && (waitingId === newDog ? newDog : pack?.find(({ id }) => id === waitingId));
  // The function keeps its identity, so that memoized cards are not rendered again.
  const choose = useCallback((dog: Dog | 'new' | null) => {
    setWaitingId(null);
    setChosen(dog);
  }, []);
  return [chosen ?? (waiting || null), choose] as const;
}
