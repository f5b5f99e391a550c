import { type Box, cardFormats, type Size } from '../card.ts';
import { type CardCrop, type CropFrame, coverCrop } from '../crop.ts';
import { bendOf, sheetPath } from './sheet-path.ts';

/** How far the photo fades into what is beside it, in pixels. */
const fade = 90;

function canvasOf({ width, height }: Size): CanvasRenderingContext2D {
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
  if (!context) throw new Error('The browser offers no canvas.');
  context.imageSmoothingQuality = 'high';
  return context;
}

/** The photo out of focus: drawn with a few pixels, and these made large in steps, because not every browser can blur a canvas. */
function blurred(picture: Picture, { width, height }: Size): HTMLCanvasElement {
  let from: Box = coverCrop(picture, { width, height }, { ...picture.crop, zoom: 1 });
  let image: CanvasImageSource = picture.source;
  let last = canvasOf({ width: 1, height: 1 }).canvas;
  for (const scale of [1 / 16, 1 / 48, 1 / 24, 1 / 8]) {
    const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
    const context = canvasOf(size);
    context.drawImage(image, from.x, from.y, from.width, from.height, 0, 0, size.width, size.height);
    last = context.canvas;
    [image, from] = [last, { x: 0, y: 0, ...size }];
  }
  return last;
}

/** Draws a photo that is narrower than a preview: sharp in its frame, and out of focus beside it. */
export function drawWithSoftSides(context: CanvasRenderingContext2D, picture: Picture, frame: CropFrame) {
  const sheet = cardFormats.preview;
  context.imageSmoothingQuality = 'high';
  context.drawImage(blurred(picture, sheet), 0, 0, sheet.width, sheet.height);
  context.fillStyle = 'rgb(33 15 9 / 0.3)';
  context.fillRect(0, 0, sheet.width, sheet.height);
  const sharp = canvasOf(frame);
  const part = coverCrop(picture, frame, picture.crop);
  sharp.drawImage(picture.source, part.x, part.y, part.width, part.height, 0, 0, frame.width, frame.height);
  const edge = sharp.createLinearGradient(0, 0, frame.width, 0);
  for (const [at, alpha] of [
    [0, 0],
    [fade / frame.width, 1],
    [1 - fade / frame.width, 1],
    [1, 0],
  ] as const) {
    edge.addColorStop(at, `rgb(0 0 0 / ${alpha})`);
  }
  sharp.globalCompositeOperation = 'destination-in';
  sharp.fillStyle = edge;
  sharp.fillRect(0, 0, frame.width, frame.height);
  context.drawImage(sharp.canvas, frame.x, frame.y);
}

/** No card shows more pixels on a side, except at a very high zoom. */
const longestSide = 2400;

const bounded = new WeakMap<HTMLImageElement, HTMLCanvasElement>();

/** A photo decoded once, in a size that is quick to draw: browsers may decode an image anew for each drawing. */
export function boundedPhoto(photo: HTMLImageElement): HTMLCanvasElement {
  const known = bounded.get(photo);
  if (known) return known;
  const scale = Math.min(1, longestSide / Math.max(photo.naturalWidth, photo.naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(photo.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(photo.naturalHeight * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser offers no canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(photo, 0, 0, canvas.width, canvas.height);
  bounded.set(photo, canvas);
  return canvas;
}

/** The outline of the photo. */
function outlineOf({ shape, ...box }: CropFrame, round: number): Path2D {
  if (shape === 'rectangle' && round > 0) return new Path2D(sheetPath(box, round));
  const path = new Path2D();
  const [rx, ry] = [box.width / 2, box.height / 2];
  if (shape === 'circle') path.ellipse(box.x + rx, box.y + ry, rx, ry, 0, 0, 2 * Math.PI);
  else path.rect(box.x, box.y, box.width, box.height);
  return path;
}

export type Picture = { source: CanvasImageSource; width: number; height: number; crop: CardCrop };

/** Draws a picture into its frame, which it fills. */
export function drawPicture(context: CanvasRenderingContext2D, picture: Picture, frame: CropFrame, round = 0) {
  // Larger than the frame, because its hand-drawn edge bends outwards.
  const out = frame.shape === 'rectangle' ? bendOf(round) : 0;
  const part = coverCrop(picture, frame, picture.crop);
  context.save();
  context.clip(outlineOf(frame, round));
  context.imageSmoothingQuality = 'high';
  const box = [frame.x - out, frame.y - out, frame.width + 2 * out, frame.height + 2 * out] as const;
  context.drawImage(picture.source, part.x, part.y, part.width, part.height, ...box);
  context.restore();
}
