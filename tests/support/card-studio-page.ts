/// <reference lib="dom" />
import '../../client/styles/fonts.css';
import '../../client/styles/font-fallback.css';
import type { CardContent, CardFormat, CardStyle } from '../../client/cards/card.ts';
import type { CardCrop } from '../../client/cards/crop.ts';
import { paintCard, pictureOf } from '../../client/cards/drawing/draw-card.ts';
import { loadPicture } from '../../client/cards/drawing/picture.ts';
import type { PhotoFocus } from '../../domain/dogs/photo-focus.ts';
import type { DogPhoto } from './dog-photos.ts';

export type CardRequest = {
  content: CardContent;
  style: CardStyle;
  format: CardFormat;
  photo: DogPhoto | null;
  focus?: PhotoFocus | null;
  crop?: CardCrop;
};

const photos = new Map<DogPhoto, Promise<HTMLImageElement>>();

function photoOf(kind: DogPhoto): Promise<HTMLImageElement> {
  const photo = photos.get(kind) ?? loadPicture(`/${kind}.webp`);
  photos.set(kind, photo);
  return photo;
}

const canvas = document.body.appendChild(document.createElement('canvas'));

function flex(flexDirection: 'row' | 'column', gap: number): HTMLElement {
  const box = document.createElement('div');
  Object.assign(box.style, { display: 'flex', flexDirection, gap: `${gap}px` });
  return box;
}

/** A copy of a card in another size. */
async function drawn(
  request: CardRequest,
  scaleOf: (size: { width: number; height: number }) => number,
): Promise<HTMLCanvasElement> {
  await studio.paint(request);
  const scale = scaleOf(canvas);
  const copy = document.createElement('canvas');
  Object.assign(copy, { width: Math.round(canvas.width * scale), height: Math.round(canvas.height * scale) });
  const context = copy.getContext('2d');
  if (context) context.imageSmoothingQuality = 'high';
  context?.drawImage(canvas, 0, 0, copy.width, copy.height);
  return copy;
}

const studio = {
  /** Paints a card on the canvas of the page. */
  async paint({ content, style, format, photo, focus, crop }: CardRequest) {
    const picture = photo && (await photoOf(photo));
    await paintCard(canvas, content, { style, format, photo: picture, focus: focus ?? null, ...(crop && { crop }) });
  },
  /** Returns how long a change takes to show, until it is painted and a frame is shown, in milliseconds. */
  async timeOf(request: CardRequest): Promise<number> {
    const start = performance.now();
    await studio.paint(request);
    // Reads a pixel to force drawing that the browser has deferred.
    canvas.getContext('2d')?.getImageData(0, 0, 1, 1);
    return performance.now() - start;
  },
  /** Returns how long the file of the painted card takes, in milliseconds. */
  async timeOfFile(): Promise<number> {
    const start = performance.now();
    await pictureOf(canvas);
    return performance.now() - start;
  },
  /** Puts one card on the page, beside rows of smaller ones with the same total height. */
  async paintSheet(large: CardRequest, rows: readonly (readonly CardRequest[])[], largeWidth: number) {
    const gap = 12;
    const sheet = flex('row', gap);
    const first = sheet.appendChild(await drawn(large, (size) => largeWidth / size.width));
    const height = Math.floor((first.height - gap * (rows.length - 1)) / rows.length);
    const column = sheet.appendChild(flex('column', gap));
    for (const row of rows) {
      const line = column.appendChild(flex('row', gap));
      for (const request of row) line.append(await drawn(request, (size) => height / size.height));
    }
    const page = document.createElement('main');
    Object.assign(page.style, { width: 'max-content', padding: `${gap}px` });
    page.append(sheet);
    document.body.replaceChildren(page);
    document.body.style.margin = '0';
  },
};

declare global {
  interface Window {
    /** The functions that a test or a benchmark calls in the page. */
    studio: typeof studio;
  }
}

window.studio = studio;
