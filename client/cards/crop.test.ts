import { expect, test } from 'vitest';
import { type CardFormat, cardFormats, cardStyles } from './card.ts';
import { type CardCrop, coverCrop, cropFrame, largestZoom, movedCrop, startCrop } from './crop.ts';

const square = { width: 100, height: 100 };
const centred: CardCrop = { x: 0.5, y: 0.5, zoom: 1 };

test('A wide photo loses both sides alike.', () => {
  expect(coverCrop({ width: 400, height: 200 }, square, centred)).toEqual({ x: 100, y: 0, width: 200, height: 200 });
});

test('Where the owner has not said, a tall photo keeps more of its top, where faces are.', () => {
  const photo = { width: 200, height: 400 };
  const frame = { x: 0, y: 0, ...square, shape: 'rectangle', aim: { x: 0.5, y: 0.5 } } as const;
  const crop = coverCrop(photo, square, startCrop(photo, frame, null));
  expect(crop).toMatchObject({ x: 0, width: 200, height: 200 });
  expect(crop.y).toBeGreaterThan(0);
  expect(crop.y).toBeLessThan(100);
});

test('A face beside the middle is brought to the aim of the frame by enlarging the photo, within limits.', () => {
  const photo = { width: 400, height: 400 };
  const frame = { x: 0, y: 0, ...square, shape: 'rectangle', aim: { x: 0.5, y: 0.5 } } as const;
  expect(startCrop(photo, frame, { x: 40, y: 50 })).toEqual({ x: 0.4, y: 0.5, zoom: 1.25 });
  expect(startCrop(photo, frame, { x: 50, y: 50 }).zoom).toBe(1);
  expect(startCrop(photo, frame, { x: 0, y: 50 }).zoom).toBe(1.3);
});

test('A photo smaller than its box is shown whole where the shapes agree.', () => {
  expect(coverCrop({ width: 20, height: 20 }, square, centred)).toEqual({ x: 0, y: 0, width: 20, height: 20 });
});

test('A zoomed photo shows the part around the chosen point.', () => {
  expect(coverCrop({ width: 400, height: 400 }, square, { x: 0.25, y: 0.75, zoom: 4 })).toEqual({
    x: 50,
    y: 250,
    width: 100,
    height: 100,
  });
});

test('A photo follows the finger by as many pixels.', () => {
  const [photo, box] = [
    { width: 800, height: 400 },
    { width: 200, height: 200 },
  ];
  // The photo is drawn at half its size, so 10 pixels of the box are 20 of the photo.
  expect(coverCrop(photo, box, movedCrop(centred, 10, 0, 1, photo, box)).x).toBeCloseTo(180);
});

test('A drag beyond the edge stops there, and a drag back moves at once. @10.100', () => {
  const photo = { width: 200, height: 100 };
  const far = movedCrop(centred, 10_000, 0, 1, photo, square);
  expect(coverCrop(photo, square, far).x).toBe(0);
  expect(coverCrop(photo, square, movedCrop(far, -10, 0, 1, photo, square)).x).toBeCloseTo(10);
  // A crop may lie beyond what a photo can show; the first drag begins at what is seen.
  const first = movedCrop({ x: 0.5, y: 0, zoom: 1 }, 0, -1, 1, { width: 100, height: 110 }, square);
  expect(coverCrop({ width: 100, height: 110 }, square, first).y).toBeCloseTo(1);
});

