import { type CardCrop, type CropFrame, coverCrop } from '../crop.ts';
import { bendOf, sheetPath } from './sheet-path.ts';

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
