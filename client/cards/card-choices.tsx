import { type ReactNode, useId } from 'react';
import { classNames } from '../ui/class-names.ts';
import { type CardFormat, type CardStyle, cardStyles } from './card.ts';

export const styleNames = {
  cover: 'Cover',
  number: 'Number',
  table: 'Table',
  lamplight: 'Lamplight',
} as const satisfies Record<CardStyle, string>;

/** One of several; the arrow keys go from one to the next. */
function Choice({
  group,
  isChosen,
  onChoose,
  children,
}: {
  group: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <label
      className={classNames(
        'relative flex min-h-11 min-w-0 cursor-pointer items-center justify-center rounded-field border-2 px-0.5 text-center text-sm leading-tight font-bold',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        isChosen ? 'border-ink bg-apricot-wash text-ink' : 'border-line bg-card text-ink',
      )}
    >
      <input type="radio" name={group} className="sr-only" checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  );
}

/** The styles of a card by name. */
export function StyleChoice({ style, onChoose }: { style: CardStyle; onChoose: (style: CardStyle) => void }) {
  const group = useId();
  return (
    <div role="radiogroup" aria-label="Style of the card" className="grid grid-cols-4 gap-1.5">
      {cardStyles.map((each) => (
        <Choice key={each} group={group} isChosen={each === style} onChoose={() => onChoose(each)}>
          {styleNames[each]}
        </Choice>
      ))}
    </div>
  );
}

const shapes = [
  { format: 'post', name: 'Post' },
  { format: 'story', name: 'Story' },
] as const;

/** The shapes of the picture, by what it is shared as. */
export function ShapeChoice({ format, onChoose }: { format: CardFormat; onChoose: (format: CardFormat) => void }) {
  const group = useId();
  return (
    <div role="radiogroup" aria-label="Shape of the picture" className="grid grow grid-cols-2 gap-1.5">
      {shapes.map(({ format: each, name }) => (
        <Choice key={each} group={group} isChosen={each === format} onChoose={() => onChoose(each)}>
          {name}
        </Choice>
      ))}
    </div>
  );
}
