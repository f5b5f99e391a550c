import { Cake } from '../../../art/cake.tsx';
import { Balloon, Bunting, Gift, TableCloth } from '../../../art/party-table.tsx';
import { type CardFormat, cardFormats } from '../../card.ts';
import { cropFrame } from '../../crop-frame.ts';
import { palette } from '../palette.ts';
import { drawRosette } from '../seal.ts';
import { sheetPath, widened } from '../sheet-path.ts';
import { detailRows, drawRows, drawSignature, headRows, placeRows, units } from '../words.ts';
import { balloonBox, Confetti, Sheet } from './scenery.tsx';
import type { Brush, StyleDrawing } from './style.ts';
import { tableLayouts } from './table-layout.ts';

const round = { post: 22, story: 24, preview: 12 };

/** The cloth is darker than the page's raspberry, so that the words on it are read with ease. */
const colors = { ...palette, '--art-raspberry': palette['--color-raspberry'] };

/** Units of the drawn bunting from one lamp to the next. */
const buntingWidth = 1208;

function Behind({ format }: { format: CardFormat }) {
  const sheet = cardFormats[format];
  const { mat, bunting, balloons, table } = tableLayouts[format];
  const paper = widened(cropFrame('table', format, null), mat);
  const scale = format === 'preview' ? 0.6 : 1;
  return (
    <Sheet {...sheet}>
      <rect {...sheet} fill="var(--color-paper)" stroke="none" />
      <Confetti
        on={{
          x: 26,
          y: bunting.top + 170 * scale,
          width: sheet.width - 52,
          height: table.top - bunting.top - 230 * scale,
        }}
        clearOf={[paper, ...balloons.map(balloonBox)]}
        scale={scale}
      />
      <g
        transform={`translate(${sheet.width / 2} ${bunting.top}) scale(${(bunting.scale * 2) / 3} ${bunting.scale}) translate(${-buntingWidth / 2})`}
      >
        <Bunting />
        <path d="M586-8H622" fill="none" strokeWidth="4.5" />
        <circle cx={buntingWidth / 2} cy="-6" r="10" fill="var(--art-butter)" strokeWidth="4.5" />
      </g>
      {balloons.map(({ x, y, scale: size }, index) => (
        <Balloon
          key={x}
          transform={`translate(${x} ${y}) rotate(${index * 9 - 4}) scale(${size})`}
          fill={index ? 'var(--art-apricot)' : 'var(--art-sky)'}
        />
      ))}
      <path d={sheetPath(paper, 34 * scale)} fill="var(--art-white)" strokeWidth={8 * scale} />
    </Sheet>
  );
}

function InFront({ format }: { format: CardFormat }) {
  const sheet = cardFormats[format];
  const { table, gift, cake } = tableLayouts[format];
  const line = 6 / table.scale;
  return (
    <Sheet {...sheet}>
      <path
        d={sheetPath(cropFrame('table', format, null), round[format])}
        fill="none"
        strokeWidth={format === 'preview' ? 4 : 6}
      />
      <g
        transform={`translate(${sheet.width / 2} ${table.top}) scale(${table.scale}) translate(-600 -306)`}
        strokeWidth={line}
      >
        <TableCloth />
        <rect x="-400" y="389" width="2000" height="900" fill="var(--art-raspberry)" stroke="none" />
      </g>
      <Gift
        transform={`translate(${gift.x} ${gift.y}) rotate(-3) scale(${gift.scale})`}
        fill="var(--art-leaf)"
        ribbon="var(--art-butter)"
      />
      <Cake transform={`translate(${cake.x} ${cake.y}) scale(${cake.scale})`} />
    </Sheet>
  );
}

function drawWords({ context, content, format, colors }: Brush) {
  const { words: area, rosette, signature } = tableLayouts[format];
  const [white, butter] = [colors['--art-white'], colors['--art-butter']];
  const words = { kicker: butter, headline: white, date: white, rest: white };
  const unit = units[format] * (format === 'preview' ? 0.96 : 0.88);
  const width = area.align === 'left' ? area.width - rosette.radius * 2.7 : area.width;
  const rows = [...headRows(content, unit, words), ...detailRows(content, unit, words)].map((row) => ({
    ...row,
    width,
  }));
  drawRows(context, placeRows(context, rows, area), area);
  drawRosette(context, content.seal, rosette, {
    ink: colors['--art-ink'],
    petals: butter,
    paper: white,
    ribbon: colors['--art-sky'],
    words: colors['--color-raspberry'],
  });
  drawSignature(context, { ...signature, color: white });
}

/** The drawn party: the photo stands upright on the laid table. */
export const tableStyle: StyleDrawing = {
  colors,
  round,
  foot: 0.94,
  light: 'var(--art-glow)',
  Behind,
  InFront,
  drawWords,
};
