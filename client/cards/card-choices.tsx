import { useId } from 'react';
import { classNames } from '../ui/class-names.ts';
import type { CardFormat, CardStyle } from './card.ts';

export const styleNames = {
  cover: 'Cover',
  number: 'Number',
  table: 'Table',
  lamplight: 'Lamplight',
} as const satisfies Record<CardStyle, string>;

/** One of several; the arrow keys go from one to the next. */
function Choices<Value extends string>({
  label,
  names,
  chosen,
  onChoose,
  className,
}: {
  label: string;
  names: Partial<Record<Value, string>>;
  chosen: Value;
  onChoose: (value: Value) => void;
  className: string;
}) {
  const group = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classNames('grid gap-1.5', className)}>
      {(Object.keys(names) as Value[]).map((value) => (
        <label
          key={value}
          className={classNames(
            'relative flex min-h-11 min-w-0 cursor-pointer items-center justify-center rounded-field border-2 px-0.5 text-center text-sm leading-tight font-bold text-ink',
            'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            value === chosen ? 'border-ink bg-apricot-wash' : 'border-line bg-card',
          )}
        >
          <input
            type="radio"
            name={group}
            className="sr-only"
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {names[value]}
        </label>
      ))}
    </div>
  );
}

/** The styles of a card by name. */
export function StyleChoice({ style, onChoose }: { style: CardStyle; onChoose: (style: CardStyle) => void }) {
  const group = { label: 'Style of the card', names: styleNames, className: 'grid-cols-4' };
  return <Choices {...group} chosen={style} onChoose={onChoose} />;
}

/** The shapes of the picture, by what it is shared as. */
export function ShapeChoice({ format, onChoose }: { format: CardFormat; onChoose: (format: CardFormat) => void }) {
  const names = { post: 'Post', story: 'Story' };
  const group = { label: 'Shape of the picture', names, className: 'grow grid-cols-2' };
  return <Choices {...group} chosen={format} onChoose={onChoose} />;
}
