import { useState } from 'react';
import type { Change } from '../../backend/sync/changes.ts';
import { decide } from '../../backend/sync/sender.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { differencesIn, questionAbout, remainsOf } from './change-words.ts';

/** The fields that were changed both here and elsewhere, side by side. */
function Versions({ change }: { change: Change }) {
  return (
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
  );
}

/** Asks the owner about one change, which is kept until they choose. */
export function ChangeDialog({ ownerId, change, onClose }: { ownerId: string; change: Change; onClose: () => void }) {
  const { title, text, mine, theirs } = questionAbout(change);
  const hasVersions = differencesIn(change).length > 0;
  const remains = remainsOf(change);
  // Read before the dialog takes the focus.
  const [card] = useState(() => document.activeElement?.closest<HTMLElement>('article') ?? null);

  async function choose(choice: 'mine' | 'theirs') {
    onClose();
    await decide(ownerId, change.id, choice);
    focusOrHeading(card);
  }

  return (
    <Dialog isWide={hasVersions} title={title} onClose={onClose}>
      <p className="mb-6 max-w-reading">{text}</p>
      {hasVersions && <Versions change={change} />}
      {remains.length > 0 && (
        <ul className="mb-6 wrap-anywhere whitespace-pre-line">
          {remains.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap-reverse justify-end gap-3">
        <Button look="secondary" onClick={() => void choose('theirs')}>
          {theirs}
        </Button>
        <Button onClick={() => void choose('mine')}>{mine}</Button>
      </div>
    </Dialog>
  );
}
