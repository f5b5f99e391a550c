type Size = { width: number; height: number };

/** The shorter side of a panorama keeps this many pixels, as in `prepare-photo.ts`, so that a part of it can fill a frame. */
const shorterSide = 800;
const panoramaSide = 8192;

/** A photo with a shorter side of fewer pixels is seen to be blurry, on a card or at the head of a page. */
const sharpSide = 300;

export function isBlurry({ width, height }: Size): boolean {
  return Math.min(width, height) < sharpSide;
}

/** The size within a longest side, which a panorama may exceed. A small picture stays as it is. */
export function fittedSize({ width, height }: Size, longestSide: number): Size {
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)];
  const side = Math.max(longestSide, Math.min(panoramaSide, (shorterSide * longer) / shorter));
  const scale = Math.min(1, side / longer);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
