import { type ReactNode, useId } from 'react';
import { classNames } from '../ui/class-names.ts';
import { type CardFormat, type CardStyle, cardStyles } from './card.ts';

export const styleNames = {
  cover: 'Cover',
  number: 'Number',
  table: 'Table',
  lamplight: 'Lamplight',
} as const satisfies Record<CardStyle, string>;

const shapeNames = {
  post: ['Portrait', '4:5'],
  story: ['Story', '9:16'],
  preview: ['Link', '1200 × 630'],
} as const satisfies Record<CardFormat, readonly [name: string, size: string]>;

/** Each style in a few strokes, in the colours of the card itself. */
const sketches = {
  cover: (
    <>
      <path d="M2 2h26v32H2Z" fill="var(--art-sky)" />
      <circle cx="15" cy="14" r="7" fill="var(--art-tan)" />
      <path d="M2 24h26v10H2Z" fill="var(--art-saddle)" />
    </>
  ),
  number: (
    <>
      <path d="M2 2h26v32H2Z" fill="var(--art-butter)" />
      <circle cx="15" cy="12" r="7" fill="var(--art-tan)" />
      <g fill="none">
        <path d="M8 17h14L13 31" strokeWidth="8" />
        <path d="M8 17h14L13 31" stroke="var(--art-raspberry)" strokeWidth="4" />
      </g>
    </>
  ),
  table: (
    <>
      <path d="M2 2h26v32H2Z" fill="var(--art-wall)" />
      <path d="M8 5h14v18H8Z" fill="var(--art-tan)" />
      <path d="M2 25h26v9H2Z" fill="var(--art-raspberry)" />
    </>
  ),
  lamplight: (
    <>
      <path d="M2 2h26v32H2Z" fill="#30201a" />
      <circle cx="15" cy="15" r="9" fill="var(--art-butter)" />
      <circle cx="15" cy="16" r="5" fill="var(--art-tan)" />
    </>
  ),
} as const satisfies Record<CardStyle, ReactNode>;

/** One of several; the arrow keys go from one to the next. */
export function Choice({
  group,
  isChosen,
  onChoose,
  className,
  children,
}: {
  group: string;
  isChosen: boolean;
  onChoose: () => void;
  className: string;
  children: ReactNode;
}) {
  return (
    <label
      className={classNames(
        'relative flex min-h-11 min-w-0 cursor-pointer items-center justify-center rounded-field border-2 px-0.5 py-1.5 text-center text-sm leading-tight font-bold',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        isChosen ? 'border-ink bg-apricot-wash text-ink' : 'border-line bg-card text-ink',
        className,
      )}
    >
      <input type="radio" name={group} className="sr-only" checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  );
}

/** The styles of a card, each with a sketch and its name. */
export function StyleChoice({ style, onChoose }: { style: CardStyle; onChoose: (style: CardStyle) => void }) {
  const group = useId();
  return (
    <div role="radiogroup" aria-label="Style of the card" className="grid grid-cols-4 gap-1.5">
      {cardStyles.map((each) => (
        <Choice
          key={each}
          group={group}
          isChosen={each === style}
          onChoose={() => onChoose(each)}
          className="flex-col gap-1"
        >
          <svg
            viewBox="0 0 30 36"
            aria-hidden="true"
            className="h-9"
            stroke="var(--art-ink)"
            strokeWidth="1.6"
            strokeLinecap="round"
            strokeLinejoin="round"
          >
            {sketches[each]}
          </svg>
          {styleNames[each]}
        </Choice>
      ))}
    </div>
  );
}

/** The shapes of the picture, for the places that it is made for. */
export function ShapeChoice({ format, onChoose }: { format: CardFormat; onChoose: (format: CardFormat) => void }) {
  const group = useId();
  const formats = Object.entries(shapeNames) as [CardFormat, (typeof shapeNames)[CardFormat]][];
  return (
    <div role="radiogroup" aria-label="Shape of the picture" className="grid grid-cols-3 gap-1.5">
      {formats.map(([each, [name, size]]) => (
        <Choice
          key={each}
          group={group}
          isChosen={each === format}
          onChoose={() => onChoose(each)}
          className="flex-col"
        >
          <span>{name}</span> <span className="font-normal">{size}</span>
        </Choice>
      ))}
    </div>
  );
}
