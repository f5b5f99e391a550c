/** Draws the film of a dog's days. Each of its frames depends on nothing but its time. */

import type { PhotoFocus } from '../../../domain/dogs/photo-focus.ts';
import { type CardContent, type CardStyle, cardFormats, firstStyle, type PairStyle } from '../card.ts';
import { countedNumber, type Moment, momentAt, partDone } from '../film.ts';
import type { pairedDay } from '../paired-day.ts';
import { drawNumber, drawPhoto, loadPhoto, loadScene, type PhotoScene, photoStyles } from './day-photos.tsx';
import { paintCard, refuseGuardedCanvas } from './draw-card.ts';
import { loadPicture } from './picture.ts';
import { contextOf, emptyRaster, type Raster } from './rasters.ts';
import { drawRows, drawSignature, loadFont } from './words.ts';

/** A day of the film: its picture and number, the same in words, what was celebrated, and the owner's line, if any. */
type FilmedDay = ReturnType<typeof pairedDay> & { occasion: string; line: string | null };

export type Film = {
  /** The cards that it begins and ends with, and the photo on both. */
  opening: CardContent;
  ending: CardContent;
  photoUrl: string;
  photoFocus: PhotoFocus | null;
  days: readonly FilmedDay[];
  /** For a dog in memory: by lamplight, and nothing flies in. */
  isQuiet: boolean;
};

export const filmSize = cardFormats.story;

/** The photos lie on each other. By night they hang in one frame. */
const filmScene: PhotoScene = {
  ...filmSize,
  name: 'film',
  garland: { top: 60, scale: 1.35 },
  lights: { top: 90, scale: 1 },
  table: { top: 1256, scale: 1.3 },
  balloons: [
    { x: 66, y: 470, scale: 1.5 },
    { x: 1016, y: 420, scale: 1.5 },
  ],
  photo: { width: 830, height: 860 },
  columns: [540],
  y: 730,
  turns: [-0.03, 0.026, -0.012, 0.036],
  figure: { drop: 186, width: 860, size: 430 },
  lantern: 160,
  // A drawn dog ends behind its number, which leaves its chin free.
  drawn: { foot: 0.89, tall: 0.6 },
};
const words = { x: 90, y: 1440, width: 900, height: 310, align: 'center' } as const;
const signature = { x: 540, top: 1790, size: 36 };

/** How long a photo, and the change from or to a card, take to come, in seconds. */
const arrivalTakes = 0.5;

/** What was celebrated, when, and the owner's line, as pixels of the size of their area. */
function occasionOf({ occasion, date, line }: FilmedDay, style: PairStyle): Raster {
  const { '--art-white': white, '--art-butter': butter } = photoStyles[style].colors;
  const [first, second] = style === 'table' ? [white, butter] : [butter, white];
  const rows = [
    { text: occasion, largest: [96, 84], smallest: 34, color: first, gap: 0, isLoud: true },
    { text: date, largest: [60], smallest: 30, color: second, gap: 0.3 },
    { text: line ?? '', largest: [56, 48], smallest: 26, color: white, gap: 0.3 },
  ].filter(({ text }) => text !== '');
  const raster = emptyRaster(words);
  drawRows(contextOf(raster), rows, { ...words, x: 0, y: 0 });
  return raster;
}

/** Returns what the number of a day shows while it counts up. No number on the way was almost the dog's. */
function countedSeal({ days }: Film, index: number, day: FilmedDay, moment: Moment) {
  const counted = countedNumber(days[index - 1]?.humanYears ?? 0, day.humanYears, moment);
  const isOnTheWay = counted !== day.humanYears && day.seal.top === 'almost';
  return { ...day.seal, ...(isOnTheWay && { top: '' }), figure: String(counted) };
}

