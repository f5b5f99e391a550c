import type { DogSize } from '../../../../domain/dogs/size.ts';
import { type Box, type CardFormat, cardFormats } from '../../card.ts';
import { cropFrame } from '../../crop.ts';
import { palette } from '../palette.ts';
import { paintShape, sheetPath } from '../sheet-path.ts';
import {
  detailRows,
  drawLines,
  drawRows,
  drawSignature,
  fitText,
  fontOf,
  headRows,
  measureWith,
  units,
} from '../words.ts';
import { Balloons, type Brush, balloonBox, Confetti, clockOn, Sheet, type StyleDrawing, spot } from './scenery.tsx';

/** The figure: its middle, its baseline, and how large it may be. */
type Figure = { x: number; y: number; width: number; size: number };

/**
 * Where the holes and bays of a digit begin and end above its baseline, in parts of its size. Paper lies there, because in a narrow one only a
 * sliver would be seen of what is behind.
 */
const hollows: Record<string, readonly [top: number, foot: number]> = {
  0: [0.5, 0.2],
  2: [0.46, 0.46],
  3: [0.5, 0.2],
  5: [0.3, 0.22],
  6: [0.26, 0.22],
  8: [0.5, 0.2],
  9: [0.5, 0.46],
};

function drawHollows(context: Brush['context'], figure: string, { x, y, size }: Pick<Figure, 'x' | 'y' | 'size'>) {
  const widthOf = (text: string) => context.measureText(text).width;
  context.beginPath();
  for (const [index, digit] of [...figure].entries()) {
    const [top, foot] = hollows[digit] ?? [];
    if (top === undefined || foot === undefined) continue;
    const middle = x - widthOf(figure) / 2 + widthOf(figure.slice(0, index)) + widthOf(digit) / 2;
    context.moveTo(middle, y - top * size);
    context.lineTo(middle, y - foot * size);
  }
  context.lineWidth = size * 0.21;
  context.stroke();
}

/** Draws the figure as a sticker, readable on any photo. Returns its width. */
export function drawFigure(
  { context, colors }: Pick<Brush, 'context' | 'colors'>,
  text: string,
  { x, y, width, size }: Figure,
): number {
  const {
    lines: [figure = ''],
    fontSize,
  } = fitText(text, { width, largest: [size], smallest: size / 6 }, measureWith(context));
  context.font = fontOf(fontSize);
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.direction = 'ltr';
  context.lineJoin = 'round';
  context.lineCap = 'round';
  for (const [line, color] of [
    [0.15, '--art-ink'],
    [0.118, '--art-white'],
    [0.034, '--art-ink'],
  ] as const) {
    context.strokeStyle = colors[color];
    if (color === '--art-white') drawHollows(context, figure, { x, y, size: fontSize });
    context.lineWidth = fontSize * line;
    context.strokeText(figure, x, y);
  }
  context.fillStyle = colors['--art-raspberry'];
  context.fillText(figure, x, y);
  return context.measureText(figure).width;
}

export function drawStrip(
  { context, colors }: Pick<Brush, 'context' | 'colors'>,
  text: string,
  at: { x: number; y: number; size: number; turn: number; fill: string; color: string },
) {
  const fitted = { lines: [text], fontSize: at.size };
  context.font = fontOf(at.size);
  const [width, height] = [context.measureText(text).width + at.size * 1.3, at.size * 1.55];
  const path = new Path2D(sheetPath({ x: -width / 2, y: -height / 2, width, height }, at.size * 0.36));
  context.save();
  context.translate(at.x, at.y);
  context.rotate(at.turn);
  paintShape(context, path, at.fill, colors['--art-ink'], at.size * 0.13);
  drawLines(context, fitted, { x: 0, top: -at.size * 0.5, color: at.color });
  context.restore();
}

const layouts = {
  post: {
    head: { x: 90, y: 52, width: 900, height: 200, align: 'center' },
    figure: { x: 540, y: 1060, width: 900, size: 530 },
    details: { x: 90, y: 1146, width: 900, height: 136, align: 'center' },
    signature: { top: 1302, size: 28 },
    balloons: [spot(108, 500, 1.7), spot(970, 450, 1.7)],
  },
  story: {
    head: { x: 90, y: 184, width: 900, height: 214, align: 'center' },
    figure: { x: 540, y: 1390, width: 920, size: 640 },
    details: { x: 90, y: 1496, width: 900, height: 180, align: 'center' },
    signature: { top: 1706, size: 36 },
    balloons: [spot(84, 640, 1.5), spot(996, 600, 1.5)],
  },
  wallpaper: {
    head: { x: 110, y: 2066, width: 1070, height: 210, align: 'center' },
    figure: { x: 645, y: 1930, width: 1090, size: 740 },
    details: { x: 110, y: 2290, width: 1070, height: 170, align: 'center' },
    signature: { top: 2560, size: 42 },
    balloons: [spot(112, 930, 1.8), spot(1180, 1000, 1.8)],
  },
  preview: {
    head: { x: 310, y: 28, width: 580, height: 122, align: 'center' },
    figure: { x: 752, y: 418, width: 290, size: 270 },
    details: { x: 310, y: 514, width: 580, height: 60, align: 'center' },
    signature: { top: 584, size: 24 },
    balloons: [spot(150, 270, 1.1), spot(1050, 240, 1.1)],
  },
} as const;

