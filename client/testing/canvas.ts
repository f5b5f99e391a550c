import { vi } from 'vitest';

/** Returns the address of a photo of upright bands in these colors. */
export function photoOf(colors: readonly string[], width = 60, height = 40): string {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  for (const [index, color] of colors.entries()) {
    if (context) context.fillStyle = color;
    context?.fillRect((index * width) / colors.length, 0, width, height);
  }
  return canvas.toDataURL();
}

/** A photo that is much wider than its frames, so that these show one of its colors. */
export const threeColors = () => photoOf(['#ff0000', '#00ff00', '#0000ff'], 1200, 300);

/** Returns a photo as a file of the device. */
export async function photoFile(): Promise<File> {
  const canvas = new OffscreenCanvas(40, 30);
  canvas.getContext('2d')?.fillRect(0, 0, 40, 30);
  return new File([await canvas.convertToBlob()], 'day.png', { type: 'image/png' });
}

/** Returns red, green and blue in the upper half of a painted card, where its photo is. */
export function photoColor(canvas: Element): number[] {
  const copy = new OffscreenCanvas(100, 100).getContext('2d');
  copy?.drawImage(canvas as HTMLCanvasElement, 0, 0, 100, 100);
  return [...(copy?.getImageData(50, 35, 1, 1).data ?? [])].slice(0, 3);
}

/** Changes each byte that is read from a canvas, as browsers do that resist fingerprinting; `vi.restoreAllMocks` ends it. */
export function spoilCanvas(spoil: (value: number, index: number) => number = (_, index) => (index * 97) % 256) {
  const { getImageData } = CanvasRenderingContext2D.prototype;
  vi.spyOn(CanvasRenderingContext2D.prototype, 'getImageData').mockImplementation(function (
    this: CanvasRenderingContext2D,
    ...box
  ) {
    const read = getImageData.apply(this, box);
    for (const [index, value] of read.data.entries()) read.data[index] = spoil(value, index);
    return read;
  });
}