/** Numbers from 0 to 1 that look random and are the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('Whatever is dragged and zoomed, the photo covers its whole frame, undistorted. @10.100', () => {
  const next = numbersFrom(11);
  const sizeUpTo = (most: number) => ({ width: 1 + Math.floor(next() * most), height: 1 + Math.floor(next() * most) });
  for (let round = 0; round < 2_000; round += 1) {
    const [photo, box] = [sizeUpTo(4_000), sizeUpTo(2_000)];
    let crop: CardCrop = { x: next() * 3 - 1, y: next() * 3 - 1, zoom: next() * 8 };
    for (let step = 0; step < 3; step += 1) {
      crop = movedCrop(crop, (next() - 0.5) * 4_000, (next() - 0.5) * 4_000, next() * 3, photo, box);
      const { x, y, width, height } = coverCrop(photo, box, crop);
      expect(x).toBeGreaterThanOrEqual(-1e-6);
      expect(y).toBeGreaterThanOrEqual(-1e-6);
      expect(x + width).toBeLessThanOrEqual(photo.width + 1e-6);
      expect(y + height).toBeLessThanOrEqual(photo.height + 1e-6);
      expect(width / height / (box.width / box.height)).toBeCloseTo(1);
      expect(crop.zoom).toBeGreaterThanOrEqual(1);
      expect(crop.zoom).toBeLessThanOrEqual(largestZoom);
    }
  }
});

test('A zoom keeps the middle of the frame where it is, as far as the photo reaches.', () => {
  const photo = { width: 300, height: 300 };
  expect(movedCrop(centred, 0, 0, 2, photo, square)).toEqual({ x: 0.5, y: 0.5, zoom: 2 });
  // Out again at the edge: the photo would not cover its frame, so it moves.
  const corner = movedCrop({ x: 0, y: 0, zoom: 3 }, 0, 0, 1 / 3, photo, square);
  expect(corner).toEqual({ x: 0.5, y: 0.5, zoom: 1 });
});

test('A broken gesture shows the middle.', () => {
  const photo = { width: 200, height: 100 };
  const { x, y, zoom } = movedCrop(centred, Number.NaN, 0, Number.NaN, photo, square);
  for (const number of [x, y, zoom]) expect(Number.isFinite(number)).toBe(true);
});

const formats = Object.keys(cardFormats) as CardFormat[];

test('On every card a face is in its frame, where it is best seen or as near to that as the photo reaches. @10.106', () => {
  const next = numbersFrom(23);
  const shapes = [
    { width: 1600, height: 1200 },
    { width: 1200, height: 1600 },
    { width: 1600, height: 500 },
    { width: 700, height: 1600 },
    { width: 900, height: 900 },
  ];
  for (const style of cardStyles) {
    for (const format of formats) {
      for (const photo of shapes) {
        const frame = cropFrame(style, format, photo);
        for (let round = 0; round < 40; round += 1) {
          const focus = { x: Math.round(next() * 100), y: Math.round(next() * 100) };
          const crop = startCrop(photo, frame, focus);
          const part = coverCrop(photo, frame, crop);
          // As fractions of the frame.
          const face = {
            x: ((focus.x / 100) * photo.width - part.x) / part.width,
            y: ((focus.y / 100) * photo.height - part.y) / part.height,
          };
          const told = JSON.stringify({ style, format, photo, focus, crop, face });
          for (const [axis, start, length, all] of [
            ['x', part.x, part.width, photo.width],
            ['y', part.y, part.height, photo.height],
          ] as const) {
            expect(face[axis], told).toBeGreaterThanOrEqual(-1e-9);
            expect(face[axis], told).toBeLessThanOrEqual(1 + 1e-9);
            const away = face[axis] - frame.aim[axis];
            // Nearer would leave a gap at this edge of the photo.
            if (away < -1e-6) expect(start, told).toBeCloseTo(0, 6);
            if (away > 1e-6) expect(start + length, told).toBeCloseTo(all, 6);
          }
        }
      }
    }
  }
});

test('On a wallpaper no photo is where a phone writes the time, but behind the edge of the awning. @10.370', () => {
  for (const style of cardStyles) {
    expect(cropFrame(style, 'wallpaper', null).y).toBeGreaterThan(0.25 * cardFormats.wallpaper.height);
  }
});

test('A face at the foot of a photo is lifted by a little zoom, and by no more than a little. @10.106', () => {
  const photo = { width: 1600, height: 1200 };
  const frame = cropFrame('cover', 'post', photo);
  const zoomFor = (y: number) => startCrop(photo, frame, { x: 50, y }).zoom;
  expect(zoomFor(40)).toBe(1);
  expect(zoomFor(65)).toBeGreaterThan(1.2);
  expect(zoomFor(95)).toBe(1.4);
});
