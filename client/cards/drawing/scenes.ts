import { createElement, type ReactElement } from 'react';
import type { DogSize } from '../../../domain/dogs/size.ts';
import { type CardFormat, type CardStyle, cardFormats, type Size } from '../card.ts';
import { cropFrame } from '../crop-frame.ts';
import { coverStyle } from './styles/cover.ts';
import { lamplightStyle } from './styles/lamplight.tsx';
import { numberStyle } from './styles/number.tsx';
import { DrawnPortrait } from './styles/scenery.tsx';
import type { StyleDrawing } from './styles/style.ts';
import { tableStyle } from './styles/table.tsx';
import { svgImage } from './svg-image.ts';

export const styleDrawings: Record<CardStyle, StyleDrawing> = {
  cover: coverStyle,
  number: numberStyle,
  table: tableStyle,
  lamplight: lamplightStyle,
};

/** A drawing as pixels. */
export type Raster = HTMLCanvasElement;

/** The scenes of as many cards as one goes to and fro between. Each takes up to 8 MB of pixels, so older ones are let go. */
const mostRasters = 14;

const rasters = new Map<string, Promise<Raster>>();

async function rasterOf(drawing: ReactElement, style: CardStyle, { width, height }: Size): Promise<Raster> {
  const image = await svgImage(drawing, styleDrawings[style].colors);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser offers no canvas.');
  context.drawImage(image, 0, 0, width, height);
  return canvas;
}

/** Draws a scene once and keeps it: vectors are drawn many times slower than pixels are copied. */
function kept(key: string, draw: () => Promise<Raster>): Promise<Raster> {
  const known = rasters.get(key);
  const raster = known ?? draw();
  // The one asked for last stands last.
  rasters.delete(key);
  rasters.set(key, raster);
  for (const oldest of [...rasters.keys()].slice(0, -mostRasters)) rasters.delete(oldest);
  // What failed is tried again.
  if (!known) raster.catch(() => rasters.delete(key));
  return raster;
}

type Look = { style: CardStyle; format: CardFormat; size: DogSize };

/** What is behind the picture, if anything is. */
export function sceneBehind({ style, format, size }: Look): Promise<Raster> | null {
  const { Behind } = styleDrawings[style];
  if (!Behind) return null;
  const draw = () => rasterOf(createElement(Behind, { format, size }), style, cardFormats[format]);
  return kept(`behind ${style} ${format} ${size}`, draw);
}

/** What is in front of the picture, if anything is. */
export function sceneInFront({ style, format, size }: Look): Promise<Raster> | null {
  const { InFront } = styleDrawings[style];
  if (!InFront) return null;
  const draw = () => rasterOf(createElement(InFront, { format, size }), style, cardFormats[format]);
  return kept(`in front ${style} ${format}`, draw);
}

/** The dog of the size as the picture, where there is no photo. */
export function drawnPortrait({ style, format, size }: Look): Promise<Raster> {
  const { width, height } = cropFrame(style, format, null);
  const { foot, light } = styleDrawings[style];
  const draw = () =>
    rasterOf(createElement(DrawnPortrait, { size, width, height, foot, light }), style, { width, height });
  return kept(`portrait ${style} ${format} ${size}`, draw);
}
