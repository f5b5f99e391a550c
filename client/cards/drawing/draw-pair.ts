/** Draws the card of two days: their photos side by side, each with its date and its number. */

import { type CardContent, type CardFormat, cardFormats, type PairedDay, type PairStyle } from '../card.ts';
import { drawNumber, drawPhoto, loadPhoto, loadScene, photoStyles, placeOf } from './day-photos.tsx';
import { contextOf } from './rasters.ts';
import { drawStrip } from './styles/number.tsx';
import { detailRows, drawRows, drawSignature, headRows, loadFont, units } from './words.ts';

const twoDays = {
  columns: [284, 796],
  turns: [-0.022, 0.026],
  figure: { drop: 156, width: 430, size: 270 },
  lantern: 142,
};

/** Some words are above the photos, the others below their numbers, on the front of the table. */
const layouts = {
  post: {
    scene: {
      ...cardFormats.post,
      ...twoDays,
      name: 'post',
      garland: { top: 12, scale: 1.2 },
      lights: { top: -64, scale: 0.9 },
      table: { top: 912, scale: 1.15 },
      balloons: [
        { x: 66, y: 216, scale: 1.1 },
        { x: 1016, y: 200, scale: 1.1 },
      ],
      photo: { width: 424, height: 530 },
      y: 595,
    },
    head: { x: 130, y: 128, width: 820, height: 156, align: 'center' },
    details: { x: 90, y: 1090, width: 900, height: 190, align: 'center' },
    signature: { x: 540, top: 1296, size: 28 },
  },
  story: {
    scene: {
      ...cardFormats.story,
      ...twoDays,
      name: 'story',
      garland: { top: 60, scale: 1.35 },
      lights: { top: 90, scale: 1 },
      table: { top: 1248, scale: 1.3 },
      balloons: [
        { x: 72, y: 420, scale: 1.3 },
        { x: 1010, y: 396, scale: 1.3 },
      ],
      photo: { width: 424, height: 640 },
      y: 866,
    },
    head: { x: 150, y: 268, width: 780, height: 216, align: 'center' },
    details: { x: 90, y: 1490, width: 900, height: 196, align: 'center' },
    signature: { x: 540, top: 1716, size: 36 },
  },
} as const;

/** Paints the card of two days on a canvas, which becomes as large, the same by day and by night. @throws when the browser refuses to draw. */
export async function paintPair(
  canvas: HTMLCanvasElement,
  content: CardContent,
  pair: readonly [PairedDay, PairedDay],
  style: PairStyle,
  cardFormat: CardFormat,
): Promise<void> {
  const format = cardFormat === 'story' ? 'story' : 'post';
  const { scene, head, details, signature } = layouts[format];
  const context = contextOf(canvas);
  const texts = pair.flatMap(({ date, seal }) => [date, ...Object.values(seal)]);
  const [[behind, inFront], photos] = await Promise.all([
    loadScene(scene, style),
    Promise.all(pair.map((day) => loadPhoto(day, content, scene, style))),
    loadFont({ ...content, lines: [...content.lines, ...texts] }),
  ]);
  // Paints without waiting from here on, so that no half-painted card is ever visible.
  const { colors } = photoStyles[style];
  const isNight = style === 'lamplight';
  const [ink, white, butter] = [colors['--art-ink'], colors['--art-white'], colors['--art-butter']];
  const [soft, name] = isNight ? [colors['--color-ink-soft'], butter] : [ink, colors['--color-raspberry']];
  const words = { kicker: soft, headline: name, date: white, rest: isNight ? soft : white };
  const brush = { context, scene, style };
  Object.assign(canvas, cardFormats[format]);
  context.drawImage(behind, 0, 0);
  for (const [index, photo] of photos.entries()) drawPhoto(brush, index, photo);
  if (inFront) context.drawImage(inFront, 0, 0);
  drawRows(context, headRows(content, units[format] * 0.86, words), head);
  drawRows(context, detailRows(content, units[format] * 1.3, words), details);
  for (const [index, { date, seal }] of pair.entries()) {
    const { x, top, turn } = placeOf(scene, index);
    const label = { x, y: top - 6, size: 36, turn: turn * 1.6, fill: butter, color: ink };
    drawStrip({ context, colors }, date, label);
    drawNumber(brush, index, seal);
  }
  drawSignature(context, { ...signature, color: isNight ? soft : white });
}
