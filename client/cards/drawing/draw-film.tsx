/** Draws the film of a dog's days. Each of its frames depends on nothing but its time. */

import type { PhotoFocus } from '../../../domain/dogs/photo-focus.ts';
import { type CardContent, type CardStyle, cardFormats, firstStyle } from '../card.ts';
import type { CropFrame } from '../crop.ts';
import { countedNumber, type Moment, momentAt, partDone } from '../film.ts';
import type { pairedDay } from '../paired-day.ts';
import { paintCard, refuseGuardedCanvas } from './draw-card.ts';
import { drawNumber as drawNumberOnCloth, pictureOfPart } from './draw-pair.tsx';
import { loadPicture } from './picture.ts';
import { contextOf, drawPicture, emptyRaster, type Raster, rasterOf, rasterOnce } from './rasters.ts';
import { drawSealWords } from './seal.ts';
import { sheetPath, widened } from './sheet-path.ts';
import { Lantern, LightString, lamplightStyle, Pool } from './styles/lamplight.tsx';
import { Balloons, Sheet } from './styles/scenery.tsx';
import { FlagString, LaidTable, tableStyle } from './styles/table.tsx';
import { drawRows, drawSignature, loadFont } from './words.ts';

/** A day of the film: its picture and number, the same in words, what was celebrated, and the owner's line, if any. */
type FilmedDay = ReturnType<typeof pairedDay> & { occasion: string; line: string | null };

export type Film = {
  /** The cards that it begins and ends with, and the photo on both. */
  opening: CardContent;
  ending: CardContent;
  photoUrl: string | null;
  photoFocus: PhotoFocus | null;
  days: readonly FilmedDay[];
  /** For a dog in memory: by lamplight, and nothing flies in. */
  isQuiet: boolean;
};

export const filmSize = cardFormats.story;

/** The photos are on the table, or on the wall behind it. */
const middle = { x: 540, y: 730 };
const tableTop = 1256;
const frame: CropFrame = {
  x: -415,
  y: -430,
  width: 830,
  height: 860,
  shape: 'rectangle',
  aim: { x: 0.5, y: 0.42 },
};
const round = 22;
/** A drawn dog ends behind its number, which leaves its chin free. */
const drawn = { foot: 0.89, tall: 0.6 };
const lantern = { x: 540, y: 1220, radius: 160 };
const figure = { x: 540, y: 1346, width: 860, size: 430 };
const words = { x: 90, y: 1430, width: 900, height: 270, align: 'center' } as const;
const signature = { x: 540, top: 1716, size: 36 };

/** How far the photos on the table are turned, in radians. */
const turns = [-0.03, 0.026, -0.012, 0.036];
const turnOf = (index: number) => turns[index % turns.length] ?? 0;

/** How long a photo, and the change from or to a card, take to come, in seconds. */
const arrivalTakes = 0.5;

function Day() {
  return (
    <Sheet {...filmSize}>
      <rect {...filmSize} fill="var(--color-paper)" stroke="none" />
      <FlagString width={filmSize.width} top={60} scale={1.35} />
      <Balloons
        at={[
          { x: 66, y: 470, scale: 1.5 },
          { x: 1016, y: 420, scale: 1.5 },
        ]}
        fills={['sky', 'apricot']}
      />
      <LaidTable width={filmSize.width} top={tableTop} scale={1.3} />
    </Sheet>
  );
}

function Night() {
  const { x, y } = middle;
  return (
    <Sheet {...filmSize}>
      <rect {...filmSize} fill="var(--art-wall)" stroke="none" />
      <Pool x={x} y={y} radius={900} strength={0.6} />
      <Pool {...lantern} radius={380} strength={0.8} />
      <path
        d={`M-20 ${tableTop}Q540 ${tableTop - 14} 1100 ${tableTop + 4}V1940H-20Z`}
        fill="var(--color-paper)"
        strokeWidth="7"
      />
      <LightString width={filmSize.width} top={90} scale={1} />
      <g transform={`translate(${x} ${y})`}>
        <path d={sheetPath(widened(frame, 34), 30)} fill="var(--art-apricot)" strokeWidth="8" />
        <path d={sheetPath(widened(frame, 13), 24)} fill="var(--art-wood)" strokeWidth="5" />
      </g>
    </Sheet>
  );
}

