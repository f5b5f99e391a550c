import { afterEach, expect, test, vi } from 'vitest';
import { dogSizes } from '../../../domain/size.ts';
import { type CardContent, drawCard } from './draw-card.ts';
import { type Box, wordsMargin, wordsTopOf } from './layout.ts';
import { palette } from './palette.ts';

const content: CardContent = {
  kicker: 'Happy birthday,',
  headline: 'Biscuit',
  lines: ['June 15, 2026', 'Dog Park'],
  seal: { figure: '44', bottom: 'human years' },
  size: 'small',
};

afterEach(() => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset.theme;
});

async function pixelsOf(picture: Blob) {
  const bitmap = await createImageBitmap(picture);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  const colorAt = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data.slice(0, 3)];
  /** Counts the pixels of a part that are not of the colour in its upper left corner. */
  const inkIn = ({ x, y, width, height }: Box) => {
    const { data } = context.getImageData(x, y, width, height);
    let ink = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] !== data[0] || data[at + 1] !== data[1] || data[at + 2] !== data[2]) ink += 1;
    }
    return ink;
  };
  return { width: bitmap.width, height: bitmap.height, colorAt, inkIn };
}

async function bytesOf(picture: Blob) {
  return new Uint8Array(await picture.arrayBuffer()).join();
}

async function bluePhoto() {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 300, height: 200 });
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#0000ff';
  context.fillRect(0, 0, 300, 200);
  const photo = new Image();
  photo.src = canvas.toDataURL();
  await photo.decode();
  return photo;
}

test.for([
  ['post', 1350],
  ['story', 1920],
] as const)('A %s is a PNG of 1080 × %i pixels.', async ([format, height]) => {
  const picture = await drawCard(content, { format, photo: null });
  expect(picture.type).toBe('image/png');
  expect(await pixelsOf(picture)).toMatchObject({ width: 1080, height });
});

test('A photo fills the frame.', async () => {
  const { colorAt } = await pixelsOf(await drawCard(content, { format: 'post', photo: await bluePhoto() }));
  expect(colorAt(540, 700)).toEqual([0, 0, 255]);
});

test('Without a photo each size has a drawing of its own.', async () => {
  const pictures = await Promise.all(
    dogSizes.map(async (size) => bytesOf(await drawCard({ ...content, size }, { format: 'post', photo: null }))),
  );
  expect(new Set(pictures).size).toBe(dogSizes.length);
});

test('A card looks the same by night.', async () => {
  const draw = async () => bytesOf(await drawCard(content, { format: 'post', photo: null }));
  document.documentElement.dataset.theme = 'light';
  const byDay = await draw();
  document.documentElement.dataset.theme = 'dark';
  expect(await draw()).toBe(byDay);
});

test("The palette of cards is the page's palette by day.", () => {
  document.documentElement.dataset.theme = 'light';
  const probe = document.body.appendChild(document.createElement('span'));
  const onPage = (color: string) => {
    probe.style.color = color;
    return getComputedStyle(probe).color;
  };
  for (const [name, color] of Object.entries(palette)) {
    expect([name, onPage(`var(${name})`)]).toEqual([name, onPage(color)]);
  }
  probe.remove();
});

/** The area of a headline: below the small line, as wide as text may be. Nothing else is drawn there. */
const headline: Box = { x: wordsMargin, y: wordsTopOf('story') + 80, width: 1080 - 2 * wordsMargin, height: 90 };

test.for([
  ['one word', 'W'.repeat(60)],
  ['many words', 'Wilhelmina Constantinopolitana von und zu Schnauzerhausen II'],
  // A machine without an emoji font draws nothing for them.
  ['words and emoji', 'Rex 🐶 '.repeat(9)],
  ['Hebrew', 'ביסקוויט הגדול והחכם מכולם'],
] as const)('A headline of %s is drawn in its place.', async ([, text]) => {
  const { inkIn } = await pixelsOf(await drawCard({ ...content, headline: text }, { format: 'story', photo: null }));
  // Letters cover at least a twentieth of the area.
  expect(inkIn(headline)).toBeGreaterThan((headline.width * headline.height) / 20);
});

test('Without a headline its place stays free, and the rest is drawn.', async () => {
  const { inkIn } = await pixelsOf(await drawCard({ ...content, headline: '' }, { format: 'story', photo: null }));
  expect(inkIn(headline)).toBe(0);
  expect(inkIn({ x: 0, y: 1370, width: 1080, height: 550 })).toBeGreaterThan(0);
});

test('A browser that offers no canvas is a failure.', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  await expect(drawCard(content, { format: 'post', photo: null })).rejects.toThrow('no canvas');
});

test('A canvas that gives no picture is a failure.', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null));
  await expect(drawCard(content, { format: 'post', photo: null })).rejects.toThrow('no picture');
});

test('An isolated name from right to left leaves the sentence in its order.', async () => {
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText').mockImplementation(function (
    this: CanvasRenderingContext2D,
    text,
  ) {
    directions.set(text, this.direction);
  });
  const directions = new Map<string, string>();
  const draw = (headline: string) => drawCard({ ...content, headline }, { format: 'post', photo: null });
  await draw("\u2068لونا\u2069's Day");
  await draw('يوم لونا');
  expect(drawn).toHaveBeenCalled();
  expect(directions.get("\u2068لونا\u2069's Day")).toBe('ltr');
  expect(directions.get('يوم لونا')).toBe('rtl');
});
