import { type CardFormat, cardFormats } from '../../card.ts';
import { palette } from '../palette.ts';
import { drawRosette } from '../seal.ts';
import { type Area, detailRows, drawRows, drawSignature, headRows, placeRows, units } from '../words.ts';
import type { Brush, StyleDrawing } from './scenery.tsx';

/** Where the words may be. A phone puts its own controls over the foot of a story. */
const areas: Record<CardFormat, Area> = {
  post: { x: 80, y: 816, width: 920, height: 444, align: 'left', verticalAlign: 'bottom' },
  story: { x: 80, y: 1090, width: 920, height: 540, align: 'left', verticalAlign: 'bottom' },
  preview: { x: 318, y: 448, width: 564, height: 140, align: 'left', verticalAlign: 'bottom' },
};

const rosettes = { post: 138, story: 156, preview: 62 } as const;

const signatures = {
  post: { x: 80, top: 1290, size: 32, align: 'left' },
  story: { x: 80, top: 1670, size: 36, align: 'left' },
  preview: { x: 1100, top: 582, size: 26, align: 'center' },
} as const;

/** The lower edge of the photo. */
const photoBottom = { post: 1150, story: 1560, preview: 630 } as const;

/** The dark cocoa under light words: 7:1 even where the photo is white. */
const shade = (strength: number) => `rgb(33 15 9 / ${strength})`;

/** Darkens the photo under the words and no further up than needed, because a face is there. What is below the photo is all dark. */
function drawScrim({ context, format }: Brush, wordsTop: number) {
  const { width, height } = cardFormats[format];
  const top = wordsTop - 130 * units[format];
  const bottom = Math.min(photoBottom[format], height);
  const foot = context.createLinearGradient(0, top, 0, bottom);
  const words = (wordsTop - top) / (bottom - top);
  for (const [at, strength] of [
    [0, 0],
    [words * 0.5, 0.34],
    [words * 0.9, 0.8],
    [1, bottom < height ? 1 : 0.92],
  ] as const) {
    foot.addColorStop(at, shade(strength));
  }
  context.fillStyle = foot;
  context.fillRect(0, top, width, height - top);
}

/** The drawn dog is behind a flat foot with a wavy edge, because a scrim would make the drawing muddy. */
function drawFoot({ context, format, colors }: Brush, wordsTop: number) {
  const { width, height } = cardFormats[format];
  const wave = width / 9;
  const top = wordsTop - 44 * units[format];
  context.beginPath();
  context.moveTo(-20, height + 20);
  context.lineTo(-20, top);
  for (let x = -20; x < width + 20; x += wave) {
    context.quadraticCurveTo(x + wave / 2, top - 46 * units[format], x + wave, top + (x % 3));
  }
  context.lineTo(width + wave, height + 20);
  context.closePath();
  context.fillStyle = colors['--art-saddle'];
  context.strokeStyle = colors['--art-ink'];
  context.lineWidth = 9 * units[format];
  context.lineJoin = 'round';
  context.fill();
  context.stroke();
}

function drawWords(brush: Brush) {
  const { context, content, format, hasPhoto, colors } = brush;
  const [unit, area, radius] = [units[format], areas[format], rosettes[format]];
  const words = {
    kicker: colors['--art-butter'],
    headline: colors['--art-white'],
    date: colors['--art-white'],
    rest: colors['--art-cream'],
  };
  // The rosette is beside the name.
  const head = headRows(content, unit * 1.08, words).map((row) => ({ ...row, width: area.width - radius * 2.3 }));
  const placed = placeRows(context, [...head, ...detailRows(content, unit, words)], area);
  const first = placed[0]?.top ?? area.y;
  if (hasPhoto) drawScrim(brush, first);
  else drawFoot(brush, first);
  drawRows(context, placed, area);
  const headBottom = placed[head.length - 1]?.bottom ?? first;
  drawRosette(
    context,
    content.seal,
    { x: area.x + area.width - radius * 1.05, y: headBottom - radius * 1.6, radius },
    {
      ink: colors['--art-ink'],
      petals: colors['--art-butter'],
      paper: colors['--art-white'],
      ribbon: colors['--art-raspberry'],
      words: colors['--color-raspberry'],
    },
  );
  drawSignature(context, { ...signatures[format], color: words.rest });
}

/** The photo from edge to edge, as on a magazine. */
export const coverStyle: StyleDrawing = {
  colors: palette,
  round: { post: 0, story: 0, preview: 0 },
  foot: 0.66,
  light: 'var(--art-glow)',
  Behind: null,
  InFront: null,
  drawWords,
};
