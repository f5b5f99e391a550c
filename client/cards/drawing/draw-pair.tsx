/** Draws the card of two days: their photos side by side, each with its date and its number. */

import type { ReactNode } from 'react';
import { Cake } from '../../art/cake.tsx';
import { inCoat } from '../../art/coats.ts';
import { type Box, type CardContent, type CardFormat, cardFormats, type PairedDay, type PairStyle } from '../card.ts';
import { type CropFrame, startCrop } from '../crop.ts';
import { palette } from './palette.ts';
import { loadPicture } from './picture.ts';
import { boundedPixels, contextOf, drawPicture, rasterOf, rasterOnce, wholeCrop } from './rasters.ts';
import { drawSealWords } from './seal.ts';
import { sheetPath, widened } from './sheet-path.ts';
import { Lantern, LightString, lamplightStyle, Pool } from './styles/lamplight.tsx';
import { drawFigure, drawStrip } from './styles/number.tsx';
import { Balloons, DrawnPortrait, Sheet } from './styles/scenery.tsx';
import { FlagString, LaidTable, tableStyle } from './styles/table.tsx';
import { detailRows, drawRows, drawSignature, headRows, loadFont, units } from './words.ts';

/** Some words are above the photos, the others below their numbers, on the front of the table. */
const layouts = {
  post: {
    garland: { top: -36, scale: 1.2 },
    lights: { top: -64, scale: 0.9 },
    head: { x: 130, y: 128, width: 820, height: 156, align: 'center' },
    photos: { y: 330, width: 424, height: 530 },
    table: { top: 912, scale: 1.15 },
    details: { x: 90, y: 1138, width: 900, height: 136, align: 'center' },
    signature: { x: 540, top: 1296, size: 28 },
    balloons: [
      { x: 66, y: 196, scale: 1.1 },
      { x: 1016, y: 180, scale: 1.1 },
    ],
  },
  story: {
    garland: { top: 60, scale: 1.35 },
    lights: { top: 90, scale: 1 },
    head: { x: 150, y: 268, width: 780, height: 216, align: 'center' },
    photos: { y: 546, width: 424, height: 640 },
    table: { top: 1248, scale: 1.3 },
    details: { x: 90, y: 1490, width: 900, height: 196, align: 'center' },
    signature: { x: 540, top: 1716, size: 36 },
    balloons: [
      { x: 72, y: 420, scale: 1.3 },
      { x: 1010, y: 396, scale: 1.3 },
    ],
  },
} as const;

type PairFormat = keyof typeof layouts;

/** A number as a sticker on the cloth, with what it counts on strips of paper. Its middle and baseline are `x` and `y`. */
export function drawNumber(
  context: CanvasRenderingContext2D,
  { top, figure: number, bottom = '' }: CardContent['seal'],
  { x, y, width, size }: { x: number; y: number; width: number; size: number },
) {
  const { colors } = tableStyle;
  // Brighter than the cloth.
  const brush = { context, colors: palette };
  const strip = {
    size: Math.max(34, size * 0.116),
    turn: -0.02,
    fill: colors['--art-butter'],
    color: colors['--art-ink'],
  };
  const drawn = drawFigure(brush, number, { x, y, width, size });
  drawStrip(brush, bottom, { ...strip, x, y: y + size * 0.07 });
  const qualifier = { turn: -0.1, fill: colors['--art-white'], color: colors['--color-raspberry'] };
  if (top) drawStrip(brush, top, { ...strip, ...qualifier, x: x - drawn / 2 - size * 0.12, y: y - size * 0.36 });
}

/** How far the photos are turned, in radians. */
const turns = [-0.022, 0.026] as const;
const centres = [284, 796] as const;

/** The box of a photo around its middle, where its corner is drawn too. */
function photoBox(format: PairFormat): Box {
  const { width, height } = layouts[format].photos;
  return { x: -width / 2, y: -height / 2, width, height };
}

function middleOf(format: PairFormat, index: 0 | 1) {
  const { y, height } = layouts[format].photos;
  return { x: centres[index], y: y + height / 2 };
}

