import { afterEach, expect, test, vi } from 'vitest';
import { dogSizes } from '../../../domain/dogs/size.ts';
import { photoOf } from '../../testing/canvas.ts';
import { emulateColorScheme } from '../../testing/media.ts';
import { type CardContent, type CardFormat, cardFormats, cardStyles } from '../card.ts';
import { coverCrop, cropFrame, startCrop } from '../crop.ts';
import { type CardOptions, drawCard, paintCard } from './draw-card.ts';
import { nightPalette, palette } from './palette.ts';

const content: CardContent = {
  kicker: 'Happy birthday,',
  headline: 'Biscuit',
  lines: ['Monday, June 15, 2026', 'Dog Park'],
  wish: 'Every walk is better with you.',
  seal: { figure: '44', bottom: 'human years' },
  size: 'small',
};

const formats = Object.keys(cardFormats) as CardFormat[];
const looks = cardStyles.flatMap((style) => formats.map((format) => ({ style, format, photo: null })));

afterEach(async () => {
  await emulateColorScheme('light');
});

/** Paints the card and answers with the colors on its canvas; the file that is made of it is another matter. */
async function paintedColors(shown: CardContent, look: CardOptions) {
  const canvas = document.createElement('canvas');
  // The first context decides: without it, each color would be fetched from where the drawing is.
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  await paintCard(canvas, shown, look);
  const { width, height } = canvas;
  expect({ width, height }).toMatchObject(cardFormats[look.format]);
  return (x: number, y: number) => [...context.getImageData(Math.round(x), Math.round(y), 1, 1).data].slice(0, 3);
}

/** Paints the card and answers with a digest of its pixels. */
async function pixelsOf(shown: CardContent, look: CardOptions) {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  await paintCard(canvas, shown, look);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return new Uint8Array(await crypto.subtle.digest('SHA-1', data)).join();
}

const [blue, red] = [
  [0, 0, 255],
  [255, 0, 0],
];

/** A photo of upright bands in these colors. */
async function bandsOf(width: number, height: number, colors = ['#0000ff']) {
  const photo = new Image();
  photo.src = photoOf(colors, width, height);
  await photo.decode();
  return photo;
}

const blueShapes = await Promise.all([bandsOf(300, 400), bandsOf(900, 200), bandsOf(7, 5)]);
const [uprightBlue] = blueShapes;

test.for(formats)('A card as a %s is a PNG of its size. @10.98', async (format) => {
  const picture = await drawCard(content, { style: 'table', format, photo: null });
  expect(picture.type).toBe('image/png');
  const { width, height } = await createImageBitmap(picture);
  expect({ width, height }).toMatchObject(cardFormats[format]);
});

test.for(looks)(
  'On a $style as a $format the photo fills its frame, whatever its shape. @10.98 @10.99',
  async ({ style, format }) => {
    for (const photo of blueShapes) {
      const { x, y, width, height } = cropFrame(style, format, photo);
      const colorAt = await paintedColors(content, { style, format, photo });
      for (const [across, down] of [
        [0.5, 0.3],
        [0.25, 0.36],
        [0.75, 0.36],
      ] as const) {
        expect([across, colorAt(x + width * across, y + height * down)]).toEqual([across, blue]);
      }
    }
  },
);

test('On the table the photo is upright, takes three fifths of a post, and nothing covers its corners. @10.99', async () => {
  const { x, y, width, height } = cropFrame('table', 'post', null);
  expect(height).toBeGreaterThan(width);
  expect(height).toBeGreaterThanOrEqual(0.6 * cardFormats.post.height);
  const colorAt = await paintedColors(content, { style: 'table', format: 'post', photo: uprightBlue });
  for (const cornerX of [x + 26, x + width - 26]) {
    for (const cornerY of [y + 26, y + height - 26]) {
      expect([cornerX, cornerY, colorAt(cornerX, cornerY)]).toEqual([cornerX, cornerY, blue]);
    }
  }
});

test.for(cardStyles)('On a %s a crop moves what is seen. @10.100', async (style) => {
  const photo = await bandsOf(800, 400, ['#0000ff', '#ff0000']);
  const { x, y, width, height } = cropFrame(style, 'post', photo);
  const seen = async (cropX: number) => {
    const crop = { x: cropX, y: 0.5, zoom: 3 };
    const colorAt = await paintedColors(content, { style, format: 'post', photo, crop });
    return colorAt(x + width / 2, y + height * 0.36);
  };
  expect(await seen(0.25)).toEqual(blue);
  expect(await seen(0.75)).toEqual(red);
});

