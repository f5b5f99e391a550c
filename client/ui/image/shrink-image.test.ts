import { expect, test, vi } from 'vitest';
import { spoilCanvas } from '../../testing/canvas.ts';
import type { ImageProblem } from './image-problem.ts';
import { fileMaxBytes, shrinkImage } from './shrink-image.ts';

type Paint = (context: CanvasRenderingContext2D, width: number, height: number) => void;

async function picture(type: string, width: number, height: number, paint: Paint): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
  paint(context, width, height);
  return canvas.convertToBlob({ type, quality: 0.95 });
}

/** Red above, blue below. */
function paintHalves(context: CanvasRenderingContext2D, width: number, height: number) {
  context.fillStyle = 'rgb(255 0 0)';
  context.fillRect(0, 0, width, height / 2);
  context.fillStyle = 'rgb(0 0 255)';
  context.fillRect(0, height / 2, width, height / 2);
}

const place = 'GPS 52.2297N 21.0122E';

/** A JPEG with an EXIF block that turns it and names a place. */
async function photoWithExif(orientation: number, width: number, height: number): Promise<File> {
  const jpeg = new Uint8Array(await (await picture('image/jpeg', width, height, paintHalves)).arrayBuffer());
  const text = new TextEncoder().encode(`${place}\0`);
  const exif = new Uint8Array(10 + 8 + 2 + 24 + 4 + text.length);
  const view = new DataView(exif.buffer);
  view.setUint16(0, 0xffe1);
  view.setUint16(2, exif.length - 2);
  exif.set(new TextEncoder().encode('Exif\0\0'), 4);
  const tiff = 10;
  exif.set(new TextEncoder().encode('MM\0*'), tiff);
  view.setUint32(tiff + 4, 8);
  view.setUint16(tiff + 8, 2);
  // Tag, type, count, value: the description (text, stored behind), then the orientation (a short).
  view.setUint16(tiff + 10, 0x010e);
  view.setUint16(tiff + 12, 2);
  view.setUint32(tiff + 14, text.length);
  view.setUint32(tiff + 18, 38);
  view.setUint16(tiff + 22, 0x0112);
  view.setUint16(tiff + 24, 3);
  view.setUint32(tiff + 26, 1);
  view.setUint16(tiff + 30, orientation);
  view.setUint32(tiff + 34, 0);
  exif.set(text, tiff + 38);
  return new File([jpeg.slice(0, 2), exif, jpeg.slice(2)], 'IMG_0001.JPG', { type: 'image/jpeg' });
}

async function read(photo: Blob) {
  const bitmap = await createImageBitmap(photo);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  const colourAt = (x: number, y: number) => {
    const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data;
    if (red > 200 && green > 200 && blue > 200) return 'white';
    return red > 150 && blue < 100 ? 'red' : blue > 150 && red < 100 ? 'blue' : `${red} ${green} ${blue}`;
  };
  return { width: bitmap.width, height: bitmap.height, colourAt };
}

async function problemOf(file: File, isDrawnAnew = true): Promise<ImageProblem | undefined> {
  return shrinkImage(file, isDrawnAnew).then(
    () => undefined,
    (error) => error.problem,
  );
}

test('A large photo becomes WebP with a longest side of 1600 pixels, in its own shape.', async () => {
  const photo = await shrinkImage(await photoWithExif(1, 4000, 3000));
  expect(photo.type).toBe('image/webp');
  const { width, height, colourAt } = await read(photo);
  expect([width, height]).toEqual([1600, 1200]);
  expect([colourAt(800, 100), colourAt(800, 1100)]).toEqual(['red', 'blue']);
});

test('A photo that the phone turned is upright, and its shape with it.', async () => {
  const { width, height, colourAt } = await read(await shrinkImage(await photoWithExif(6, 2400, 1200)));
  expect([width, height]).toEqual([800, 1600]);
  // Turned a quarter to the right, what was above is on the right.
  expect([colourAt(700, 800), colourAt(100, 800)]).toEqual(['red', 'blue']);

  const upsideDown = await read(await shrinkImage(await photoWithExif(3, 400, 300)));
  expect([upsideDown.width, upsideDown.height]).toEqual([400, 300]);
  expect([upsideDown.colourAt(200, 20), upsideDown.colourAt(200, 280)]).toEqual(['blue', 'red']);
});

test('What the camera noted does not go with the photo.', async () => {
  const file = await photoWithExif(6, 800, 600);
  expect(await file.text()).toContain(place);
  const bytes = await (await shrinkImage(file)).text();
  expect(bytes).not.toContain(place);
  expect(bytes).not.toContain('Exif');
});

test('A small picture keeps its size, and what is see-through stays so.', async () => {
  const blob = await picture('image/png', 40, 30, (context) => context.fillRect(0, 0, 20, 30));
  const photo = await shrinkImage(new File([blob], 'rex.png', { type: 'image/png' }));
  const bitmap = await createImageBitmap(photo);
  expect([bitmap.width, bitmap.height]).toEqual([40, 30]);
  const context = new OffscreenCanvas(40, 30).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  expect(context.getImageData(35, 15, 1, 1).data[3]).toBe(0);
});

