import type { PhotoFocus } from '../../../domain/dogs/photo-focus.ts';
import { type CardContent, type CardFormat, type CardStyle, cardFormats } from '../card.ts';
import { type CardCrop, startCrop } from '../crop.ts';
import { cropFrame } from '../crop-frame.ts';
import { boundedPhoto, drawPicture } from './photo.ts';
import { drawnPortrait, sceneBehind, sceneInFront, styleDrawings } from './scenes.ts';
import { drawWithSoftSides } from './styles/soft-sides.ts';
import { loadFont } from './words.ts';

export type { CardContent, CardFormat, CardStyle } from '../card.ts';

/** What a card is made of, beside its words. */
export type CardLook = {
  style: CardStyle;
  format: CardFormat;
  photo: HTMLImageElement | null;
  /** Where the dog's face is in the photo. */
  focus?: PhotoFocus | null;
  /** Which part of the photo is seen; the part around the face unless given. */
  crop?: CardCrop | null;
};

/** The drawn dog is made for its frame. */
const wholeCrop: CardCrop = { x: 0.5, y: 0.5, zoom: 1 };

/** A painted card as a file: a PNG, or a JPEG of some quality, from 0 to 1. */
export function pictureOf(canvas: HTMLCanvasElement, jpegQuality?: number): Promise<Blob> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob(
    (blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The canvas gave no picture.'));
    },
    jpegQuality === undefined ? 'image/png' : 'image/jpeg',
    jpegQuality,
  );
  return promise;
}

/**
 * Paints a birthday card or an invitation on a canvas, which becomes as large as the card. It looks the same by day and by night.
 * @throws when the browser refuses to draw.
 */
export async function paintCard(
  canvas: HTMLCanvasElement,
  content: CardContent,
  { style, format, photo, focus = null, crop = null }: CardLook,
): Promise<void> {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser offers no canvas.');
  const look = { style, format, size: content.size };
  const [behind, source, inFront] = await Promise.all([
    sceneBehind(look),
    photo ? boundedPhoto(photo) : drawnPortrait(look),
    sceneInFront(look),
    loadFont(content),
  ]);
  // From here on nothing waits, so no half-painted card is ever seen.
  const { colors, round, drawWords } = styleDrawings[style];
  const frame = cropFrame(style, format, photo && source);
  Object.assign(canvas, cardFormats[format]);
  if (behind) context.drawImage(behind, 0, 0);
  const { width, height } = source;
  const seen = photo ? (crop ?? startCrop(source, frame, focus)) : wholeCrop;
  const picture = { source, width, height, crop: seen };
  if (frame.x > 0 && style === 'cover') drawWithSoftSides(context, picture, frame);
  else drawPicture(context, picture, frame, round[format]);
  if (inFront) context.drawImage(inFront, 0, 0);
  drawWords({ context, content, format, hasPhoto: photo !== null, colors });
}

/**
 * Draws a birthday card or an invitation as a file, a PNG.
 * @throws when the browser refuses to draw.
 */
export async function drawCard(content: CardContent, look: CardLook): Promise<Blob> {
  const canvas = document.createElement('canvas');
  await paintCard(canvas, content, look);
  return pictureOf(canvas);
}
