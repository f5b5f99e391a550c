import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { isBarePicture, type PictureType } from './bare-picture.ts';
import { invalidRequest, StorageError, tooLarge, unsupportedType } from './storage-error.ts';

/** Above what today's phones take as one picture; a bomb unpacks to far more. */
const pixelLimit = 50_000_000;
/** Pixels of the longer side that are kept: sharp on any screen, light on a page of twenty dogs. */
const longestSide = 2560;
/** Seconds that one picture may take. */
const patience = 30;

// The decoders for these three types are the only ones that a stranger's bytes can reach, and nothing is kept of them.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.cache(false);

/** bytes: what to store instead of what came, or null when that can stay as it is. */
export type PreparedPhoto = { readonly type: PictureType; readonly bytes: Buffer | null };

/**
 * Proves by decoding the whole of it that a file is a picture of an allowed type, whatever it is called. A picture that
 * carries anything beside its pixels (place, camera, comments, previews), lies on its side or is very large is drawn
 * anew; a plain one stays as it is, byte for byte.
 * @throws {StorageError} 400, 413 or 415 with the reason
 */
export async function preparePhoto(
  original: Buffer,
  allowedTypes: readonly string[] | null,
  maxBytes: number,
): Promise<PreparedPhoto> {
  if (original.length === 0) throw invalidRequest('No content provided');
  const type = await detectType(original);
  if (allowedTypes && !allowedTypes.includes(type)) throw unsupportedType(type);
  try {
    const picture = () => sharp(original, { failOn: 'error', limitInputPixels: pixelLimit, autoOrient: true });
    const { width, height } = await picture().metadata();
    if (isBarePicture(original, type) && Math.max(width, height) <= longestSide) {
      await picture().timeout({ seconds: patience }).stats();
      return { type, bytes: null };
    }
    const bytes = await encode(picture(), type).timeout({ seconds: patience }).toBuffer();
    if (bytes.length > maxBytes) throw tooLarge();
    return { type, bytes };
  } catch (error) {
    if (error instanceof StorageError || !(error instanceof Error)) throw error;
    if (/pixel limit/i.test(error.message)) {
      throw new StorageError(413, 'EntityTooLarge', 'The picture has more than 50 megapixels', 'Payload too large');
    }
    throw invalidRequest('The picture is damaged or incomplete');
  }
}

async function detectType(bytes: Buffer): Promise<PictureType> {
  const mime = (await fileTypeFromBuffer(bytes.subarray(0, 4100)))?.mime ?? 'application/octet-stream';
  if (mime === 'image/jpeg' || mime === 'image/png' || mime === 'image/webp') return mime;
  throw unsupportedType(mime);
}

/** Without metadata, which sharp leaves out unless told otherwise, and in the colours of the web. */
function encode(picture: Sharp, type: PictureType): Sharp {
  const fitted = picture.resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true });
  switch (type) {
    case 'image/jpeg':
      return fitted.jpeg({ quality: 88 });
    case 'image/png':
      return fitted.png();
    case 'image/webp':
      return fitted.webp({ quality: 88 });
  }
}
