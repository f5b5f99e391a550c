import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { setDrawn } from '../testing/drawn.ts';
import { DogPhoto } from './dog-photo.tsx';

// The tests look at pixels.
setDrawn(true);

/** A blue photo of so many pixels, with a red dot at a point in percent. */
function photoOf(width: number, height: number, x: number, y: number): string {
  const dot = `<circle cx="${(width * x) / 100}" cy="${(height * y) / 100}" r="9" fill="red"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="blue"/>${dot}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Where the middle of the red is in each of these boxes, in pixels from its corner. */
async function redIn(boxes: DOMRect[]): Promise<{ x: number; y: number }[]> {
  const base64 = await page.screenshot({ save: false });
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return boxes.map(({ left, top, width, height }) => {
    const { data } = context.getImageData(left, top, width, height);
    const found: [number, number][] = [];
    for (let at = 0; at < data.length; at += 4) {
      if (data[at]! > 200 && data[at + 2]! < 60 && data[at + 1]! < 60) {
        found.push([(at / 4) % width, Math.floor(at / 4 / width)]);
      }
    }
    const middle = (axis: 0 | 1) => found.reduce((sum, place) => sum + place[axis], 0) / found.length;
    return { x: middle(0), y: middle(1) };
  });
}

/** How far the face is from the middle of the box where the photo allows for the middle, and otherwise from where it must be. */
function expectedAt(photo: number, box: number, percent: number): number {
  const face = (photo * percent) / 100;
  return face + Math.min(0, Math.max(box - photo, box / 2 - face));
}

const luna = { name: 'Luna', size: 'giant' } as const;

// Boxes of the product: the circle, a third of the hero, a wide card, the album of a dog's page.
const boxes = [
  [160, 160],
  [120, 280],
  [320, 110],
  [240, 300],
] as const;

test.for([
  [320, 240, 20, 45],
  [320, 240, 96, 45],
  [240, 320, 50, 10],
  [240, 320, 55, 88],
  [600, 200, 70, 50],
] as const)(
  'In a photo of %i × %i the face at %i, %i is as near to the middle as the photo allows. @10.58',
  async ([width, height, x, y]) => {
    const { container } = await render(
      <div
        style={{ position: 'fixed', inset: 0, background: 'white', zIndex: 9, display: 'flex', alignItems: 'start' }}
      >
        {boxes.map(([boxWidth, boxHeight]) => (
          <div key={boxWidth} style={{ width: boxWidth, height: boxHeight, flex: 'none' }}>
            <DogPhoto
              dog={{ ...luna, photoFocus: { x, y } }}
              photo={photoOf(width, height, x, y)}
              alt="Luna"
              className="block size-full"
            />
          </div>
        ))}
      </div>,
    );
    const photos = [...container.querySelectorAll('img')];
    await Promise.all(photos.map((photo) => photo.decode()));
    const reds = await redIn(photos.map((photo) => photo.getBoundingClientRect()));
    expect(reds).toHaveLength(boxes.length);
    for (const [index, [boxWidth, boxHeight]] of boxes.entries()) {
      const red = reds[index]!;
      const scale = Math.max(boxWidth / width, boxHeight / height);
      const box = `${boxWidth} × ${boxHeight}`;
      expect([box, Math.abs(red.x - expectedAt(width * scale, boxWidth, x)) < 3]).toEqual([box, true]);
      expect([box, Math.abs(red.y - expectedAt(height * scale, boxHeight, y)) < 3]).toEqual([box, true]);
    }
  },
);

test('Where the owner has not said, the upper half of the photo is kept, where faces are; under bunting its very top.', async () => {
  const photo = { dog: luna, photo: photoOf(100, 200, 50, 20), alt: 'Luna', className: 'block size-20' };
  const { container, rerender } = await render(<DogPhoto {...photo} />);
  const position = () => getComputedStyle(container.querySelector('img')!).objectPosition;
  expect(position()).toBe('50% 15%');
  await rerender(<DogPhoto {...photo} isCelebrating />);
  expect(position()).toBe('50% 0%');
});

test('A focused photo has the shape of its frame.', async () => {
  const dog = { ...luna, photoFocus: { x: 10, y: 10 } };
  const { container } = await render(
    <DogPhoto dog={dog} photo={photoOf(100, 200, 10, 10)} alt="" className="block size-20 rounded-full border-2" />,
  );
  const frame = container.firstElementChild!;
  expect(frame.getBoundingClientRect()).toMatchObject({ width: 80, height: 80 });
  expect(container.querySelector('img')!.getBoundingClientRect()).toMatchObject({ width: 76, height: 76 });
  expect(getComputedStyle(frame)).toMatchObject({ overflow: 'hidden' });
});
