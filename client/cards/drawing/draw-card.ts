import { createElement } from 'react';
import type { PhotoFocus } from '../../../domain/dogs/photo-focus.ts';
import type { DogSize } from '../../../domain/dogs/size.ts';
import { type Coat, inCoat } from '../../art/coats.ts';
import { canvasGuarded } from '../../copy/photo-problems.ts';
import { isCanvasGuarded } from '../../ui/image/guarded-canvas.ts';
import { type CardContent, type CardFormat, type CardStyle, cardFormats } from '../card.ts';
import { type CardCrop, cropFrame, startCrop } from '../crop.ts';
import { palette } from './palette.ts';
import { boundedPixels, contextOf, drawPicture, type Raster, rasterOf, rasterOnce, wholeCrop } from './rasters.ts';
import { coverStyle } from './styles/cover.tsx';
import { lamplightStyle } from './styles/lamplight.tsx';
import { numberStyle } from './styles/number.tsx';
import { DrawnGuest, DrawnPortrait, guestBox, type StyleDrawing } from './styles/scenery.tsx';
import { tableStyle } from './styles/table.tsx';
import { loadFont } from './words.ts';

const styleDrawings: Record<CardStyle, StyleDrawing> = {
  cover: coverStyle,
  number: numberStyle,
  table: tableStyle,
  lamplight: lamplightStyle,
};

type SceneOptions = { style: CardStyle; format: CardFormat; size: DogSize; coat: Coat };

/** What is behind the picture or in front of it, if anything is. In front it is the same for all sizes. */
function sceneOf(where: 'Behind' | 'InFront', { style, format, size }: SceneOptions): Promise<Raster> | null {
  const { [where]: Scene, colors } = styleDrawings[style];
  if (!Scene) return null;
  const draw = () => rasterOf(createElement(Scene, { format, size }), colors, cardFormats[format]);
  return rasterOnce(`${where} ${style} ${format} ${where === 'Behind' ? size : ''}`, cardFormats[format], draw);
}

/** The dog of the size in its coat as the picture, where there is no photo. */
function drawnPortrait({ style, format, size, coat }: SceneOptions): Promise<Raster> {
  const { width, height } = cropFrame(style, format, null);
  const { foot, light, colors } = styleDrawings[style];
  const portrait = createElement(DrawnPortrait, { size, width, height, foot, light });
  const draw = () => rasterOf(portrait, inCoat(colors, size, coat), { width, height });
  return rasterOnce(`portrait ${style} ${format} ${size} ${coat}`, { width, height }, draw);
}

/** No card shows more pixels on a side, except at a very high zoom. */
const longestSide = 2400;

const bounded = new WeakMap<HTMLImageElement, HTMLCanvasElement>();

/** A photo decoded once, in a size that is quick to draw: browsers may decode an image anew for each drawing. */
function boundedPhoto(photo: HTMLImageElement): HTMLCanvasElement {
  const known = bounded.get(photo);
  if (known) return known;
  const canvas = boundedPixels(photo, longestSide);
  bounded.set(photo, canvas);
  return canvas;
}

export type CardOptions = {
  style: CardStyle;
  format: CardFormat;
  photo: HTMLImageElement | null;
  focus?: PhotoFocus | null;
  /** Which part of the photo is seen; the part around the face unless given. */
  crop?: CardCrop | null;
  /** The guests' dogs that sit at the table of a preview, beside the picture; those without a spot are left out. */
  guests?: readonly { size: DogSize; coat: Coat; scale: number }[];
};

/** Where guests' dogs sit at the table of a preview, in the order in which they come: the middles of their boxes. */
const guestSpots = [168, 1028, 62, 1134];

function drawnGuest({ size, coat, scale }: { size: DogSize; coat: Coat; scale: number }): Promise<Raster> {
  const draw = () => rasterOf(createElement(DrawnGuest, { size, scale }), inCoat(palette, size, coat), guestBox);
  return rasterOnce(`guest ${size} ${coat}`, guestBox, draw);
}

/** The browser does not give the pixels of a canvas. */
export class GuardedCanvasError extends Error {
  override readonly name = 'GuardedCanvasError';
  readonly reason = canvasGuarded;
}

/** @throws GuardedCanvasError when the browser gives other pixels than those that were drawn. */
export function refuseGuardedCanvas() {
  if (isCanvasGuarded()) throw new GuardedCanvasError();
}

/** A painted card as a PNG, or as a JPEG of a quality from 0 to 1. @throws when the browser gives no file, or other pixels */
export async function pictureOf(canvas: HTMLCanvasElement, jpegQuality?: number): Promise<Blob> {
  refuseGuardedCanvas();
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

/** Paints a card on a canvas, which becomes as large, the same by day and by night. @throws when the browser refuses to draw. */
export async function paintCard(
  canvas: HTMLCanvasElement,
  content: CardContent,
  { style, format, photo, focus = null, crop = null, guests = [] }: CardOptions,
): Promise<void> {
  if (content.pair) {
    const { paintPair } = await import('./draw-pair.ts');
    return paintPair(canvas, content, content.pair, style === 'lamplight' ? style : 'table', format);
  }
  const context = contextOf(canvas);
  const scene = { style, format, size: content.size, coat: content.coat ?? 0 };
  const [behind, source, inFront, dogs] = await Promise.all([
    sceneOf('Behind', scene),
    photo ? boundedPhoto(photo) : drawnPortrait(scene),
    sceneOf('InFront', scene),
    Promise.all(guests.slice(0, guestSpots.length).map(drawnGuest)),
    loadFont(content),
  ]);
  // Paints without waiting from here on, so that no half-painted card is ever visible.
  const { colors, round, drawWords } = styleDrawings[style];
  const frame = cropFrame(style, format, photo && source);
  Object.assign(canvas, cardFormats[format]);
  if (behind) context.drawImage(behind, 0, 0);
  for (const [index, dog] of dogs.entries()) {
    const { width, height } = guestBox;
    context.drawImage(dog, (guestSpots[index] ?? 0) - width / 2, 440 - height);
  }
  const { width, height } = source;
  const seen = photo ? (crop ?? startCrop(source, frame, focus)) : wholeCrop;
  const picture = { source, width, height, crop: seen };
  drawPicture(context, picture, frame, round[format]);
  if (style === 'cover' && frame.x > 0) {
    Object.assign(context, { strokeStyle: colors['--color-paper'], lineWidth: 18 });
    context.strokeRect(frame.x, -18, frame.width, frame.height + 36);
  }
  if (inFront) context.drawImage(inFront, 0, 0);
  drawWords({ context, content, format, colors });
}

/** Draws a card as a PNG. @throws when the browser refuses to draw. */
export async function drawCard(content: CardContent, options: CardOptions): Promise<Blob> {
  const canvas = document.createElement('canvas');
  await paintCard(canvas, content, options);
  return pictureOf(canvas);
}
