/**
 * Whether a file holds the picture and nothing else: no EXIF, no comments, no embedded previews, nothing behind its end.
 * It knows what belongs to a plain picture and takes everything else for something that might tell on its owner.
 */
export function isBarePicture(bytes: Buffer, type: PictureType): boolean {
  try {
    return walkers[type](bytes);
  } catch (error) {
    // Reading beyond the end: the file is not what it says.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

const walkers: Readonly<Record<PictureType, (bytes: Buffer) => boolean>> = {
  'image/jpeg': isBareJpeg,
  'image/png': isBarePng,
  'image/webp': isBareWebp,
};

const startOfScan = 0xda;
const endOfImage = 0xd9;

function isBareJpeg(bytes: Buffer): boolean {
  let position = 2;
  for (;;) {
    if (bytes.readUInt8(position) !== 0xff) return false;
    const marker = bytes.readUInt8(position + 1);
    if (marker === endOfImage) return position + 2 === bytes.length;
    const length = bytes.readUInt16BE(position + 2);
    if (!isPlainSegment(marker, bytes.subarray(position + 4, position + 2 + length))) return false;
    position += 2 + length;
    if (marker === startOfScan) position = endOfScan(bytes, position);
  }
}

function isPlainSegment(marker: number, content: Buffer): boolean {
  const starts = (text: string) => content.subarray(0, text.length).toString('latin1') === text;
  switch (marker) {
    case 0xe0:
      // Fourteen bytes: without the thumbnail that may follow.
      return starts('JFIF\0') && content.length === 14;
    case 0xe2:
      return starts('ICC_PROFILE\0');
    case 0xee:
      // Twelve bytes: how the colours are kept, and nothing after it.
      return starts('Adobe') && content.length === 12;
    case 0xdb: // quantization tables
    case 0xdd: // restart interval
    case startOfScan:
      return true;
    default:
      // Frames, Huffman tables and arithmetic conditioning.
      return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8;
  }
}

/** The next marker behind the compressed data, in which 0xff is followed by 0 or is a restart marker. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let position = bytes.indexOf(0xff, start); position >= 0; position = bytes.indexOf(0xff, position + 2)) {
    const next = bytes.readUInt8(position + 1);
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return position;
  }
  return bytes.length;
}

const pngChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs']);

function isBarePng(bytes: Buffer): boolean {
  let position = 8;
  for (;;) {
    const length = bytes.readUInt32BE(position);
    const chunk = bytes.toString('latin1', position + 4, position + 8);
    position += 12 + length;
    if (chunk === 'IEND') return length === 0 && position === bytes.length;
    if (!pngChunks.has(chunk)) return false;
  }
}

const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP']);

function isBareWebp(bytes: Buffer): boolean {
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  let position = 12;
  while (position < bytes.length) {
    if (!webpChunks.has(bytes.toString('latin1', position, position + 4))) return false;
    const length = bytes.readUInt32LE(position + 4);
    position += 8 + length + (length % 2);
  }
  return position === bytes.length;
}