const sides = [0, 1] as const;

/** Draws the same around the middle of each photo, turned with it. */
function OnEach({ format, children }: { format: PairFormat; children: ReactNode }) {
  return sides.map((index) => {
    const { x, y } = middleOf(format, index);
    return (
      <g key={index} transform={`translate(${x} ${y}) rotate(${(turns[index] * 180) / Math.PI})`}>
        {children}
      </g>
    );
  });
}

const round = 20;

function DayBehind({ format }: { format: PairFormat }) {
  const sheet = cardFormats[format];
  const { garland, balloons, table } = layouts[format];
  const box = photoBox(format);
  return (
    <Sheet {...sheet}>
      <rect {...sheet} fill="var(--color-paper)" stroke="none" />
      <FlagString width={sheet.width} {...garland} />
      <Balloons at={balloons} fills={['sky', 'apricot']} />
      <LaidTable width={sheet.width} {...table} />
      <OnEach format={format}>
        <path d={sheetPath(widened(box, 22), 30)} fill="var(--art-white)" strokeWidth="8" />
      </OnEach>
    </Sheet>
  );
}

function NightBehind({ format }: { format: PairFormat }) {
  const sheet = cardFormats[format];
  const { lights, table } = layouts[format];
  const box = photoBox(format);
  return (
    <Sheet {...sheet}>
      <rect {...sheet} fill="var(--art-wall)" stroke="none" />
      {sides.map((index) => (
        <Pool key={index} {...middleOf(format, index)} radius={box.height * 0.86} strength={0.6} />
      ))}
      <path
        d={`M-20 ${table.top}Q540 ${table.top - 14} 1100 ${table.top + 4}V${sheet.height + 20}H-20Z`}
        fill="var(--color-paper)"
        strokeWidth="7"
      />
      <OnEach format={format}>
        <path d={sheetPath(widened(box, 30), 30)} fill="var(--art-apricot)" strokeWidth="8" />
        <path d={sheetPath(widened(box, 12), 24)} fill="var(--art-wood)" strokeWidth="5" />
      </OnEach>
      <LightString width={sheet.width} {...lights} />
    </Sheet>
  );
}

/** How far the middle of a number is below the foot of its photo, by night. By day its baseline is lower. */
const numberDrop = 60;
const numberRadius = 142;
const figure = { drop: 156, width: 430, size: 270 };

function InFront({ style, format }: { style: PairStyle; format: PairFormat }) {
  const box = photoBox(format);
  const foot = layouts[format].photos.y + box.height + numberDrop;
  return (
    <Sheet {...cardFormats[format]}>
      <OnEach format={format}>
        <path d={sheetPath(box, round)} fill="none" />
      </OnEach>
      {style === 'lamplight' &&
        centres.map((x) => (
          <g key={x}>
            <Pool x={x} y={foot} radius={numberRadius * 2.2} strength={0.8} />
            <Lantern x={x} y={foot} radius={numberRadius} />
          </g>
        ))}
      {style === 'lamplight' && <Cake transform={`translate(540 ${foot + 118}) scale(.86)`} />}
    </Sheet>
  );
}

const styleDrawings = { table: tableStyle, lamplight: lamplightStyle };

const scenes = { table: DayBehind, lamplight: NightBehind };

/** No photo of a pair has more pixels on a side than it is drawn with when it is enlarged. */
const longestSide = 1400;

function frameOf(format: PairFormat): CropFrame {
  return { ...photoBox(format), shape: 'rectangle', aim: { x: 0.5, y: 0.42 } };
}

