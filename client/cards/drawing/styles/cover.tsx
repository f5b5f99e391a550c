import { SCALLOPS } from '../../../art/party-room.tsx';
import { cardFormats } from '../../card.ts';
import { palette } from '../palette.ts';
import { drawRosette } from '../seal.ts';
import { paintShape } from '../sheet-path.ts';
import { detailRows, drawRows, drawSignature, headRows, units } from '../words.ts';
import { type Brush, Confetti, Sheet, type StyleDrawing } from './scenery.tsx';

/**
 * Where the words may be. The panel under the photo, with its scallops, takes at most 30 percent of the card; the name is a sticker
 * across its edge. A phone puts its own controls over the foot of a story.
 */
const layouts = {
  post: {
    panel: { top: 946, scale: 1.15 },
    head: { x: 84, y: 838, width: 920, height: 252, align: 'left' },
    words: { x: 80, y: 1086, width: 920, height: 160, align: 'left' },
    rosette: { x: 872, y: 1040, radius: 136 },
    signature: { x: 80, top: 1286, size: 28, align: 'left' },
  },
  story: {
    panel: { top: 1432, scale: 1.3 },
    head: { x: 84, y: 1306, width: 920, height: 286, align: 'left' },
    words: { x: 80, y: 1604, width: 920, height: 184, align: 'left' },
    rosette: { x: 860, y: 1536, radius: 150 },
    signature: { x: 80, top: 1808, size: 36, align: 'left' },
  },
  wallpaper: {
    panel: { top: 1944, scale: 1.55 },
    head: { x: 104, y: 1800, width: 1098, height: 340, align: 'left' },
    words: { x: 96, y: 2160, width: 1098, height: 300, align: 'left' },
    rosette: { x: 1035, y: 2078, radius: 178 },
    signature: { x: 645, top: 2560, size: 42, align: 'center' },
  },
  preview: {
    panel: { top: 460, scale: 0.68 },
    head: { x: 322, y: 412, width: 564, height: 146, align: 'left' },
    words: { x: 318, y: 558, width: 564, height: 56, align: 'left' },
    rosette: { x: 818, y: 496, radius: 62 },
    signature: { x: 1100, top: 582, size: 26, align: 'center' },
  },
} as const;

/** Seen on both sides of a photo that is narrower than a preview. */
const Behind: StyleDrawing['Behind'] = ({ format, size }) => (
  <Sheet {...cardFormats[format]}>
    <rect {...cardFormats[format]} fill={`var(--art-ground-${size})`} stroke="none" />
    <Confetti
      on={{ x: 20, y: 20, ...cardFormats[format] }}
      clearOf={[{ x: 220, y: 0, width: 760, height: 630 }]}
      scale={0.8}
    />
  </Sheet>
);

/** A flat panel from `top` to the card's foot or head. Its edge is the one of the cloth on the card of the table. */
function drawPanel({ context, format, colors }: Brush, top: number, end: number, fill: string) {
  const { scale } = layouts[format].panel;
  const foot = (end - top) / scale;
  context.save();
  context.translate(cardFormats[format].width / 2, top);
  context.scale(scale, scale);
  context.translate(-600, 0);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const cloth = new Path2D(`M-400 0${SCALLOPS}q50 26 80-2V${foot}H-400Z`);
  paintShape(context, cloth, fill, colors['--art-ink'], 6 / scale);
  context.restore();
}

function drawWords(brush: Brush) {
  const { context, content, format, colors } = brush;
  const { panel, head, words: area, rosette, signature } = layouts[format];
  const unit = units[format] * (format === 'preview' ? 0.96 : 0.88);
  const [ink, paper, raspberry] = [colors['--art-ink'], colors['--color-paper'], colors['--color-raspberry']];
  const words = { kicker: raspberry, headline: ink, date: ink, rest: ink };
  // An awning, on which a phone writes the time.
  if (format === 'wallpaper') drawPanel(brush, 752, -20, colors[`--art-ground-${content.size}`]);
  // The rosette is beside the words, and the edge of the panel goes around the name.
  const width = area.width - rosette.radius * 2.3;
  const drawName = (edge?: { color: string; edge: number }) => {
    const rows = headRows(content, unit, words).map((row) => ({
      ...row,
      ...(row.isLoud && { largest: row.largest.map((size) => 1.5 * size), gap: -0.09 }),
      ...edge,
    }));
    drawRows(context, rows, head, width);
  };
  drawName({ color: ink, edge: 40 * unit });
  drawPanel(brush, panel.top, cardFormats[format].height + 20, paper);
  drawName({ color: paper, edge: 34 * unit });
  drawName();
  drawRows(context, detailRows(content, unit, words), area, width);
  drawRosette(context, content.seal, rosette, {
    ink,
    petals: colors['--art-butter'],
    paper: colors['--art-white'],
    ribbon: colors['--art-raspberry'],
    words: raspberry,
  });
  drawSignature(context, { ...signature, color: ink });
}

/** The photo from edge to edge, as on a magazine, with the words on a panel below it. */
export const coverStyle: StyleDrawing = {
  colors: palette,
  round: { post: 0, story: 0, wallpaper: 0, preview: 0 },
  foot: 0.99,
  light: 'var(--art-glow)',
  Behind,
  InFront: null,
  drawWords,
};
