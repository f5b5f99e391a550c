import { useState } from 'react';
import { linkClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';

/** About three lines of a card. The text decides, because measuring each card would slow a large pack down. */
const shortNotes = { characters: 110, lines: 3 };

function isLong(notes: string): boolean {
  return notes.length > shortNotes.characters || notes.split('\n').length > shortNotes.lines;
}

/** An owner's notes on a card; long ones are folded to three lines. */
export function Notes({ dogName, notes }: { dogName: string; notes: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const isFolded = isLong(notes) && !isWhole;
  const label = isWhole ? 'Less' : 'More';
  return (
    <div className="border-t-2 border-line pt-3">
      <p className={classNames('wrap-anywhere whitespace-pre-line text-ink-soft', isFolded && 'line-clamp-3')}>
        {notes}
      </p>
      {isLong(notes) && (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-label={`${label} notes about ${dogName}`}
          className={linkClasses}
          onClick={() => setIsWhole(!isWhole)}
        >
          {label}
        </button>
      )}
    </div>
  );
}