/** A photo, or the dog of the size where it does not load. */
export async function pictureOfPart(
  { photoUrl, photoFocus: focus }: Pick<PairedDay, 'photoUrl' | 'photoFocus'>,
  { size, coat = 0 }: Pick<CardContent, 'size' | 'coat'>,
  style: PairStyle,
  frame: CropFrame,
  drawn?: { foot: number; tall: number },
) {
  const { width, height } = frame;
  try {
    const source = await rasterOnce(`photo ${photoUrl}`, { width: longestSide, height: longestSide }, async () =>
      boundedPixels(await loadPicture(photoUrl), longestSide),
    );
    return { source, width: source.width, height: source.height, crop: startCrop(source, frame, focus) };
  } catch {
    const { foot, light, colors } = styleDrawings[style];
    const portrait = <DrawnPortrait {...{ size, width, height, foot, light, ...drawn }} />;
    const draw = () => rasterOf(portrait, inCoat(colors, size, coat), { width, height });
    const source = await rasterOnce(`pair ${style} ${height} ${size} ${coat}`, frame, draw);
    return { source, width, height, crop: wholeCrop };
  }
}

type Words = { context: CanvasRenderingContext2D; content: CardContent; style: PairStyle; format: PairFormat };

function drawPairWords({ context, content, style, format }: Words, pair: readonly [PairedDay, PairedDay]) {
  const { head, details, photos, signature } = layouts[format];
  const { colors } = styleDrawings[style];
  const isNight = style === 'lamplight';
  const [ink, white, butter] = [colors['--art-ink'], colors['--art-white'], colors['--art-butter']];
  const raspberry = colors['--color-raspberry'];
  const [soft, name] = isNight ? [colors['--color-ink-soft'], butter] : [ink, raspberry];
  const words = { kicker: soft, headline: name, date: white, rest: isNight ? soft : white };
  drawRows(context, headRows(content, units[format] * 0.86, words), head);
  drawRows(context, detailRows(content, units[format], words), details);
  for (const index of sides) {
    const { date, seal } = pair[index];
    const x = centres[index];
    drawStrip({ context, colors }, date, {
      x,
      y: photos.y - 6,
      size: 36,
      turn: turns[index] * 1.6,
      fill: butter,
      color: ink,
    });
    const foot = photos.y + photos.height;
    const spot = { x, y: foot + numberDrop, radius: numberRadius * 0.92 };
    if (isNight) drawSealWords(context, seal, spot, { figure: ink, words: ink });
    else drawNumber(context, seal, { ...figure, x, y: foot + figure.drop });
  }
  drawSignature(context, { ...signature, color: isNight ? soft : white });
}

/** Paints the card of two days on a canvas, which becomes as large, the same by day and by night. @throws when the browser refuses to draw. */
export async function paintPair(
  canvas: HTMLCanvasElement,
  content: CardContent,
  pair: readonly [PairedDay, PairedDay],
  style: PairStyle,
  cardFormat: CardFormat,
): Promise<void> {
  const format = cardFormat === 'story' ? 'story' : 'post';
  const context = contextOf(canvas);
  const { colors } = styleDrawings[style];
  const sheet = cardFormats[format];
  const frame = frameOf(format);
  const Behind = scenes[style];
  const [behind, inFront, earlier, later] = await Promise.all([
    rasterOnce(`pair behind ${style} ${format}`, sheet, () => rasterOf(<Behind format={format} />, colors, sheet)),
    rasterOnce(`pair front ${style} ${format}`, sheet, () =>
      rasterOf(<InFront {...{ style, format }} />, colors, sheet),
    ),
    pictureOfPart(pair[0], content, style, frame),
    pictureOfPart(pair[1], content, style, frame),
    loadFont({
      ...content,
      lines: [...content.lines, ...pair.flatMap(({ date, seal }) => [date, ...Object.values(seal)])],
    }),
  ]);
  // Paints without waiting from here on, so that no half-painted card is ever visible.
  Object.assign(canvas, sheet);
  context.drawImage(behind, 0, 0);
  for (const index of sides) {
    const { x, y } = middleOf(format, index);
    context.save();
    context.translate(x, y);
    context.rotate(turns[index]);
    drawPicture(context, index === 0 ? earlier : later, frame, round);
    context.restore();
  }
  context.drawImage(inFront, 0, 0);
  drawPairWords({ context, content, style, format }, pair);
}
