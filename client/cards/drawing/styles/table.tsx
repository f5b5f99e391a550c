import type { ReactNode } from 'react';
import { Cake } from '../../../art/cake.tsx';
import { Bunting, Garland, Gift, TableCloth } from '../../../art/party-room.tsx';
import { type CardFormat, cardFormats } from '../../card.ts';
import { cropFrame } from '../../crop.ts';
import { palette } from '../palette.ts';
import { drawRosette } from '../seal.ts';
import { sheetPath, widened } from '../sheet-path.ts';
import { allRows, drawRows, drawSignature, units } from '../words.ts';
import { Balloons, type Brush, balloonBox, Confetti, clockOn, Sheet, type StyleDrawing, spot } from './scenery.tsx';

/** Where things are on and above the table. `scale` is that of the pattern, too. */
const tableLayouts = {
  post: {
    mat: 24,
    bunting: { top: -20, scale: 1.35 },
    balloons: [spot(86, 390, 1.55), spot(994, 330, 1.55)],
    table: { top: 888, scale: 1.15 },
    gift: { x: 90, y: 920, scale: 1.35 },
    cake: { x: 985, y: 928, scale: 1.15 },
    words: { x: 80, y: 984, width: 920, height: 278, align: 'left' },
    rosette: { x: 896, y: 1098, radius: 118 },
    signature: { x: 80, top: 1284, size: 28, align: 'left' },
  },
  story: {
    mat: 26,
    bunting: { top: 36, scale: 1.35 },
    balloons: [spot(70, 620, 1.4), spot(1012, 540, 1.4)],
    table: { top: 1248, scale: 1.3 },
    gift: { x: 76, y: 1282, scale: 1.2 },
    cake: { x: 988, y: 1286, scale: 0.98 },
    words: { x: 80, y: 1366, width: 920, height: 346, align: 'left' },
    rosette: { x: 880, y: 1500, radius: 138 },
    signature: { x: 80, top: 1726, size: 36, align: 'left' },
  },
  wallpaper: {
    mat: 30,
    bunting: { top: -14, scale: 1.55 },
    balloons: [spot(100, 1180, 1.75), spot(1196, 1090, 1.75)],
    table: { top: 1884, scale: 1.55 },
    gift: { x: 100, y: 1926, scale: 1.45 },
    cake: { x: 1176, y: 1930, scale: 1.2 },
    words: { x: 96, y: 2030, width: 1098, height: 420, align: 'left' },
    rosette: { x: 1046, y: 2190, radius: 165 },
    signature: { x: 645, top: 2560, size: 42, align: 'center' },
  },
  preview: {
    mat: 13,
    bunting: { top: -16, scale: 0.86 },
    balloons: [spot(210, 200, 1.1), spot(1010, 170, 1.1)],
    table: { top: 432, scale: 0.68 },
    gift: { x: 346, y: 454, scale: 0.8 },
    cake: { x: 848, y: 456, scale: 0.66 },
    words: { x: 300, y: 490, width: 600, height: 126, align: 'center' },
    rosette: { x: 850, y: 196, radius: 56 },
    signature: { x: 1100, top: 580, size: 26 },
  },
} as const;

const round = { post: 22, story: 24, wallpaper: 28, preview: 12 };

/** Darker than the page's raspberry, so that the words on the cloth are easy to read. */
const colors = { ...palette, '--art-raspberry': palette['--color-raspberry'] };

/** Units of the drawn bunting from one lamp to the next. */
const buntingWidth = 1208;

type FlagStringProps = {
  width: number;
  top: number;
  scale: number;
  children?: ReactNode;
};

/** Flags on a string across a sheet of this width. What is drawn on its flags goes below the string. */
export function FlagString({ width, top, scale, children }: FlagStringProps) {
  return (
    <g transform={`translate(${width / 2} ${top}) scale(${(scale * 2) / 3} ${scale}) translate(${-buntingWidth / 2})`}>
      <Bunting />
      <Garland transform="translate(1248)" />
      <Garland transform="matrix(-1 0 0 1 -40 0)" />
      {children}
      <path d="M-20 8Q290 116 590-8H618Q918 116 1228 8" fill="none" strokeWidth="4.5" />
      <circle cx={buntingWidth / 2} cy="-6" r="10" fill="var(--art-butter)" strokeWidth="4.5" />
    </g>
  );
}

/** The front of a table with its cloth, down to the foot of a sheet of this width. `scale` is that of the pattern. */
export function LaidTable({ width, top, scale }: { width: number; top: number; scale: number }) {
  return (
    <g transform={`translate(${width / 2} ${top}) scale(${scale}) translate(-600 -306)`} strokeWidth={6 / scale}>
      <TableCloth />
      <rect x="-400" y="389" width="2000" height="900" fill="var(--art-raspberry)" stroke="none" />
    </g>
  );
}

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
        clearOf={[paper, ...balloons.map(balloonBox), ...clockOn(format)]}
        scale={scale}
      />
      <FlagString width={sheet.width} {...bunting}>
        {/* Above a frame that nearly touches it there is only the string: of a flag no more than a scrap would be seen. */}
        {(format === 'post' || format === 'preview') && (
          <path d="M440 14h64v70h-64zM704 14h64v70h-64z" fill="var(--color-paper)" stroke="none" />
        )}
      </FlagString>
      <Balloons at={balloons} fills={['sky', 'apricot']} />
      <path d={sheetPath(paper, 34 * scale)} fill="var(--art-white)" strokeWidth={8 * scale} />
    </Sheet>
  );
}

function InFront({ format }: { format: CardFormat }) {
  const sheet = cardFormats[format];
  const { table, gift, cake } = tableLayouts[format];
  return (
    <Sheet {...sheet}>
      <path
        d={sheetPath(cropFrame('table', format, null), round[format])}
        fill="none"
        strokeWidth={format === 'preview' ? 4 : 6}
      />
      <LaidTable width={sheet.width} {...table} />
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
  drawRows(context, allRows(content, unit, words), area, width);
  drawRosette(context, content.seal, rosette, {
    ink: colors['--art-ink'],
    petals: butter,
    paper: white,
    ribbon: colors['--art-sky'],
    words: colors['--color-raspberry'],
  });
  drawSignature(context, { ...signature, color: white });
}

/** The drawn party, with the photo upright on the laid table. */
export const tableStyle: StyleDrawing = {
  colors,
  round,
  foot: 0.94,
  light: 'var(--art-glow)',
  Behind,
  InFront,
  drawWords,
};
