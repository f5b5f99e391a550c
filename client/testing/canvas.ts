import { vi } from 'vitest';

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
