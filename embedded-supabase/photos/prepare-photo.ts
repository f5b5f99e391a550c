import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { invalidRequest, StorageError, tooLarge, unsupportedType } from './photo-store.ts';

/** Higher than today's phones need, and far lower than a decompression bomb needs. */
const pixelLimit = 50_000_000;
/** The largest unpacked picture in bytes: 50 megapixels with four channels of one byte. */
const unpackedMaxBytes = 200_000_000;
/** Encoders write about ten scans into a progressive JPEG. */
const scanLimit = 100;
// A stranger's bytes reach only the decoders of these three types, and none of them are cached.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.cache(false);

/** Encoders by type. sharp drops metadata, and converts to the colours of the web. */
const encoders = {
  'image/jpeg': (picture: Sharp, quality: number) => picture.jpeg({ quality }),
  'image/png': (picture: Sharp) => picture.png(),
  'image/webp': (picture: Sharp, quality: number) => picture.webp({ quality }),
};

/** The largest size of a picture, and the qualities to try until its file fits its bucket. */
export type PictureShape = { readonly width: number; readonly height: number; readonly qualities: readonly number[] };

/** Sharp on any screen, light on a page of twenty photos. */
const longestSide = 2560;
/** The shorter side of a panorama keeps this many pixels, so that a part of it can fill a frame. */
const shorterSide = 800;
const panoramaSide = 8192;

/** The shape of photos, unless a bucket has another. */
function photoShape({ width, height }: { width: number; height: number }): PictureShape {
  const panorama = Math.min(panoramaSide, Math.ceil((shorterSide * Math.max(width, height)) / Math.min(width, height)));
  const side = Math.max(longestSide, panorama);
  return { width: side, height: side, qualities: [88] };
}

/** What a bucket allows. Without a shape, pictures are as large as photos. */
export type PictureLimits = {
  readonly types: readonly string[] | null;
  readonly maxBytes: number;
  readonly shape?: PictureShape | undefined;
};

type PictureType = keyof typeof encoders;

export type PreparedPhoto = { readonly type: PictureType; readonly bytes: Buffer };

/**
 * Redraws a picture of an allowed type, whatever its name: upright, not too large, and with nothing but its pixels (no place,
 * camera, comments or previews). A stranger's bytes must go through `createPhotoDecoder`, because only there does a time limit
 * end this.
 * @throws {StorageError} 400, 413 or 415 with the reason
 */
export async function preparePhoto(
  original: Buffer,
  { types, maxBytes, shape }: PictureLimits,
): Promise<PreparedPhoto> {
  if (original.length === 0) throw invalidRequest('No content provided');
  const type = await detectType(original);
  if (types && !types.includes(type)) throw unsupportedType(type);
  if (type === 'image/jpeg' && countScans(original) > scanLimit) {
    throw invalidRequest(`The picture has more than ${scanLimit} scans`);
  }
  try {
    const picture = sharp(original, { failOn: 'error', limitInputPixels: pixelLimit, autoOrient: true });
    const metadata = await picture.metadata();
    if (unpackedBytes(metadata) > unpackedMaxBytes) {
      throw tooLarge('The picture takes more than 200 MB once it is unpacked');
    }
    const { width, height, qualities } = shape ?? photoShape(metadata);
    const fitted = picture.resize({ width, height, fit: 'inside', withoutEnlargement: true });
    for (const quality of qualities) {
      const bytes = await encoders[type](fitted.clone(), quality).toBuffer();
      if (bytes.length <= maxBytes) return { type, bytes };
    }
    throw tooLarge('The picture exceeds the maximum allowed size once it is drawn');
  } catch (error) {
    if (error instanceof StorageError || !(error instanceof Error)) throw error;
    if (/pixel limit/i.test(error.message)) throw tooLarge('The picture has more than 50 megapixels');
    throw invalidRequest('The picture is damaged or incomplete');
  }
}

/** Returns the memory of a whole picture in a decoder: two bytes a coefficient of a progressive JPEG, four channels for WebP. */
function unpackedBytes({ width, height, channels, depth, format, isProgressive }: Metadata): number {
  const bytesPerSample = depth === 'ushort' || (format === 'jpeg' && isProgressive) ? 2 : 1;
  return width * height * (format === 'webp' ? 4 : channels) * bytesPerSample;
}

async function detectType(bytes: Buffer): Promise<PictureType> {
  const mime = (await fileTypeFromBuffer(bytes.subarray(0, 4100)))?.mime ?? 'application/octet-stream';
  if (mime === 'image/jpeg' || mime === 'image/png' || mime === 'image/webp') return mime;
  throw unsupportedType(mime);
}

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;

/**
 * Counts the scans of a JPEG without decoding it. A decoder passes over the whole picture for each of them, however little they
 * hold. The file is read as decoders read it, so that no scan can hide: segments are skipped by their length, and within
 * compressed data 0xff is followed by 0 or by the number of a restart.
 */
export function countScans(jpeg: Buffer): number {
  let scans = 0;
  let position = jpeg.indexOf(0xff);
  while (position >= 0 && position + 1 < jpeg.length) {
    const marker = jpeg.readUInt8(position + 1);
    if (marker === endOfImage) return scans;
    if (marker === startOfScan) scans += 1;
    // The other markers have no length. A byte of 0xff may be repeated in front of a marker.
    const hasLength = marker >= 0xc0 && marker < 0xff && !(marker >= 0xd0 && marker <= startOfImage);
    if (hasLength && position + 4 > jpeg.length) return scans;
    const length = hasLength ? 2 + jpeg.readUInt16BE(position + 2) : marker === 0xff ? 1 : 2;
    position = jpeg.indexOf(0xff, position + length);
  }
  return scans;
}