/** Rays as in a child's drawing of the sun, from the middle of the picture. */
function Rays({ width, height, x, y }: { width: number; height: number; x: number; y: number }) {
  const [count, reach] = [15, width + height];
  const edge = (at: number) => {
    const turn = ((at + ((at * 0.618) % 1) * 0.22) / count) * 2 * Math.PI;
    return `${Math.round(x + Math.cos(turn) * reach)} ${Math.round(y + Math.sin(turn) * reach)}`;
  };
  const rays = Array.from({ length: count }, (_, ray) => `M${x} ${y}L${edge(ray)}L${edge(ray + 0.5)}Z`);
  return <path d={rays.join('')} fill="var(--art-glow)" stroke="none" />;
}

function Behind({ format, size }: { format: CardFormat; size: DogSize }) {
  const sheet = cardFormats[format];
  const { head, details, figure, balloons, signature } = layouts[format];
  const { x, y, width } = cropFrame('number', format, null);
  const [centre, middle, radius] = [x + width / 2, y + width / 2, width / 2];
  const numberBox: Box = {
    x: figure.x - figure.width / 2,
    y: figure.y - figure.size * 0.75,
    width: figure.width,
    height: figure.size,
  };
  const ring = { x: x - 30, y: y - 30, width: width + 60, height: width + 60 };
  // The signature is below the details.
  const words = { ...details, height: signature.top + signature.size - details.y };
  const unit = units[format];
  return (
    <Sheet {...sheet}>
      <rect {...sheet} fill={`var(--art-ground-${size})`} stroke="none" />
      <Rays {...sheet} x={centre} y={middle} />
      <Confetti
        on={{ x: 30, y: 30, width: sheet.width - 60, height: sheet.height - 60 }}
        clearOf={[head, words, numberBox, ring, ...balloons.map(balloonBox), ...clockOn(format)]}
        scale={unit}
      />
      <Balloons at={balloons} fills={['raspberry', 'butter']} />
      <circle cx={centre} cy={middle} r={radius + 21 * unit} fill="var(--art-white)" strokeWidth={9 * unit} />
    </Sheet>
  );
}

function InFront({ format }: { format: CardFormat }) {
  const { x, y, width } = cropFrame('number', format, null);
  return (
    <Sheet {...cardFormats[format]}>
      <circle cx={x + width / 2} cy={y + width / 2} r={width / 2} fill="none" strokeWidth={7 * units[format]} />
    </Sheet>
  );
}

function drawWords(brush: Brush) {
  const { context, content, format, colors } = brush;
  const { head, details, figure, signature } = layouts[format];
  const unit = units[format];
  const ink = colors['--art-ink'];
  const words = { kicker: ink, headline: colors['--color-raspberry'], date: ink, rest: ink };
  drawRows(context, headRows(content, unit, words), head);
  const width = drawFigure(brush, content.seal.figure, figure);
  const { top, bottom } = content.seal;
  const size = 46 * (format === 'preview' ? 0.66 : unit);
  if (bottom)
    drawStrip(brush, bottom, {
      x: figure.x,
      y: figure.y + size * 0.5,
      size,
      turn: -0.02,
      fill: colors['--color-raspberry'],
      color: colors['--art-white'],
    });
  if (top) {
    const left = Math.max(figure.x - figure.width / 2 + size * 1.6, figure.x - width / 2 - size * 0.2);
    drawStrip(brush, top, {
      x: left,
      y: figure.y - figure.size * 0.74,
      size,
      turn: -0.12,
      fill: colors['--art-butter'],
      color: ink,
    });
  }
  drawRows(context, detailRows(content, unit, words), details);
  drawSignature(context, { x: cardFormats[format].width / 2, ...signature, color: ink, isWordmark: content.isSendOff });
}

/** The number as the picture, with the dog behind it. */
export const numberStyle: StyleDrawing = {
  colors: palette,
  round: { post: 0, story: 0, wallpaper: 0, preview: 0 },
  foot: 0.86,
  light: 'var(--art-glow)',
  Behind,
  InFront,
  drawWords,
};
