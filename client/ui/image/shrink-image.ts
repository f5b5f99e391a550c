import { fittedSize, isBlurry } from './fitted-size.ts';
import { isCanvasGuarded } from './guarded-canvas.ts';
import { type ImageProblem, type ImageType, imageProblemOf, imageTypeOf } from './image-problem.ts';

/** The longest side of a photo that is kept, in pixels, unless it is a panorama. */
const longestSide = 1600;

/** The largest file that is read, in bytes. */
export const fileMaxBytes = 60 * 1024 * 1024;

/** The largest file that the server draws anew, as in `04-photos.sql`, and the largest picture, as in `prepare-photo.ts`. */
const serverMaxBytes = 5 * 1024 * 1024;
const serverMaxPixels = 50_000_000;
const serverTypes: readonly (ImageType | null)[] = ['image/jpeg', 'image/png', 'image/webp'];

/** The largest picture that is decoded, in pixels: about 400 MB of memory for a moment. */
const maxPixels = 110_000_000;

const quality = 0.85;

export class ImageError extends Error {
  override readonly name = 'ImageError';
  readonly problem: ImageProblem;

  constructor(problem: ImageProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

type Size = { width: number; height: number };

/** Whether a photo is too small to be sharp. */
export async function isSmallPhoto(photo: Blob): Promise<boolean> {
  const bitmap = await createImageBitmap(photo);
  const isSmall = isBlurry(bitmap);
  bitmap.close();
  return isSmall;
}

/** The upright size of a picture, read from its first bytes without decoding it. */
function sizeOf(file: File, unreadable: () => ImageError): Promise<Size> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  const size = new Promise<Size>((resolve, reject) => {
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => reject(unreadable());
  });
  image.src = url;
  return size.finally(() => URL.revokeObjectURL(url));
}

function encode(canvas: HTMLCanvasElement, type: 'image/webp' | 'image/jpeg'): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}

/** Encodes a canvas as WebP, or as JPEG. Checks the type of the result, because a browser without WebP returns a PNG. */
async function encodeSmall(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const webp = await encode(canvas, 'image/webp');
  if (webp?.type === 'image/webp') return webp;
  const context = canvas.getContext('2d');
  if (!context) return null;
  // JPEG has no transparency. Without a background, transparent parts would be black.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return encode(canvas, 'image/jpeg');
}

/** The file as it is, where the server draws it anew. @throws ImageError */
function original(file: File, type: ImageType | null, { width, height }: Size, isDrawnAnew: boolean): Blob {
  if (!isDrawnAnew) throw new ImageError('canvas guarded');
  const isFit = serverTypes.includes(type) && file.size <= serverMaxBytes && width * height <= serverMaxPixels;
  if (!type || !isFit) throw new ImageError('canvas guarded, file unfit');
  return file.type === type ? file : new Blob([file], { type });
}

/**
 * Makes a photo of a file: upright, its longest side at most 1600 pixels, as WebP, or as JPEG where the browser cannot write
 * WebP. Drawing it anew removes the metadata of the camera (place, time, device). Where the browser does not give
 * the pixels of a canvas, the file goes up as it is, provided that the server draws it anew.
 * @throws ImageError
 */
export async function shrinkImage(file: File, isDrawnAnew = true): Promise<Blob> {
  const type = await imageTypeOf(file);
  const unreadable = (cause?: unknown) => new ImageError(imageProblemOf(file, type), { cause });
  if (unreadable().problem === 'not an image') throw unreadable();
  if (file.size > fileMaxBytes) throw new ImageError('too large');
  const size = await sizeOf(file, unreadable);
  if (size.width === 0 || size.height === 0) throw unreadable();
  if (size.width * size.height > maxPixels) throw new ImageError('too large');

  if (isCanvasGuarded()) return original(file, type, size, isDrawnAnew);

  const { width, height } = fittedSize(size, longestSide);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  // The browser decodes and shrinks off the main thread, so that a large photo does not block the page.
  const bitmap = await createImageBitmap(file, {
    imageOrientation: 'from-image',
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  }).catch((error: unknown) => {
    throw unreadable(error);
  });
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const photo = await encodeSmall(canvas);
  if (!photo) throw unreadable();
  return photo;
}
