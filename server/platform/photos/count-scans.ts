const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;

/**
 * How many scans a JPEG has, without decoding it. A decoder goes over the whole picture again for each of them, however
 * little they hold. The file is read as decoders read it, so that no scan can hide: segments are passed over by their
 * length, and within compressed data 0xff is followed by 0 or by the number of a restart.
 */
export function countScans(jpeg: Buffer): number {
  let scans = 0;
  let position = jpeg.indexOf(0xff);
  while (position >= 0 && position + 1 < jpeg.length) {
    const marker = jpeg.readUInt8(position + 1);
    if (marker === endOfImage) return scans;
    if (marker === startOfScan) scans += 1;
    // The others stand alone. A byte of 0xff may be repeated in front of a marker.
    const hasLength = marker >= 0xc0 && marker < 0xff && !(marker >= 0xd0 && marker <= startOfImage);
    if (hasLength && position + 4 > jpeg.length) return scans;
    const length = hasLength ? 2 + jpeg.readUInt16BE(position + 2) : marker === 0xff ? 1 : 2;
    position = jpeg.indexOf(0xff, position + length);
  }
  return scans;
}