/** A blue photo with a red head, and its middle as the focus. `size`: the height of the head, as a part of the photo's. */
async function headOn(width: number, height: number, focus: { x: number; y: number }, size: number) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#0000ff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#ff0000';
  context.beginPath();
  context.arc((width * focus.x) / 100, (height * focus.y) / 100, (height * size) / 2, 0, 2 * Math.PI);
  context.fill();
  const photo = new Image();
  photo.src = canvas.toDataURL();
  await photo.decode();
  return { photo, focus, size };
}

const heads = await Promise.all([
  headOn(1200, 1600, { x: 52, y: 31 }, 0.34),
  headOn(1200, 1600, { x: 40, y: 50 }, 0.3),
  headOn(1200, 900, { x: 34, y: 46 }, 0.42),
  headOn(1200, 900, { x: 75, y: 55 }, 0.4),
]);

test.for(looks)(
  'On a $style as a $format neither words nor shade lie on the face. @10.106',
  async ({ style, format }) => {
    const wordy = { ...content, headline: 'Wilhelmina Constantinopolitana von und zu Schnauzerhausen II' };
    for (const { photo, focus, size } of heads) {
      const frame = cropFrame(style, format, photo);
      const part = coverCrop(photo, frame, startCrop(photo, frame, focus));
      const scale = frame.height / part.height;
      const x = frame.x + ((focus.x / 100) * photo.width - part.x) * scale;
      const y = frame.y + ((focus.y / 100) * photo.height - part.y) * scale;
      const colorAt = await paintedColors(wordy, { style, format, photo, focus });
      // The eyes, the nose and the mouth, which is at four fifths of the head.
      const radius = (size / 2) * photo.height * scale;
      for (const [dx, dy] of [
        [0, 0],
        [-0.4, -0.2],
        [0.4, -0.2],
        [0, 0.6],
        [-0.2, 0.6],
        [0.2, 0.6],
      ] as const) {
        expect([focus, dx, dy, colorAt(x + dx * radius, y + dy * radius)]).toEqual([focus, dx, dy, red]);
      }
    }
  },
);

test('No two styles look alike. @10.98', async () => {
  const pictures = await Promise.all(
    cardStyles.map((style) => pixelsOf(content, { style, format: 'post', photo: uprightBlue })),
  );
  expect(new Set(pictures).size).toBe(cardStyles.length);
});

test.for(cardStyles)('On a %s without a photo each size has a drawing of its own. @10.101', async (style) => {
  const pictures = await Promise.all(
    dogSizes.map((size) => pixelsOf({ ...content, size }, { style, format: 'preview', photo: null })),
  );
  expect(new Set(pictures).size).toBe(dogSizes.length);
});

test.for(cardStyles)('A %s looks the same on a page by night. @10.104', async (style) => {
  const draw = () => pixelsOf(content, { style, format: 'post', photo: null });
  await emulateColorScheme('light');
  const byDay = await draw();
  await emulateColorScheme('dark');
  expect(await draw()).toBe(byDay);
});

test.for([
  ['light', palette],
  ['dark', nightPalette],
] as const)("The palette of cards is the page's palette when it is %s.", async ([theme, colors]) => {
  await emulateColorScheme(theme);
  const probe = document.body.appendChild(document.createElement('span'));
  const onPage = (color: string) => {
    probe.style.color = color;
    return getComputedStyle(probe).color;
  };
  for (const [name, color] of Object.entries(colors)) {
    expect([name, onPage(`var(${name})`)]).toEqual([name, onPage(color)]);
  }
  probe.remove();
});

test('A change of words draws no scene anew. @10.105', async () => {
  const look = { style: 'lamplight', format: 'post', photo: null } as const;
  const canvas = document.createElement('canvas');
  await paintCard(canvas, content, look);
  const drawn = vi.spyOn(URL, 'createObjectURL');
  await paintCard(canvas, { ...content, wish: 'More cheese.' }, look);
  expect(drawn).not.toHaveBeenCalled();
  // A scene that was never asked for is drawn.
  await paintCard(canvas, { ...content, size: 'giant' }, look);
  expect(drawn).toHaveBeenCalled();
});

test('A picture without a size is a failure, and the next card is drawn.', async () => {
  const look = { style: 'table', format: 'story', photo: null } as const;
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('Not today.'));
  await expect(drawCard({ ...content, size: 'medium' }, look)).rejects.toThrow('Not today.');
  vi.restoreAllMocks();
  expect((await drawCard({ ...content, size: 'medium' }, look)).type).toBe('image/png');
});

test('A browser that offers no canvas, or makes no picture of it, is a failure.', async () => {
  const look = { style: 'table', format: 'post', photo: null } as const;
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null));
  await expect(drawCard(content, look)).rejects.toThrow('no picture');
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  await expect(drawCard(content, look)).rejects.toThrow('no canvas');
});
