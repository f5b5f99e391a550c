/** Drawings and photos as pixels, which are copied onto a card. */
import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { fittedSize } from '../../ui/image/fitted-size.ts';
import type { Size } from '../card.ts';
import { type CardCrop, type CropFrame, coverCrop } from '../crop.ts';
import { type Palette, withPlainColors } from './palette.ts';
import { loadPicture } from './picture.ts';
import { bendOf, sheetPath } from './sheet-path.ts';

function markupOf(drawing: ReactElement): string {
  const host = document.createElement('div');
  const root = createRoot(host);
  flushSync(() => root.render(drawing));
  const svg = host.firstElementChild;
  const markup = svg ? new XMLSerializer().serializeToString(svg) : '';
  root.unmount();
  return markup;
}

export type Raster = HTMLCanvasElement;

/** Limits the cached scenes to those of the cards that an owner swipes between, in pixels of four bytes. */
const mostPixels = 30_000_000;

const rasters = new Map<string, { raster: Promise<Raster>; pixels: number }>();

export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser offers no canvas.');
  return context;
}

export function emptyRaster({ width, height }: Size): Raster {
  return Object.assign(document.createElement('canvas'), { width, height });
}

function pixelsOf(image: HTMLImageElement | Raster, width: number, height: number): Raster {
  const canvas = emptyRaster({ width, height });
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  return canvas;
}

/** A photo as pixels, at most so many on a side. */
export function boundedPixels(photo: HTMLImageElement, longestSide: number): Raster {
  const { width, height } = fittedSize({ width: photo.naturalWidth, height: photo.naturalHeight }, longestSide);
  return pixelsOf(photo, width, height);
}

/** How far from the left the subject of a photo is, as a fraction of its width, if nobody has said where: what is sharp. */
export function subjectX(photo: Raster): number {
  const [width, height] = [96, 72];
  const { data } = contextOf(pixelsOf(photo, width, height)).getImageData(0, 0, width, height);
  let [sum, weight] = [width / 2, 1];
  for (let green = 5; green < data.length - 4; green += 4) {
    const x = Math.floor(green / 4) % width;
    const bend = x % (width - 1) && 2 * (data[green] ?? 0) - (data[green - 4] ?? 0) - (data[green + 4] ?? 0);
    weight += bend ** 2;
    sum += bend ** 2 * (x + 0.5);
  }
  return sum / weight / width;
}

/** Draws an `<svg>` element of React, which needs `width` and `height`. */
export async function rasterOf(drawing: ReactElement, colors: Palette, { width, height }: Size): Promise<Raster> {
  const markup = new Blob([withPlainColors(markupOf(drawing), colors)], { type: 'image/svg+xml' });
  return pixelsOf(await loadPicture(markup), width, height);
}

/** Draws a scene of this size once and keeps it: vectors are drawn many times slower than pixels are copied. */
export function rasterOnce(key: string, { width, height }: Size, draw: () => Promise<Raster>): Promise<Raster> {
  const known = rasters.get(key)?.raster;
  const raster = known ?? draw();
  // Moves the scene to the end, because the least recently used one is dropped first.
  rasters.delete(key);
  rasters.set(key, { raster, pixels: width * height });
  let pixels = [...rasters.values()].reduce((sum, kept) => sum + kept.pixels, 0);
  for (const [oldest, kept] of rasters) {
    if (pixels <= mostPixels) break;
    rasters.delete(oldest);
    pixels -= kept.pixels;
  }
  // A failed drawing is not cached, so that the next call tries again.
  if (!known) raster.catch(() => rasters.delete(key));
  return raster;
}

function outlineOf({ shape, ...box }: CropFrame, round: number): Path2D {
  if (shape === 'rectangle' && round > 0) return new Path2D(sheetPath(box, round));
  const path = new Path2D();
  const [rx, ry] = [box.width / 2, box.height / 2];
  if (shape === 'circle') path.ellipse(box.x + rx, box.y + ry, rx, ry, 0, 0, 2 * Math.PI);
  else path.rect(box.x, box.y, box.width, box.height);
  return path;
}

type Picture = { source: CanvasImageSource; width: number; height: number; crop: CardCrop };

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

/** The drawn dog fits its frame without a crop. */
export const wholeCrop: CardCrop = { x: 0.5, y: 0.5, zoom: 1 };
