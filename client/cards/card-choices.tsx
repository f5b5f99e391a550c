import { canvasGuarded } from '../copy/photo-problems.ts';
import { Button } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { classNames } from '../ui/class-names.ts';
import { isCanvasGuarded } from '../ui/image/guarded-canvas.ts';
import type { CardStyle } from './card.ts';
import type { Card } from './use-card.ts';

export const styleNames = {
  cover: 'Cover',
  number: 'Number',
  table: 'Table',
  lamplight: 'Lamplight',
} as const satisfies Record<CardStyle, string>;

const row = {
  className: 'gap-0.5 rounded-button border-2 border-line dark:border-edge bg-card',
  optionClasses: '-m-0.5 min-w-0 rounded-button px-2 text-center text-sm leading-tight',
  restClasses: 'border-transparent bg-clip-padding',
};

/** Beside the card, where they take the height that is left; with pictures if that is enough. */
const tiles = {
  className: '@container grid grow auto-rows-fr grid-cols-2 gap-2 in-[.tools-of-pair]:grow-0',
  optionClasses:
    'min-h-[clamp(2.75rem,min(25svh_-_7rem,41vw_-_17rem),5.5rem)] gap-1 rounded-field p-1 font-display leading-tight lg:flex-col lg:p-2 lg:pb-1',
  restClasses: 'border-line dark:border-edge',
};

/** Below cards that look in from both sides, and are dragged: the names are heard, and not seen. */
const dots = {
  className: '-my-2.5 flex justify-center',
  optionClasses:
    'min-w-11 rounded-button border-0! bg-transparent! [font-size:0] before:h-3 before:w-3 before:rounded-pill before:border-6 before:border-edge before:transition-[width] has-checked:before:w-8 has-checked:before:border-ink',
  restClasses: '',
};

const looks = { names: { ...row, className: `flex flex-wrap *:flex-auto ${row.className}` }, dots, tiles };

/** The styles of a card. Where it is high enough, a tile has a small picture of its style, too: on a tablet beside the name. */
export function StyleChoice({ card, as = 'names' }: { card: Card; as?: keyof typeof looks }) {
  const pictureOf = (style: CardStyle) => (
    <canvas
      ref={(canvas) => void card.smallCards.current.set(style, canvas)}
      className={classNames(
        'hidden max-w-full min-w-0 rounded-sm',
        // It is drawn in any window, so that it is there once there is room for it.
        as === 'tiles' && '[@media(height>=48rem)]:@min-[12rem]:block',
        'max-lg:in-[dialog]:aspect-4/5 max-lg:in-[dialog]:h-auto max-lg:in-[dialog]:min-h-0 max-lg:in-[dialog]:w-10 max-lg:in-[dialog]:grow-0',
        // Two styles are as large as their tiles are wide, whatever their shape.
        card.isPair ? 'aspect-4/5 max-h-[24svh] w-full object-contain' : 'h-0 min-h-16 grow object-cover',
      )}
    />
  );
  const names = Object.fromEntries(card.styles.map((style) => [style, styleNames[style]])) as Partial<
    typeof styleNames
  >;
  const group = { label: 'Style of the card', names, chosen: card.style, onChoose: card.setStyle };
  return <Choices {...group} {...looks[as]} pictureOf={pictureOf} />;
}

/** The shapes of the picture, by what it is shared as. Two days have no room below a clock. */
export function ShapeChoice({ card: { isPair, format, setFormat } }: { card: Card }) {
  const names = { post: 'Post', story: 'Story', ...(!isPair && { wallpaper: 'Wallpaper' }) };
  const group = { label: 'Shape of the picture', names, chosen: format, onChoose: setFormat };
  const optionClasses = `${row.optionClasses} md:min-h-12 lg:text-base`;
  return (
    <Choices
      {...group}
      {...row}
      optionClasses={optionClasses}
      className={`flex flex-wrap *:min-w-fit *:flex-[1_0_5rem] ${row.className}`}
    />
  );
}

export function DrawingFailed({ onRetry, className }: { onRetry: () => void; className: string }) {
  return (
    <div className={classNames('grid justify-items-center gap-3 text-center', className)}>
      <p>
        <span>{isCanvasGuarded() ? canvasGuarded.text : 'The picture could not be drawn.'}</span> Everything else works
        without it.
      </p>
      <Button variant="secondary" onClick={onRetry}>
        Draw Again
      </Button>
    </div>
  );
}
