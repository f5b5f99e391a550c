import { Button } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { classNames } from '../ui/class-names.ts';
import type { CardFormat, CardStyle } from './card.ts';

export const styleNames = {
  cover: 'Cover',
  number: 'Number',
  table: 'Table',
  lamplight: 'Lamplight',
} as const satisfies Record<CardStyle, string>;

/** One row, or tiles where the tools of a card have its height. */
const trackClasses =
  'grid gap-0.5 rounded-button border-2 border-line bg-card md:in-[.card-tools]:grid-cols-2 md:in-[.card-tools]:gap-2 md:in-[.card-tools]:border-0';

const looks = {
  optionClasses:
    '-m-0.5 min-w-0 rounded-button px-2 text-center text-sm leading-tight md:in-[.card-tools]:m-0 md:in-[.card-tools]:min-h-[clamp(2.75rem,min(25svh_-_7rem,41vw_-_17rem),5.5rem)] md:in-[.card-tools]:font-display md:in-[.card-tools]:text-title',
  restClasses: 'border-transparent bg-clip-padding md:in-[.card-tools]:border-line',
};

/** The styles of a card by name. */
export function StyleChoice({ style, onChoose }: { style: CardStyle; onChoose: (style: CardStyle) => void }) {
  const group = {
    label: 'Style of the card',
    names: styleNames,
    className: `${trackClasses} grid-cols-[repeat(4,auto)]`,
  };
  return <Choices {...group} {...looks} chosen={style} onChoose={onChoose} />;
}

/** The shapes of the picture, by what it is shared as. */
export function ShapeChoice({ format, onChoose }: { format: CardFormat; onChoose: (format: CardFormat) => void }) {
  const names = { post: 'Post', story: 'Story' };
  const group = { label: 'Shape of the picture', names, className: `${trackClasses} grid-cols-2` };
  return <Choices {...group} {...looks} chosen={format} onChoose={onChoose} />;
}

/** In place of a card that could not be drawn. */
export function DrawingFailed({ onRetry, className }: { onRetry: () => void; className: string }) {
  return (
    <div className={classNames('grid justify-items-center gap-3 text-center', className)}>
      <p>The picture could not be drawn. Everything else works without it.</p>
      <Button variant="secondary" onClick={onRetry}>
        Draw Again
      </Button>
    </div>
  );
}
