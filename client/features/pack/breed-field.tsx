import { useId, useState } from 'react';
import { breeds, usualSizeOf } from '../../../domain/dogs/breeds.ts';
import type { DogDraft } from '../../../domain/dogs/dog-draft.ts';
import { type DogSize, defaultSize, sizeTraits } from '../../../domain/dogs/size.ts';
import { linkClasses } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

/** The usual size of the breed. `isTaken` says that it was set; otherwise it is offered. */
type SizeProposal = { size: DogSize; isTaken: boolean };

/**
 * Lets the breed propose the size. The size follows the breed until the owner chooses one. After that, and for a known dog, another
 * size is only offered.
 */
export function useBreedSize(draft: DogDraft, isKnownDog: boolean, change: (part: Partial<DogDraft>) => void) {
  // A draft with a name or another size was begun earlier, so its owner has seen the size.
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

/** Says the usual size of the breed, and offers to set it. */
function Proposal({ proposal, onTake }: { proposal: SizeProposal; onTake: () => void }) {
  const size = sizeTraits[proposal.size].label;
  if (proposal.isTaken) return `Usually ${size.toLowerCase()}, so we set the size. Change it as you like.`;
  return (
    <>
      Usually {size.toLowerCase()}.{' '}
      <button type="button" className={linkClasses} onClick={onTake}>
        Set the size to {size}
      </button>
    </>
  );
}

/** The breed as free text with suggestions, and the usual size of a known breed. */
export function BreedField({
  value,
  problem,
  proposal,
  onValueChange,
  onTakeProposal,
}: {
  value: string;
  problem: string | undefined;
  proposal: SizeProposal | null;
  onValueChange: (breed: string) => void;
  onTakeProposal: () => void;
}) {
  const listId = useId();
  return (
    <div>
      <TextField
        label="Breed"
        name="breed"
        isOptional
        autoComplete="off"
        list={listId}
        value={value}
        problem={problem}
        onValueChange={onValueChange}
      />
      <datalist id={listId}>
        {breeds.map((breed) => (
          <option key={breed} value={breed} />
        ))}
      </datalist>
      <p role="status" className="text-sm text-ink-soft">
        {proposal && <Proposal proposal={proposal} onTake={onTakeProposal} />}
      </p>
    </div>
  );
}
