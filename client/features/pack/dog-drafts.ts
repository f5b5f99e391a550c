import { useCallback, useRef, useState } from 'react';
import type { DogDraft } from '../../../domain/drafts.ts';
import { defaultSize } from '../../../domain/size.ts';
import type { Dog } from '../../backend/dogs.ts';
import { forgetDraft, keepDraft, keptDraft } from '../../backend/kept-drafts.ts';

/** `dogId` is null for a new dog; `uploads` are the photos that were uploaded for this draft. */
type KeptDogDraft = { dogId: string | null; draft: DogDraft; uploads: string[] };

function keptDogDraft(ownerId: string): KeptDogDraft | null {
  return keptDraft(ownerId) as KeptDogDraft | null;
}

function draftOf(dog: Dog | null): DogDraft {
  if (!dog) return { name: '', size: defaultSize, birthDate: '', breed: '', notes: '', photoUrl: null };
  const { name, size, birthDate, breed, notes, photoUrl } = dog;
  return { name, size, birthDate, breed: breed ?? '', notes: notes ?? '', photoUrl };
}

/** What is typed into the dog form. It is kept in this tab until it is saved or given up. */
export function useDogDraft(ownerId: string, dog: Dog | null) {
  const dogId = dog?.id ?? null;
  const [start] = useState((): KeptDogDraft => {
    const kept = keptDogDraft(ownerId);
    return kept?.dogId === dogId ? kept : { dogId, draft: draftOf(dog), uploads: [] };
  });
  const [draft, setDraft] = useState(start.draft);
  // A photo arrives while the owner types on: the newest draft counts, not the one on the screen.
  const latest = useRef(start);

  function keep(next: KeptDogDraft) {
    latest.current = next;
    setDraft(next.draft);
    keepDraft(ownerId, next);
  }

  return {
    draft,
    change: (part: Partial<DogDraft>) => keep({ ...latest.current, draft: { ...latest.current.draft, ...part } }),
    addUpload: (photoUrl: string) => {
      const { draft, uploads } = latest.current;
      keep({ dogId, draft: { ...draft, photoUrl }, uploads: [...uploads, photoUrl] });
    },
    /** Ends the draft. Answers the photos it has to do with: those that nobody shows any more must leave the store. */
    end: (): string[] => {
      forgetDraft(ownerId);
      return latest.current.uploads;
    },
  };
}

/** Whether the page was opened by the installed app's shortcut for a new dog: once. */
function takeShortcut(): 'new' | null {
  if (new URLSearchParams(window.location.search).get('start') !== 'new-dog') return null;
  window.history.replaceState(window.history.state, '', window.location.pathname);
  return 'new';
}

/** Whose form is open: a dog's, a new dog's, or none. It starts open where a draft of this tab waits. */
export function useEditedDog(ownerId: string, dogs: readonly Dog[] | undefined) {
  const [keptDraftOf, setKeptDraftOf] = useState(() => keptDogDraft(ownerId));
  const [chosen, setChosen] = useState<Dog | 'new' | null>(takeShortcut);
  const waiting = keptDraftOf && (keptDraftOf.dogId ? dogs?.find(({ id }) => id === keptDraftOf.dogId) : 'new');
  // Always the same one: cards that get it are not made anew.
  const choose = useCallback((dog: Dog | 'new' | null) => {
    setKeptDraftOf(null);
    setChosen(dog);
  }, []);
  return [chosen ?? waiting ?? null, choose] as const;
}

/** The photos that wait in this tab's draft to be saved. */
export function keptUploads(ownerId: string): string[] {
  return keptDogDraft(ownerId)?.uploads ?? [];
}
