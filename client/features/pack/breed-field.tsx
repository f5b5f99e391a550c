import { useId } from 'react';
import { breeds } from '../../../domain/dogs/breeds.ts';
import { sizeTraits } from '../../../domain/dogs/size.ts';
import { linkClasses } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { SizeProposal } from './breed-size.ts';

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