test('Where the browser writes no WebP, the photo is a JPEG on white.', async () => {
  const toBlob = HTMLCanvasElement.prototype.toBlob;
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done,
    type,
    quality,
  ) {
    toBlob.call(this, done, type === 'image/webp' ? 'image/png' : type, quality);
  });
  const blob = await picture('image/png', 40, 30, () => undefined);
  const photo = await shrinkImage(new File([blob], 'rex.png', { type: 'image/png' }));
  expect(photo.type).toBe('image/jpeg');
  expect((await read(photo)).colourAt(20, 15)).toBe('white');
});

test('Where the browser resists fingerprinting a photo stays as it is, if the server draws it anew and would take it. @10.59', async () => {
  spoilCanvas();
  const file = await photoWithExif(6, 800, 600);
  expect(await shrinkImage(file)).toBe(file);
  // Where nobody draws it anew it still tells its place.
  expect(await problemOf(file, false)).toBe('canvas guarded');
  const large = new File([file, new Uint8Array(5 * 1024 * 1024)], 'large.jpg', { type: 'image/jpeg' });
  expect(await problemOf(large)).toBe('canvas guarded, file unfit');
});

test('Pixels that a browser changes a little are no reason to leave a photo as it is.', async () => {
  spoilCanvas((value) => value ^ 1);
  expect((await shrinkImage(await photoWithExif(1, 400, 300))).type).toBe('image/webp');
});

test('A photo of 40 megapixels is made small while the page goes on.', async () => {
  const file = new File([await picture('image/jpeg', 8000, 5000, paintHalves)], 'huge.jpg', { type: 'image/jpeg' });
  let frames = 0;
  let isDone = false;
  const count = () => {
    frames += 1;
    if (!isDone) requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  const photo = await shrinkImage(file);
  isDone = true;
  const { width, height } = await read(photo);
  expect([width, height]).toEqual([1600, 1000]);
  expect(frames).toBeGreaterThan(2);
});

/** The first bytes of a photo of an iPhone. */
const heic = '\0\0\0\x24ftypheic\0\0\0\0mif1MiHBheic';

const refused: [text: string, file: File, problem: ImageProblem][] = [
  ['a text', new File(['woof'], 'woof.txt', { type: 'text/plain' }), 'not an image'],
  ['a film', new File(['woof'], 'woof.mp4', { type: 'video/mp4' }), 'not an image'],
  ['a page that calls itself a photo', new File(['<html>'], 'woof.jpg', { type: 'image/jpeg' }), 'not readable'],
  ['an empty file', new File([], 'woof.png', { type: 'image/png' }), 'not readable'],
  ['a HEIC photo that has no type', new File([heic], 'IMG_1.HEIC', { type: '' }), 'HEIC not readable'],
  ['a HEIC photo', new File([heic], 'IMG_1.heic', { type: 'image/heic' }), 'HEIC not readable'],
  ['a HEIC photo that is called a JPEG', new File([heic], 'IMG_1.jpg', { type: 'image/jpeg' }), 'HEIC not readable'],
  ['a negative of a camera', new File(['II*\0\b\0\0\0'], 'a.dng', { type: 'image/x-adobe-dng' }), 'other kind'],
  [
    'a drawing in SVG',
    new File(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'], 'a.svg', { type: 'image/svg+xml' }),
    'other kind',
  ],
];

test.for(refused)('%s is refused. @10.60', async ([, file, problem]) => {
  expect(await problemOf(file)).toBe(problem);
});

test('A photo is taken by what it is, whatever it is called. @10.60', async () => {
  const jpeg = await photoWithExif(1, 400, 300);
  for (const file of [new File([jpeg], 'IMG_1'), new File([jpeg], 'IMG_1.txt', { type: 'text/plain' })]) {
    expect((await read(await shrinkImage(file))).width).toBe(400);
  }
});

test('Of a panorama the shorter side is kept, so that a part of it can fill a frame. @10.60', async () => {
  const sizeOf = async (width: number, height: number) => {
    const photo = await read(await shrinkImage(await photoWithExif(1, width, height)));
    return [photo.width, photo.height];
  };
  expect(await sizeOf(8000, 700)).toEqual([8000, 700]);
  expect(await sizeOf(1600, 6400)).toEqual([800, 3200]);
  expect(await sizeOf(12_000, 400)).toEqual([8192, 273]);
});

test('A photo that was cut off on its way is refused.', async () => {
  const whole = await picture('image/jpeg', 800, 600, (context, width, height) => {
    for (let x = 0; x < width; x += 4) {
      context.fillStyle = `hsl(${x} 80% 50%)`;
      context.fillRect(x, 0, 4, height);
    }
  });
  const file = new File([whole.slice(0, whole.size / 2)], 'cut.jpg', { type: 'image/jpeg' });
  expect(await problemOf(file)).toBe('not readable');
});

test('A file beyond 60 MB is not even read.', async () => {
  const file = new File(['woof'], 'woof.jpg', { type: 'image/jpeg' });
  Object.defineProperty(file, 'size', { value: fileMaxBytes + 1 });
  expect(await problemOf(file)).toBe('too large');
});