/** Draws a card, which grows a little while it is seen. By day it goes up and comes from below, by night it fades. */
function drawWholeCard(context: CanvasRenderingContext2D, card: Raster, isQuiet: boolean, gone: number, seen: number) {
  const { width, height } = filmSize;
  const grown = 1 + 0.03 * seen;
  context.save();
  if (isQuiet) context.globalAlpha = 1 - Math.abs(gone);
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
  const photo = await loadPicture(film.photoUrl).catch(() => null);
  const style = isQuiet ? 'lamplight' : 'table';
  const scene = isQuiet ? { ...filmScene, turns: [0] } : filmScene;
  async function cardOf(content: CardContent, daily: CardStyle): Promise<Raster> {
    const canvas = document.createElement('canvas');
    const options = { style: isQuiet ? style : daily, format: 'story', photo, focus: film.photoFocus } as const;
    await paintCard(canvas, content, options);
    return canvas;
  }
  const first = await cardOf(opening, firstStyle(photo));
  const last = await cardOf(ending, 'number');
  const texts = days.flatMap(({ occasion, date, line, seal }) => [occasion, date, line ?? '', ...Object.values(seal)]);
  const [[behind, inFront], photos] = await Promise.all([
    loadScene(scene, style),
    Promise.all(days.map((day) => loadPhoto(day, opening, scene, style))),
    loadFont({ ...opening, lines: ['0123456789', ...texts] }),
  ]);
  const shown = days.map((day) => ({ day, occasion: occasionOf(day, style) }));

  /** Draws a photo that has come by this part. It is brought nearer or takes a step back while it is seen. */
  function drawDayPhoto(context: CanvasRenderingContext2D, index: number, arrived: number, seen: number) {
    const picture = photos[index];
    if (!picture) return;
    const { crop } = picture;
    const side = index % 2 === 0 ? 1 : -1;
    const zoom = crop.zoom * (1.06 + 0.06 * side * (seen - 0.5));
    const away = 1 - arrived;
    const motion = isQuiet
      ? { alpha: arrived }
      : { right: side * away * 900, down: away * 1500, turn: side * away * 0.5 };
    drawPhoto({ context, scene, style }, index, { ...picture, crop: { ...crop, zoom } }, motion);
  }

  // The table with the photos before a day, of which corners are seen, is drawn once for all frames of that day.
  const pile = emptyRaster(filmSize);
  let piled = -1;
  function pileBefore(index: number): Raster {
    if (piled === index) return pile;
    const context = contextOf(pile);
    context.drawImage(behind, 0, 0);
    for (let before = Math.max(0, index - 3); before < index; before += 1) drawDayPhoto(context, before, 1, 1);
    drawSignature(context, { ...signature, color: photoStyles[style].colors['--art-white'] });
    piled = index;
    return pile;
  }

  function drawDay(context: CanvasRenderingContext2D, index: number, moment: Moment) {
    const found = shown[index];
    if (!found) return;
    const arrived = partDone(moment.since, arrivalTakes);
    context.drawImage(pileBefore(index), 0, 0);
    drawDayPhoto(context, index, arrived, moment.since / moment.lasts);
    if (inFront) context.drawImage(inFront, 0, 0);
    drawNumber({ context, scene, style }, index, countedSeal(film, index, found.day, moment));
    context.save();
    context.globalAlpha = arrived;
    context.drawImage(found.occasion, words.x, words.y);
    context.restore();
  }

  return (context, seconds) => {
    const moment = momentAt(days.length, seconds);
    const { scene: at, since, lasts } = moment;
    const arrived = partDone(since, arrivalTakes);
    const isEnding = at === days.length;
    if (isEnding && arrived < 1) drawDay(context, at - 1, { scene: at - 1, since: lasts, lasts });
    if (at >= 0 && !isEnding) drawDay(context, at, moment);
    if (at === -1) drawWholeCard(context, first, isQuiet, 0, since / lasts);
    if (at === 0 && arrived < 1) drawWholeCard(context, first, isQuiet, arrived, 1);
    if (isEnding) drawWholeCard(context, last, isQuiet, arrived - 1, since / lasts);
  };
}
