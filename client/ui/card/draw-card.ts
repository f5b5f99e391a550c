import { createElement } from 'react';
import type { DogSize } from '../../../domain/size.ts';
import { hasRightToLeft } from '../../../domain/text.ts';
import { coverCrop } from './cover-crop.ts';
import { type FittedText, fitText, type MeasureLine, type TextRoom } from './fit-text.ts';
import {
  type Box,
  type CardFormat,
  type CardLayout,
  cardFormats,
  layOutCard,
  wordsMargin,
  wordsTopOf,
} from './layout.ts';
import { palette } from './palette.ts';
import { Backdrop, Foreground } from './scenery.tsx';
import { svgImage } from './svg-image.ts';

/** The content of a card. Without a photo the dog of the size is drawn. */
export type CardContent = {
  /** The small line above the headline. */
  kicker: string;
  headline: string;
  /** The lines on the table cloth, the most important first. */
  lines: string[];
  /** The paper seal beside the picture: a number that catches the eye. */
  seal: { top?: string; figure: string; bottom?: string };
  size: DogSize;
};

const family = 'Grandstander, "Grandstander Fallback", system-ui, sans-serif';
const lineHeight = 1.08;

function fontOf(size: number): string {
  return `700 ${size}px ${family}`;
}

/** Loads the font before the first letter is drawn. If that fails, the system's font is used. */
async function loadFont(content: CardContent) {
  const text = [content.kicker, content.headline, ...content.lines, ...Object.values(content.seal), 'Wagday'].join('');
  await document.fonts.load(fontOf(80), text).catch(() => {});
}

function measureWith(context: CanvasRenderingContext2D): MeasureLine {
  return (line) => {
    context.font = fontOf(100);
    return context.measureText(line).width / 100;
  };
}

/** Draws centred lines below `top` and returns where they end. Each line has the direction of its own letters. */
function drawLines(
  context: CanvasRenderingContext2D,
  text: FittedText,
  { x, top, color }: { x: number; top: number; color: string },
): number {
  context.font = fontOf(text.fontSize);
  context.fillStyle = color;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  for (const [index, line] of text.lines.entries()) {
    context.direction = isRightToLeft(line) ? 'rtl' : 'ltr';
    context.fillText(line, x, top + text.fontSize * (0.82 + index * lineHeight));
  }
  return top + text.fontSize * lineHeight * text.lines.length;
}

/** Decides by the first letter with a direction, as browsers do for `dir="auto"`. */
function isRightToLeft(text: string): boolean {
  const [first = ''] = /\p{L}/u.exec(text.replace(/\u2068[^\u2069]*\u2069/gu, '')) ?? /\p{L}/u.exec(text) ?? [];
  return hasRightToLeft(first);
}

function traceFrame(context: CanvasRenderingContext2D, { width: w, height: h }: Box, inset: number, round: number) {
  const [left, top, right, bottom] = [-w / 2 + inset, -h / 2 + inset, w / 2 - inset, h / 2 - inset];
  context.beginPath();
  context.moveTo(left + round, top + 3);
  context.quadraticCurveTo(0, top - 5, right - round, top + 2);
  context.quadraticCurveTo(right, top, right - 1, top + round * 1.1);
  context.quadraticCurveTo(right + 5, 0, right - 2, bottom - round);
  context.quadraticCurveTo(right, bottom, right - round * 1.2, bottom - 2);
  context.quadraticCurveTo(0, bottom + 5, left + round, bottom - 1);
  context.quadraticCurveTo(left, bottom, left + 2, bottom - round);
  context.quadraticCurveTo(left - 5, 0, left + 1, top + round);
  context.quadraticCurveTo(left, top, left + round, top + 3);
  context.closePath();
}

function drawPhoto(context: CanvasRenderingContext2D, photo: HTMLImageElement, box: Box) {
  const mat = 28;
  context.save();
  context.translate(box.x + box.width / 2, box.y + box.height / 2);
  context.rotate(-0.022);
  context.lineWidth = 8;
  context.lineJoin = 'round';
  context.strokeStyle = palette['--art-ink'];
  traceFrame(context, box, 0, 46);
  context.fillStyle = palette['--art-white'];
  context.fill();
  context.stroke();
  traceFrame(context, box, mat, 30);
  context.save();
  context.clip();
  const [w, h] = [box.width - 2 * mat + 12, box.height - 2 * mat + 12];
  const size = { width: photo.naturalWidth, height: photo.naturalHeight };
  const { x, y, width, height } = coverCrop(size, { width: w, height: h });
  context.imageSmoothingQuality = 'high';
  context.drawImage(photo, x, y, width, height, -w / 2, -h / 2, w, h);
  context.restore();
  context.lineWidth = 6;
  context.stroke();
  context.restore();
}

