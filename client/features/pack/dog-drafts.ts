import { useCallback, useState } from 'react';
import type { DogDraft } from '../../../domain/drafts.ts';
import { defaultSize } from '../../../domain/size.ts';
import { draftStore, keptDrafts } from '../../backend/kept-drafts.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import { useFormDraft } from '../../ui/use-form-draft.ts';

/** `uploads` are the photos that were uploaded for this draft. */
type KeptDogDraft = DogDraft & { uploads: string[] };

const newDog = 'new';

const prefix = 'dog ';

function storeOf(ownerId: string, dogId: string) {
  return draftStore<KeptDogDraft>(ownerId, prefix + dogId);
}

function draftOf(dog: Dog | null): KeptDogDraft {
  if (!dog) return { name: '', size: defaultSize, birthDate: '', breed: '', notes: '', photoUrl: null, uploads: [] };
  const { name, size, birthDate, breed, notes, photoUrl } = dog;
  return { name, size, birthDate, breed: breed ?? '', notes: notes ?? '', photoUrl, uploads: [] };
}

/** Has the form for a new dog begin with what is known of it. */
export function beginNewDog(ownerId: string, draft: Pick<DogDraft, 'name' | 'size' | 'birthDate'>) {
  storeOf(ownerId, newDog).keep({ ...draftOf(null), ...draft }, true);
}

/** What is typed into the dog form. It is kept in this tab until it is saved or given up. */
export function useDogDraft(ownerId: string, dog: Dog | null) {
  const { end, startOver, latest, ...drafting } = useFormDraft(storeOf(ownerId, dog?.id ?? newDog), draftOf(dog));
  return {
    ...drafting,
    addUpload: (photoUrl: string) => drafting.change({ photoUrl, uploads: [...latest().uploads, photoUrl] }),
    /** Ends the draft. Answers the photos it has to do with: those that nobody shows any more must leave the store. */
    end: (): string[] => {
      end();
      return latest().uploads;
    },
    /** Begins anew. Answers the photos that nobody shows any more. */
    startOver: (): string[] => {
      const { uploads } = latest();
      startOver();
      return uploads;
    },
  };
}

/** Whether the page was opened by the installed app's shortcut for a new dog: once. */
function takeShortcut(): 'new' | null {
  if (new URLSearchParams(window.location.search).get('start') !== 'new-dog') return null;
  window.history.replaceState(window.history.state, '', window.location.pathname);
  return 'new';
}

/** The form that was open when the page was left, by the id of its dog. */
function openForm(ownerId: string): string | null {
  const kept = keptDrafts(ownerId).find(({ form, isOpen }) => isOpen && form.startsWith(prefix));
  return kept ? kept.form.slice(prefix.length) : null;
}

/** Whose form is open: a dog's, a new dog's, or none. It starts open where a draft of this tab waits. */
export function useEditedDog(ownerId: string, dogs: readonly Dog[] | undefined) {
  const [waitingId, setWaitingId] = useState(() => openForm(ownerId));
  const [chosen, setChosen] = useState<Dog | 'new' | null>(takeShortcut);
  const waiting = waitingId && (waitingId === newDog ? newDog : dogs?.find(({ id }) => id === waitingId));
  // Always the same one: cards that get it are not made anew.
  const choose = useCallback((dog: Dog | 'new' | null) => {
    setWaitingId(null);
    setChosen(dog);
  }, []);
  return [chosen ?? (waiting || null), choose] as const;
}

/** The photos that wait in this tab's drafts to be saved. */
export function keptUploads(ownerId: string): string[] {
  return keptDrafts(ownerId).flatMap(({ draft }) => (draft as Partial<KeptDogDraft>).uploads ?? []);
}
