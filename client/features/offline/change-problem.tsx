import { useState } from 'react';
import type { Change } from '../../backend/offline/changes.ts';
import { decide } from '../../backend/offline/send.ts';
import { Button } from '../../ui/button.tsx';
import { nameOfChange } from './change-words.ts';
import { ConflictDialog } from './conflict-dialog.tsx';

type Question = { text: string; mine: string; theirs: string };

function questionAbout(change: Change): Question {
  const name = nameOfChange(change);
  if (change.problem?.kind !== 'conflict') {
    return { text: `${name} could not be sent.`, mine: 'Try Again', theirs: 'Discard' };
  }
  if (!change.mine) {
    const text = `${name} was changed elsewhere, after you had deleted it here.`;
    return { text, mine: 'Delete It', theirs: 'Keep It' };
  }
  const text = `${name} was deleted elsewhere, after you had changed it here.`;
  return { text, mine: 'Add It Again', theirs: 'Let It Go' };
}

/** A change that needs its owner's word, with the ways out of it. */
export function ChangeProblem({ ownerId, change }: { ownerId: string; change: Change }) {
  const [isComparing, setIsComparing] = useState(false);
  const name = nameOfChange(change);
  const hasTwoVersions = change.problem?.kind === 'conflict' && change.mine && change.problem.theirs;
  const question = questionAbout(change);

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <p className="min-w-48 flex-1 wrap-anywhere">
        {hasTwoVersions ? `${name} was changed elsewhere meanwhile.` : question.text}
      </p>
      <div className="flex flex-wrap gap-3">
        {hasTwoVersions ? (
          <Button look="secondary" onClick={() => setIsComparing(true)}>
            Choose<span className="sr-only"> what stays of {name}</span>
          </Button>
        ) : (
          <>
            <Button look="quiet on a wash" onClick={() => void decide(ownerId, change.id, 'theirs')}>
              {question.theirs}
              <span className="sr-only"> for {name}</span>
            </Button>
            <Button look="secondary" onClick={() => void decide(ownerId, change.id, 'mine')}>
              {question.mine}
              <span className="sr-only"> for {name}</span>
            </Button>
          </>
        )}
      </div>
      {isComparing && <ConflictDialog ownerId={ownerId} change={change} onClose={() => setIsComparing(false)} />}
    </li>
  );
}
