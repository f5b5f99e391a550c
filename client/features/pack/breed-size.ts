import { useState } from 'react';
import { usualSizeOf } from '../../../domain/dogs/breeds.ts';
import type { DogDraft } from '../../../domain/dogs/dog-draft.ts';
import { type DogSize, defaultSize } from '../../../domain/dogs/size.ts';

/** The usual size of the breed. `isTaken` says that it was set; otherwise it is offered. */
export type SizeProposal = { size: DogSize; isTaken: boolean };

/**
 * Lets the breed propose the size. The size follows the breed as long as the owner has not chosen one; after that, and for a
 * dog that was known before, another size is only offered.
 */
export function useBreedSize(draft: DogDraft, isKnownDog: boolean, change: (part: Partial<DogDraft>) => void) {
  // A draft with a name or another size was begun before, and its owner has seen the size.
  const [isChosen, setIsChosen] = useState(isKnownDog || draft.name !== '' || draft.size !== defaultSize);
  const [isTaken, setIsTaken] = useState(false);
  const usual = usualSizeOf(draft.breed);

  function chooseBreed(breed: string) {
    const size = usualSizeOf(breed);
    const follows = size !== null && !isChosen;
    setIsTaken(follows);
    change(follows ? { breed, size } : { breed });
  }

  function chooseSize(size: DogSize) {
    setIsChosen(true);
    setIsTaken(false);
    change({ size });
  }

  function startOver() {
    setIsChosen(isKnownDog);
    setIsTaken(false);
  }

  const proposal: SizeProposal | null =
    usual && (isTaken || usual !== draft.size) ? { size: usual, isTaken: isTaken && usual === draft.size } : null;
  return { chooseBreed, chooseSize, proposal, startOver };
}
