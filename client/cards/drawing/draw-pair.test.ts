import { expect, test } from 'vitest';
import { photoOf } from '../../testing/canvas.ts';
import { type CardContent, cardFormats, type PairedDay } from '../card.ts';
import { paintPair } from './draw-pair.ts';
import { nightPalette, palette } from './palette.ts';

/** A day whose photo has one color. */
function dayOf(color: string, figure = '15'): PairedDay {
  const seal = { figure, bottom: 'human years' };
  return { photoUrl: photoOf([color]), photoFocus: null, date: 'June 15, 2026', seal };
}

const content: CardContent = {
  kicker: 'Then and now:',
  headline: 'Biscuit',
  lines: ['5 years of tail wags'],
  seal: { figure: '' },
  size: 'small',
};

async function painted(pair: [PairedDay, PairedDay], style: 'table' | 'lamplight', format: 'post' | 'story') {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  await paintPair(canvas, content, pair, style, format);
  const pixelsOf = (x: number, y: number, width: number, height: number) =>
    context.getImageData(x, y, width, height).data;
  return { canvas, pixelsOf, colorAt: (x: number, y: number) => [...pixelsOf(x, y, 1, 1)].slice(0, 3) };
}

const looks = (['table', 'lamplight'] as const).flatMap((style) =>
  (['post', 'story'] as const).map((format) => ({ style, format })),
);

test.each(looks)(
  'The earlier photo is on the left of the $style $format, the later on the right. @10.360',
  async ({ style, format }) => {
    const { canvas, colorAt } = await painted([dayOf('#0000ff'), dayOf('#ff0000')], style, format);
    expect({ width: canvas.width, height: canvas.height }).toEqual(cardFormats[format]);
    const middle = format === 'post' ? 580 : 850;
    expect(colorAt(284, middle)).toEqual([0, 0, 255]);
    expect(colorAt(796, middle)).toEqual([255, 0, 0]);
    expect(colorAt(540, middle)).not.toEqual([0, 0, 255]);
  },
);

test('Each photo has its own number. @10.360', async () => {
  const numberOn = async (x: number, earlier: string, later: string) => {
    const { pixelsOf } = await painted([dayOf('#0000ff', earlier), dayOf('#0000ff', later)], 'table', 'post');
    return pixelsOf(x - 60, 820, 120, 120).join();
  };
  expect(await numberOn(284, '15', '44')).toBe(await numberOn(284, '15', '45'));
  expect(await numberOn(284, '15', '44')).not.toBe(await numberOn(284, '16', '44'));
  expect(await numberOn(796, '15', '44')).not.toBe(await numberOn(796, '15', '45'));
});

test.each(looks)(
  'On the $style $format a photo that does not load is the drawn dog. @10.360',
  async ({ style, format }) => {
    const missing = { ...dayOf('#0000ff'), photoUrl: '/no-photo.webp' };
    const { colorAt } = await painted([missing, dayOf('#ff0000')], style, format);
    const ground = style === 'table' ? palette['--art-ground-small'] : nightPalette['--art-ground-small'];
    const [red, green, blue] = colorAt(100, format === 'post' ? 420 : 640);
    expect(`#${[red, green, blue].map((part) => part!.toString(16).padStart(2, '0')).join('')}`).toBe(ground);
    expect(colorAt(796, format === 'post' ? 580 : 850)).toEqual([255, 0, 0]);
  },
);

test('Of a wide photo whose face nobody has marked the part with the sharp dog is shown. @10.360', async () => {
  const fur = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? '#ff0000' : '#ffff00'));
  const photoUrl = photoOf([...fur, ...Array.from({ length: 16 }, () => '#0000ff')], 1200, 900);
  const { colorAt } = await painted([{ ...dayOf(''), photoUrl }, dayOf('#0000ff')], 'table', 'post');
  expect(colorAt(284, 580)[0]).toBe(255);
});
