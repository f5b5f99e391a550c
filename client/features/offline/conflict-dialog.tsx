import type { Change } from '../../backend/offline/changes.ts';
import { decide } from '../../backend/offline/send.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { differencesIn, nameOfChange } from './change-words.ts';

/** Both versions of a record that was changed on two sides, for its owner to choose. Nothing is lost until then. */
export function ConflictDialog({ ownerId, change, onClose }: { ownerId: string; change: Change; onClose: () => void }) {
  const name = nameOfChange(change);

  function choose(choice: 'mine' | 'theirs') {
    onClose();
    void decide(ownerId, change.id, choice);
  }

  return (
    <Dialog isWide title={`Two versions of ${name}`} onClose={onClose}>
      <p className="mb-4 max-w-reading">
        While you were away from the network, {name} was changed elsewhere too. Which words shall stay?
      </p>
      <table className="mb-6 w-full table-fixed border-collapse text-left">
        <thead>
          <tr className="border-b-2 border-line align-bottom">
            <th scope="col" className="w-1/4 py-2 pe-3">
              <span className="sr-only">Field</span>
            </th>
            <th scope="col" className="py-2 pe-3">
              Yours, from this device
            </th>
            <th scope="col" className="py-2">
              From elsewhere
            </th>
          </tr>
        </thead>
        <tbody>
          {differencesIn(change).map(({ label, mine, theirs }) => (
            <tr key={label} className="border-b-2 border-line align-top">
              <th scope="row" className="py-2 pe-3 text-sm font-normal wrap-anywhere text-ink-soft">
                {label}
              </th>
              <td className="py-2 pe-3 wrap-anywhere whitespace-pre-line">{mine}</td>
              <td className="py-2 wrap-anywhere whitespace-pre-line">{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap-reverse justify-end gap-3">
        <Button look="secondary" onClick={() => choose('theirs')}>
          Keep the Other
        </Button>
        <Button onClick={() => choose('mine')}>Keep Mine</Button>
      </div>
    </Dialog>
  );
}
