import { useState } from 'react';
import type { Change } from '../../data/sync/changes.ts';
import { decide } from '../../data/sync/sender.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { differencesIn, remainsOf } from './change-differences.ts';
import { questionAbout } from './change-words.ts';

/** The fields that were changed both here and elsewhere, side by side. On a phone a field's label is above its two versions. */
function Versions({ change }: { change: Change }) {
  return (
    <table className="mb-4 w-full table-fixed border-collapse text-left">
      <thead>
        <tr className="border-b-2 border-line align-bottom">
          <th scope="col" className="w-px p-0 sm:w-1/4">
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
          <tr key={label} className="relative border-b-2 border-line align-top">
            <th scope="row" className="p-0 text-sm font-normal text-ink-soft sm:py-2 sm:pe-3">
              <span className="wrap-anywhere max-sm:absolute max-sm:inset-s-0 max-sm:top-2">{label}</span>
            </th>
            <td className="py-2 pe-3 wrap-anywhere whitespace-pre-line max-sm:pt-8">{mine}</td>
            <td className="py-2 wrap-anywhere whitespace-pre-line max-sm:pt-8">{theirs}</td>
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
      {/* Each button is under the column that it keeps. */}
      <div
        className={
          hasVersions
            ? 'grid grid-cols-2 gap-3 max-sm:*:px-2 sm:ms-[25%] sm:gap-0 sm:*:me-3'
            : 'flex flex-row-reverse flex-wrap justify-start gap-3'
        }
      >
        <Button onClick={() => void choose('mine')}>{mine}</Button>
        <Button variant="secondary" onClick={() => void choose('theirs')}>
          {theirs}
        </Button>
      </div>
    </Dialog>
  );
}
