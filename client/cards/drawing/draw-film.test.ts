import { expect, test } from 'vitest';
import { date } from '../../../domain/testing/dates.ts';
import { photoOf } from '../../testing/canvas.ts';
import { filmLength } from '../film.ts';
import { type Film, filmSize, loadFilm } from './draw-film.ts';
import { nightPalette, palette } from './palette.ts';

function dayOf(photoUrl: string, humanYears = 15): Film['days'][number] {
  const seal = { figure: String(humanYears), bottom: 'human years' };
  const words = { day: date('2026-06-15'), date: 'June 15, 2026', text: '', occasion: '1st birthday', line: null };
  return { photoUrl, photoFocus: null, seal, humanYears, ...words };
}

const card = { headline: 'Biscuit', lines: [], seal: { figure: '2' }, size: 'small' } as const;
const film: Film = {
  opening: { kicker: 'A year of', ...card, lines: ['2026'] },
  ending: { kicker: '', ...card, headline: "Biscuit's year", lines: [], isSendOff: true },
  photoUrl: photoOf(['#00ff00']),
  photoFocus: null,
  days: [dayOf(photoOf(['#0000ff'])), dayOf(photoOf(['#ff0000']), 44)],
  isQuiet: false,
};

/** Draws a frame. Returns how to read its pixels. */
async function framesOf(shown: Film) {
  const draw = await loadFilm(shown);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, filmSize);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  return (seconds: number) => {
    draw(context, seconds);
    const pixels = (x: number, y: number, width: number, height: number) =>
      context.getImageData(x, y, width, height).data.join();
    return { pixels, color: (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3) };
  };
}

const hex = (color: number[]) => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
const blue = [0, 0, 255];
const red = [255, 0, 0];
const last = filmLength(2) - 0.01;

test('A film begins with the dog, shows each day in turn, and ends with the dog and its number. @10.364', async () => {
  const frameAt = await framesOf(film);
  expect(frameAt(0).color(540, 700)).toEqual([0, 255, 0]);
  expect(frameAt(3.5).color(540, 700)).toEqual(blue);
  expect(frameAt(6.5).color(540, 700)).toEqual(red);
  expect(frameAt(last).color(540, 700)).toEqual([0, 255, 0]);
  // Where the first card has its panel, the last has the ground of the dog's size.
  expect(hex(frameAt(last).color(20, 1850))).not.toBe(palette['--color-paper']);
});

test.for([false, true])('A film signs off in large; that it is of a dog in memory is %s. @10.364', async (isQuiet) => {
  const large = await framesOf({ ...film, isQuiet });
  const small = await framesOf({ ...film, isQuiet, ending: { ...film.ending, isSendOff: false } });
  // Left and right of the small signature.
  for (const x of [400, 600])
    expect(large(last).pixels(x, 1700, 80, 100)).not.toBe(small(last).pixels(x, 1700, 80, 100));
  expect(large(0).pixels(0, 0, 1080, 1920)).toBe(small(0).pixels(0, 0, 1080, 1920));
});

test('The same time is the same frame, in whatever order frames are drawn. @10.364', async () => {
  const frameAt = await framesOf(film);
  const times = [0.4, 2, 3, 4.7, 6, 7.5, last];
  const forwards = times.map((seconds) => frameAt(seconds).pixels(500, 0, 80, 1920));
  const backwards = times.toReversed().map((seconds) => frameAt(seconds).pixels(500, 0, 80, 1920));
  expect(backwards.toReversed().map((pixels, index) => pixels === forwards[index])).toEqual(times.map(() => true));
  expect(new Set(forwards).size).toBe(times.length);
});

test('The number counts up while a photo comes, and then stays. @10.364', async () => {
  const frameAt = await framesOf(film);
  const number = (seconds: number) => frameAt(seconds).pixels(340, 1200, 400, 100);
  expect(number(4.8)).not.toBe(number(5));
  expect(number(6.6)).toBe(number(7.2));
});

test('Only the number that stays is "almost" it. @10.364', async () => {
  const [first, second] = [film.days[0]!, film.days[1]!];
  const almost = { ...second, seal: { ...second.seal, top: 'almost' } };
  const [plain, rounded] = [await framesOf(film), await framesOf({ ...film, days: [first, almost] })];
  const strip = (frameAt: typeof plain, seconds: number) => frameAt(seconds).pixels(200, 1130, 240, 130);
  expect(strip(rounded, 4.8)).toBe(strip(plain, 4.8));
  expect(strip(rounded, 6.6)).not.toBe(strip(plain, 6.6));
});

test('The film of a dog in memory is by lamplight, and its photos stay where they are. @10.365', async () => {
  const frameAt = await framesOf({ ...film, isQuiet: true });
  expect(hex(frameAt(3.5).color(20, 1850))).toBe(nightPalette['--color-on-lamp']);
  // Of the photo that comes each part is seen at once: it fades in over the one before.
  const [corner, centre] = [frameAt(4.75).color(200, 400), frameAt(4.75).color(540, 700)];
  expect(corner).toEqual(centre);
  expect([corner[0]! > 20, corner[2]! > 20]).toEqual([true, true]);
});

test('A photo that does not load is the drawn dog. @10.364', async () => {
  const photoUrl = '/no-photo.webp';
  const frameAt = await framesOf({ ...film, photoUrl, days: [dayOf(photoUrl), film.days[1]!] });
  expect(hex(frameAt(3.5).color(160, 420))).toBe(palette['--art-ground-small']);
  // The dog leaves room above it.
  const above = frameAt(3.5).pixels(440, 440, 200, 100);
  expect(new Set(above.match(/\d+,\d+,\d+,255/g)).size).toBe(1);
  expect(frameAt(6.5).color(540, 700)).toEqual(red);
});