function LitLantern() {
  return (
    <Sheet {...filmSize}>
      <Lantern {...lantern} />
    </Sheet>
  );
}

type Picture = Awaited<ReturnType<typeof pictureOfPart>>;

type Stage = {
  context: CanvasRenderingContext2D;
  film: Film;
  pictures: readonly Picture[];
};

const styleOf = (isQuiet: boolean) => (isQuiet ? lamplightStyle : tableStyle);

/** Draws a photo that has come by this part. It is brought nearer or takes a step back while it is seen. */
function drawPhoto({ context, film: { isQuiet }, pictures }: Stage, index: number, arrived: number, seen: number) {
  const picture = pictures[index];
  if (!picture) return;
  const { colors } = styleOf(isQuiet);
  const { crop } = picture;
  const side = index % 2 === 0 ? 1 : -1;
  const zoom = crop.zoom * (1.06 + 0.06 * side * (seen - 0.5));
  const isFlying = !isQuiet && arrived < 1;
  context.save();
  context.translate(middle.x + (isFlying ? side * (1 - arrived) * 900 : 0), middle.y);
  if (isFlying) context.translate(0, (1 - arrived) * 1500);
  if (isQuiet) context.globalAlpha = arrived;
  else context.rotate(turnOf(index) + side * (1 - arrived) * 0.5);
  Object.assign(context, { strokeStyle: colors['--art-ink'], lineWidth: 8 });
  if (!isQuiet) {
    const paper = new Path2D(sheetPath(widened(frame, 24), 30));
    context.fillStyle = colors['--art-white'];
    context.fill(paper);
    context.stroke(paper);
  }
  drawPicture(context, { ...picture, crop: { ...crop, zoom } }, frame, round);
  context.lineWidth = 6;
  context.stroke(new Path2D(sheetPath(frame, round)));
  context.restore();
}

function drawNumber({ context, film }: Stage, index: number, moment: Moment) {
  const { colors } = styleOf(film.isQuiet);
  const day = film.days[index];
  if (!day) return;
  const counted = countedNumber(film.days[index - 1]?.humanYears ?? 0, day.humanYears, moment);
  // No number on the way was almost the dog's.
  const isOnTheWay = counted !== day.humanYears && day.seal.top === 'almost';
  const seal = { ...day.seal, ...(isOnTheWay && { top: '' }), figure: String(counted) };
  const ink = colors['--art-ink'];
  if (film.isQuiet) {
    const spot = { ...lantern, radius: lantern.radius * 0.92 };
    drawSealWords(context, seal, spot, { figure: ink, words: ink });
    return;
  }
  drawNumberOnCloth(context, seal, figure);
}

/** What was celebrated, when, and the owner's line, as pixels of the size of their area. */
function occasionOf({ occasion, date, line }: FilmedDay, isQuiet: boolean): Raster {
  const { colors } = styleOf(isQuiet);
  const [white, butter] = [colors['--art-white'], colors['--art-butter']];
  const rows = [
    { text: occasion, largest: [84, 76], smallest: 34, color: isQuiet ? butter : white, gap: 0, isLoud: true },
    { text: date, largest: [52], smallest: 30, color: isQuiet ? white : butter, gap: 0.3 },
    { text: line ?? '', largest: [46, 42], smallest: 26, color: white, gap: 0.3 },
  ].filter(({ text }) => text !== '');
  const raster = emptyRaster(words);
  drawRows(contextOf(raster), rows, { ...words, x: 0, y: 0 });
  return raster;
}

