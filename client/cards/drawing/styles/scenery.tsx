import type { ReactNode } from 'react';
import type { DogSize } from '../../../../domain/dogs/size.ts';
import { cast } from '../../../art/cast.tsx';
import { dogPlace } from '../../../art/dog-portrait.tsx';
import { Balloon } from '../../../art/party-room.tsx';
import type { Box, CardContent, CardFormat, Size } from '../../card.ts';
import type { Palette } from '../palette.ts';

/** What a style draws words with. */
export type Brush = {
  context: CanvasRenderingContext2D;
  content: CardContent;
  format: CardFormat;
  colors: Palette;
};

type Scene = (props: { format: CardFormat; size: DogSize }) => ReactNode;

/**
 * How a style draws a card, from back to front: what is behind the picture, the picture, what is in front of it, the words. The
 * scenes are the same for all words and photos, so that they are drawn once.
 */
export type StyleDrawing = {
  colors: Palette;
  /** How round the corners of the picture are, in pixels. */
  round: Record<CardFormat, number>;
  /** The picture without a photo ends here, as a fraction of its height: what is below is hidden. */
  foot: number;
  light: string;
  Behind: Scene | null;
  InFront: Scene | null;
  drawWords: (brush: Brush) => void;
};

/** A drawing in the size of a card or of a frame. It becomes an image, which needs its size and the namespace. */
export function Sheet({ width, height, children }: Size & { children?: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <g stroke="var(--art-ink)" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round">
        {children}
      </g>
    </svg>
  );
}

type DrawnPortraitProps = Size & { size: DogSize; foot: number; tall?: number; light: string };

/** The picture where there is no photo: the size's dog in a pool of light. `foot`: where it ends, `tall`: its height, both of 1. */
export function DrawnPortrait({ size, width, height, foot, tall = foot * 0.9, light }: DrawnPortraitProps) {
  const Figure = cast[size];
  const bottom = height * foot;
  const scale = Math.min(width * 0.98, height * tall) / 200;
  const radius = Math.min(width, bottom) * 0.47;
  return (
    <Sheet width={width} height={height}>
      <rect width={width} height={height} fill={`var(--art-ground-${size})`} stroke="none" />
      <path
        d="M-4-99C44-102 92-66 98-10C103 42 70 96 8 100C-48 104-98 62-100 6C-102-50-58-96-4-99Z"
        transform={`translate(${width / 2} ${bottom - height * tall * 0.522}) scale(${radius / 100})`}
        fill={light}
        stroke="none"
      />
      <g transform={`translate(${width / 2 - 100 * scale} ${bottom - 200 * scale}) scale(${scale})`}>
        {/* As `Dog` shows it, but drawn anew: a picture that leaves the page takes no `Cast` along. */}
        <g {...dogPlace(size)}>
          <Figure />
        </g>
      </g>
    </Sheet>
  );
}

/** The box of a guest's dog behind the table of a preview. */
export const guestBox = { width: 168, height: 210 };

/** A guest's dog, down to the edge of the table, as tall as it is among the others. */
export function DrawnGuest({ size, scale }: { size: DogSize; scale: number }) {
  const Figure = cast[size];
  const { width, height } = guestBox;
  return (
    <Sheet {...guestBox}>
      <g transform={`translate(${width / 2 - 70} ${height - 140}) scale(.7)`}>
        <g {...dogPlace(size, scale)}>
          <Figure />
        </g>
      </g>
    </Sheet>
  );
}

export type Spot = { x: number; y: number; scale: number };

export const spot = (x: number, y: number, scale: number): Spot => ({ x, y, scale });

/** The room that a balloon takes, with the beginning of its string. */
export function balloonBox({ x, y, scale }: Spot): Box {
  return { x: x - 40 * scale, y: y - 56 * scale, width: 80 * scale, height: 120 * scale };
}

/** Two balloons, turned a little away from each other. */
export function Balloons({ at, fills }: { at: readonly Spot[]; fills: readonly string[] }) {
  return at.map(({ x, y, scale }, index) => (
    <Balloon
      key={x}
      transform={`translate(${x} ${y}) rotate(${index * 10 - 4}) scale(${scale})`}
      fill={`var(--art-${fills[index]})`}
    />
  ));
}

/** Where a phone writes the time over the card, if it does. */
export function clockOn(format: CardFormat): Box[] {
  return format === 'wallpaper' ? [{ x: 150, y: 170, width: 990, height: 560 }] : [];
}

const confettiColors = ['raspberry', 'butter', 'sky', 'leaf', 'apricot'] as const;

function isNear({ x, y, width, height }: Box, at: { x: number; y: number }, distance: number): boolean {
  const isBeside = at.x < x - distance || at.x > x + width + distance;
  return !(isBeside || at.y < y - distance || at.y > y + height + distance);
}

/** Confetti scattered over a part of the card without a visible pattern, and nowhere near what it would touch. */
export function Confetti({ on, clearOf, scale = 1 }: { on: Box; clearOf: readonly Box[]; scale?: number }) {
  const count = Math.round((on.width * on.height) / (19_000 * scale * scale));
  const pieces = Array.from({ length: count }, (_, index) => ({
    x: on.x + ((index * 0.618_034) % 1) * on.width,
    y: on.y + ((index + 0.5) / count) * on.height,
    turn: (index * 137) % 180,
    isDot: index % 3 === 0,
    color: confettiColors[index % confettiColors.length],
    // Omits a piece that the edge of the card would cut.
  })).filter((piece) => clearOf.every((box) => !isNear(box, piece, 26 * scale)));
  return (
    <g fill="none" strokeWidth="13">
      {pieces.map(({ x, y, turn, isDot, color }) => (
        <path
          key={`${x} ${y}`}
          d={isDot ? 'M0 0v.1' : 'M-9 0Q0-6 10 1'}
          transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale})`}
          stroke={`var(--art-${color})`}
        />
      ))}
    </g>
  );
}
