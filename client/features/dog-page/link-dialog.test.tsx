import jsQR from 'jsqr';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { dogLinkStart } from '../../../addresses/addresses.ts';
import { linkedDogOf } from '../../../domain/dogs/linked-dog.ts';
import { date } from '../../../domain/testing/dates.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { offerShareSheet } from '../../testing/browser.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { answerRequests } from '../../testing/pretend-network.ts';
import { rex } from '../../testing/sample-dogs.ts';
import { LinkCode, LinkDialog, linkInCode } from './link-dialog.tsx';

const origin = 'https://wagday.example';
const today = date('2026-06-15');

/** 20 mm at 300 dots per inch. */
const printed = 236;

/** The code of a link in the pixels of a scanner. */
async function scanned(link: string) {
  const screen = await render(<LinkCode link={link} label="Code" />);
  const svg = screen.getByRole('img', { name: 'Code' }).element();
  const modules = Number(svg.getAttribute('viewBox')?.split(' ').at(-1));
  const image = new Image(printed, printed);
  const markup = new XMLSerializer()
    .serializeToString(svg)
    .replace('<svg', `<svg width="${printed}" height="${printed}"`);
  image.src = `data:image/svg+xml,${encodeURIComponent(markup)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: printed, height: printed });
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(image, 0, 0);
  await screen.unmount();
  const read = () => jsQR(context.getImageData(0, 0, printed, printed).data, printed, printed)?.data;
  return { context, modules, read };
}

const names = [
  'Rex',
  'Wilhelmina Constantinopolitana von und zu Schnauzerhausen II',
  'ביסקוויט',
  '🐶🎂',
  '<script>alert(1)</script>',
  'Rex & Bo + #1 = 100%?',
];

test.for(names)('The code of %s is read back from 20 mm of paper. @10.371', async (name) => {
  const link = linkInCode({ ...rex, name, gotchaDate: date('2020-09-01') }, origin);
  const { read } = await scanned(link);
  expect(read()).toBe(link);
});

test.for([
  ['white', 0.5, 0.5],
  ['black', 0.5, 0.5],
  ['white', 0.55, 0.75],
  ['black', 0.62, 0.4],
  ['gray', 0.7, 0.62],
] as const)(
  'The code is read back with a %s spot on 15 percent of it, at %f and %f. @10.371',
  async ([color, across, down]) => {
    const link = linkInCode({ ...rex, gotchaDate: date('2020-09-01') }, origin);
    const { context, modules, read } = await scanned(link);
    const module = printed / modules;
    const side = printed - 8 * module;
    const spoilt = Math.sqrt(0.15) * side;
    context.fillStyle = color;
    context.fillRect(4 * module + across * side - spoilt / 2, 4 * module + down * side - spoilt / 2, spoilt, spoilt);
    expect(read()).toBe(link);
  },
);

test('A code leaves out the breed, and then the name, where they would make it too fine. @10.371', () => {
  const breed = 'Xoloitzcuintle é '.repeat(4).trim();
  const fieldsOf = (dog: Dog) => [...new URLSearchParams(linkInCode(dog, origin).split('?')[1]).keys()];
  expect(fieldsOf({ ...rex, breed })).toEqual(['born', 'size', 'name', 'breed']);
  expect(fieldsOf({ ...rex, breed, name: `Zoë ${'W'.repeat(56)}`, gotchaDate: today })).toEqual([
    'born',
    'size',
    'name',
    'gotcha',
  ]);
  expect(fieldsOf({ ...rex, breed, name: '🐶'.repeat(60), gotchaDate: today })).toEqual(['born', 'size', 'gotcha']);
  expect(linkInCode({ ...rex, breed, name: '🐶'.repeat(60) }, origin).length).toBeLessThanOrEqual(241);
});

/** Opens the dialog, and answers with what the form of a new dog reads out of the link that is copied. */
async function open(dog: Dog) {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const screen = await render(<LinkDialog dog={dog} onClose={vi.fn()} />);
  const copied = async () => {
    await screen.getByRole('button', { name: 'Copy Link' }).click();
    await expect.element(screen.getByText('Copied to clipboard!')).toBeVisible();
    const link = writeText.mock.lastCall?.[0] ?? '';
    return { link, dog: linkedDogOf(new URLSearchParams(link.split(dogLinkStart)[1]), today) };
  };
  return { screen, copied };
}

test.for(names)('The link of %s fills in all that it tells, and nothing is sent for it. @10.372', async (name) => {
  const requests = answerRequests(() => Response.error());
  const { copied } = await open({ ...rex, name, gotchaDate: date('2020-09-01') });
  const { link, dog } = await copied();
  expect(link.startsWith(`${window.location.origin}/#dog?`)).toBe(true);
  expect(dog).toEqual({ name, birthDate: '2020-06-20', size: 'giant', breed: 'Great Dane', gotchaDate: '2020-09-01' });
  expect(link).not.toMatch(/cake|vacuum/);
  expect(requests).toEqual([]);
});

test('The link and the code of a guessed birthday say that it is one. @10.340 @10.371', async () => {
  const { copied } = await open({ ...rex, birthPrecision: 'guess' });
  const { link, dog } = await copied();
  expect(link).toContain('#dog?born=2020-06-20&sure=guess&size=giant');
  expect(dog).toMatchObject({ birthDate: '2020-06-20', birthPrecision: 'guess' });
  const widest = { ...rex, birthPrecision: 'guess' as const, name: '🐶'.repeat(60), gotchaDate: today };
  expect(linkInCode(widest, origin)).toBe(`${origin}/#dog?born=2020-06-20&sure=guess&size=giant&gotcha=${today}`);
});

test.for([
  [{ gotchaDate: date('2020-09-01') }, 'It tells name, birthday, size, breed, and gotcha day.'],
  [{ gotchaDate: null }, 'It tells name, birthday, size, and breed.'],
  [{ gotchaDate: null, breed: null }, 'It tells name, birthday, and size.'],
] as const)('Of what the dog has, %j, the dialog names what its link tells. @10.372', async ([has, said]) => {
  const { screen } = await open({ ...rex, ...has });
  await expect.element(screen.getByText(said)).toBeVisible();
});

test('One press opens the share sheet with the link, another prints. @10.372 @10.373', async () => {
  const share = offerShareSheet();
  const print = vi.spyOn(window, 'print').mockReturnValue();
  const { screen } = await open({ ...rex, breed: null });
  await screen.getByRole('button', { name: 'Share Link' }).click();
  const text = `${window.location.origin}/#dog?born=2020-06-20&size=giant&name=Rex`;
  await expect.poll(() => share.mock.lastCall).toEqual([{ title: 'A Link for Rex', text }]);
  await screen.getByRole('button', { name: 'Print Twelve to Cut' }).click();
  expect(print).toHaveBeenCalledOnce();
});

test.for([320, 1280])(
  'With the longest name nothing of the dialog is cut off in a window %i wide. @10.372',
  async (width) => {
    await page.viewport(width, 700);
    const { screen } = await open({ ...rex, name: 'W'.repeat(60) });
    const dialog = screen.getByRole('dialog');
    await expect.element(dialog).toBeVisible();
    expect(contentOutside(dialog.element())).toEqual([]);
    for (const button of dialog.getByRole('button').elements())
      expect((button as HTMLElement).offsetHeight).toBeGreaterThanOrEqual(44);
  },
);