function traceSeal(context: CanvasRenderingContext2D, radius: number) {
  const petals = 14;
  context.beginPath();
  context.moveTo(radius, 0);
  for (let petal = 0; petal < petals; petal += 1) {
    const [middle, end] = [((petal + 0.5) / petals) * 2 * Math.PI, ((petal + 1) / petals) * 2 * Math.PI];
    const bulge = radius * (1.2 + ((petal * 0.618) % 1) * 0.06);
    const control = [bulge * Math.cos(middle), bulge * Math.sin(middle)] as const;
    context.quadraticCurveTo(...control, radius * Math.cos(end), radius * Math.sin(end));
  }
  context.closePath();
}

function drawSeal(context: CanvasRenderingContext2D, { top, figure, bottom }: CardContent['seal'], picture: Box) {
  const radius = 104;
  const measure = measureWith(context);
  const fitted = (text: string, largest: number, width: number) =>
    fitText(text, { width, largest: [largest], smallest: 18 }, measure);
  context.save();
  context.translate(Math.min(picture.x + picture.width - 26, 1080 - 150), picture.y + 92);
  context.rotate(0.12);
  traceSeal(context, radius);
  context.fillStyle = palette['--art-butter'];
  context.strokeStyle = palette['--art-ink'];
  context.lineWidth = 7;
  context.lineJoin = 'round';
  context.fill();
  context.stroke();
  const ink = palette['--art-ink'];
  const figureSize = top && bottom ? 84 : 104;
  const figureTop = top ? -42 : -66;
  if (top) drawLines(context, fitted(top, 38, radius * 1.3), { x: 0, top: -76, color: palette['--color-raspberry'] });
  drawLines(context, fitted(figure, figureSize, radius * 1.5), { x: 0, top: figureTop, color: ink });
  if (bottom)
    drawLines(context, fitted(bottom, 32, radius * 1.55), { x: 0, top: 34, color: palette['--color-raspberry'] });
  context.restore();
}

/** Draws the kicker and the headline, and returns where they end. */
function drawHead(context: CanvasRenderingContext2D, content: CardContent, format: CardFormat): number {
  const { width } = cardFormats[format];
  const measure = measureWith(context);
  const fitted = (text: string, room: Omit<TextRoom, 'width'>) =>
    fitText(text, { ...room, width: width - 2 * wordsMargin }, measure);
  const kicker = fitted(content.kicker, { largest: [54, 44], smallest: 34 });
  const headline = fitted(content.headline, {
    largest: format === 'story' ? [156, 124, 100] : [140, 104, 80],
    smallest: 50,
  });
  const x = width / 2;
  const top = drawLines(context, kicker, { x, top: wordsTopOf(format), color: palette['--color-ink-soft'] });
  return drawLines(context, headline, { x, top: top + 6, color: palette['--color-raspberry'] });
}

function drawCloth(context: CanvasRenderingContext2D, content: CardContent, { cloth }: CardLayout) {
  const measure = measureWith(context);
  const x = cloth.x + cloth.width / 2;
  const scale = cloth.height / 180;
  const rooms = [[60], [44, 40]].map((sizes) => sizes.map((size) => size * scale));
  const texts = content.lines.map((line, index) =>
    fitText(line, { width: cloth.width, largest: rooms[Math.min(index, 1)] ?? [], smallest: 28 }, measure),
  );
  const gap = 8 * scale;
  const height = texts.reduce((sum, text) => sum + text.fontSize * lineHeight * text.lines.length + gap, -gap);
  let top = cloth.y + Math.max(0, (cloth.height - height) / 2);
  for (const text of texts) top = drawLines(context, text, { x, top, color: palette['--art-white'] }) + gap;
}

function drawSignature(context: CanvasRenderingContext2D, { width, signatureTop }: CardLayout) {
  const text = { lines: ['Wagday'], fontSize: 40 };
  drawLines(context, text, { x: width / 2, top: signatureTop, color: palette['--art-raspberry'] });
}

function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob((blob) => {
    if (blob) resolve(blob);
    else reject(new Error('The canvas gave no picture.'));
  }, 'image/png');
  return promise;
}

/**
 * Draws a birthday card or an invitation, always by day, as a PNG.
 * @throws when the browser refuses to draw.
 */
export async function drawCard(
  content: CardContent,
  { format, photo }: { format: CardFormat; photo: HTMLImageElement | null },
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, cardFormats[format]);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser offers no canvas.');
  await loadFont(content);

  const drawnDog = photo ? null : content.size;
  // The words are drawn once to measure them: the picture takes the space that they leave.
  const layout = layOutCard(format, drawHead(context, content, format), photo !== null);
  const [backdrop, foreground] = await Promise.all([
    svgImage(createElement(Backdrop, { layout, size: drawnDog })),
    svgImage(createElement(Foreground, { layout, size: drawnDog })),
  ]);
  context.fillStyle = palette['--color-paper'];
  context.fillRect(0, 0, layout.width, layout.height);
  context.drawImage(backdrop, 0, 0);
  drawHead(context, content, format);
  if (photo) drawPhoto(context, photo, layout.picture);
  context.drawImage(foreground, 0, 0);
  drawSeal(context, content.seal, layout.picture);
  drawCloth(context, content, layout);
  drawSignature(context, layout);
  return pngOf(canvas);
}
