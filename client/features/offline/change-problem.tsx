import type { Change } from '../../backend/sync/changes.ts';
import { Button } from '../../ui/button.tsx';
import { nameOfChange, questionAbout } from './change-words.ts';

/** A change that needs its owner's word, in the list of all of them. */
export function ChangeProblem({ change, onOpen }: { change: Change; onOpen: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <p className="min-w-48 flex-1 wrap-anywhere">{questionAbout(change).headline}</p>
      <Button look="secondary" aria-haspopup="dialog" onClick={onOpen}>
        Decide<span className="sr-only"> about {nameOfChange(change)}</span>
      </Button>
    </li>
  );
}
