/** Four colors that differ in every channel. */
const colors = [
  [230, 20, 120],
  [20, 210, 40],
  [60, 100, 240],
  [250, 240, 10],
] as const;

/** What browsers may change in each channel to tell nobody apart, and nobody sees: Brave and private windows of Firefox do. */
const tolerance = 8;

/**
 * Whether the browser gives other pixels than those that were drawn on a canvas. Browsers that resist fingerprinting return stripes or
 * white, also as files. Asked anew each time, because owners may allow it meanwhile.
 */
export function isCanvasGuarded(): boolean {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 2, height: 2 });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  // Then nothing is drawn at all.
  if (!context) return false;
  for (const [index, color] of colors.entries()) {
    context.fillStyle = `rgb(${color.join(' ')})`;
    context.fillRect(index % 2, Math.floor(index / 2), 1, 1);
  }
  const { data } = context.getImageData(0, 0, 2, 2);
  return colors.flat().some((value, index) => {
    const read = data[Math.floor(index / 3) * 4 + (index % 3)] ?? 0;
    return Math.abs(read - value) > tolerance;
  });
}