/** Draws a card of the film, which grows a little while it is seen. By day it goes up and comes from below, by night it fades. */
function drawWholeCard(stage: Stage, card: Raster, { gone = 0, seen = 0 }: { gone?: number; seen?: number }) {
  const { context, film } = stage;
  const { width, height } = filmSize;
  const grown = 1 + 0.03 * seen;
  context.save();
  if (film.isQuiet) context.globalAlpha = 1 - Math.abs(gone);
  else context.translate(0, -gone * (height + 60));
  context.translate(width / 2, height / 2);
  context.scale(grown, grown);
  context.drawImage(card, -width / 2, -height / 2);
  context.restore();
}

/** Draws the frame of a time in seconds, `filmSize` large. */
export type DrawFrame = (context: CanvasRenderingContext2D, seconds: number) => void;

/** Loads what a film shows; a photo that does not load is the drawn dog. @throws when the browser refuses or spoils a drawing */
export async function loadFilm(film: Film): Promise<DrawFrame> {
  refuseGuardedCanvas();
  const { opening, ending, days, isQuiet } = film;
  const photo = film.photoUrl === null ? null : await loadPicture(film.photoUrl).catch(() => null);
  const { colors } = styleOf(isQuiet);
  async function cardOf(content: CardContent, style: CardStyle): Promise<Raster> {
    const canvas = document.createElement('canvas');
    await paintCard(canvas, content, { style, format: 'story', photo, focus: film.photoFocus });
    return canvas;
  }
  const first = await cardOf(opening, isQuiet ? 'lamplight' : firstStyle(photo));
  const last = await cardOf(ending, isQuiet ? 'lamplight' : 'number');
  const texts = days.flatMap(({ occasion, date, line, seal }) => [occasion, date, line ?? '', ...Object.values(seal)]);
  const [backdrop, front, pictures] = await Promise.all([
    rasterOnce(`film ${isQuiet}`, filmSize, () => rasterOf(isQuiet ? <Night /> : <Day />, colors, filmSize)),
    isQuiet ? rasterOnce('film lantern', filmSize, () => rasterOf(<LitLantern />, colors, filmSize)) : null,
    Promise.all(days.map((day) => pictureOfPart(day, opening, isQuiet ? 'lamplight' : 'table', frame, drawn))),
    loadFont({ ...opening, lines: ['0123456789', ...texts] }),
  ]);
  // The table with the photos before a day, of which corners are seen, is drawn once for all frames of that day.
  const pile = emptyRaster(filmSize);
  let piled = -1;
  function pileBefore(index: number): Raster {
    if (piled === index) return pile;
    const stage = { context: contextOf(pile), film, pictures };
    stage.context.drawImage(backdrop, 0, 0);
    for (let before = Math.max(0, index - 3); before < index; before += 1) drawPhoto(stage, before, 1, 1);
    drawSignature(stage.context, { ...signature, color: colors['--art-white'] });
    piled = index;
    return pile;
  }
  const occasions = days.map((day) => occasionOf(day, isQuiet));
  function drawDay(stage: Stage, index: number, moment: Moment) {
    const { context } = stage;
    const arrived = partDone(moment.since, arrivalTakes);
    context.drawImage(pileBefore(index), 0, 0);
    drawPhoto(stage, index, arrived, moment.since / moment.lasts);
    if (front) context.drawImage(front, 0, 0);
    drawNumber(stage, index, moment);
    context.save();
    context.globalAlpha = arrived;
    const occasion = occasions[index];
    if (occasion) context.drawImage(occasion, words.x, words.y);
    context.restore();
  }
  return (context, seconds) => {
    const moment = momentAt(days.length, seconds);
    const { scene, since, lasts } = moment;
    const arrived = partDone(since, arrivalTakes);
    const stage = { context, film, pictures };
    if (scene === -1) drawWholeCard(stage, first, { seen: since / lasts });
    else if (scene === days.length) {
      if (arrived < 1) drawDay(stage, scene - 1, { scene: scene - 1, since: lasts, lasts });
      drawWholeCard(stage, last, { gone: arrived - 1, seen: since / lasts });
    } else drawDay(stage, scene, moment);
    if (scene === 0 && arrived < 1) drawWholeCard(stage, first, { gone: arrived, seen: 1 });
  };
}
