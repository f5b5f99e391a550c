import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { canvasGuarded } from '../copy/photo-problems.ts';
import { spoilCanvas } from '../testing/canvas.ts';
import { emulateReducedMotion, emulateSteadyFrames } from '../testing/media.ts';
import type { CardContent } from './card.ts';
import { useCardPicture } from './use-card-picture.ts';

const content: CardContent = {
  kicker: 'Happy birthday,',
  headline: 'Biscuit',
  lines: ['Monday, June 15, 2026'],
  seal: { figure: '44', bottom: 'human years' },
  size: 'small',
};

function Preview({
  wish,
  countsFrom,
  onFailure = () => {},
}: {
  wish: string;
  countsFrom?: number;
  onFailure?: Parameters<typeof useCardPicture>[0]['onFailure'];
}) {
  const card = useCardPicture({
    content: { ...content, wish },
    style: 'number',
    photo: null,
    fileName: 'card.png',
    countsFrom,
    onFailure,
  });
  return (
    <div>
      <canvas ref={card.canvas} aria-label="Card" />
      <output>{card.file?.name ?? 'no file yet'}</output>
      <button type="button" onClick={card.retry}>
        Draw Again
      </button>
    </div>
  );
}

test('A number counts up to its own, and only that is in the file.', async () => {
  await emulateReducedMotion('no-preference');
  emulateSteadyFrames();
  const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const numbers = () => [...new Set(written.mock.calls.map(([text]) => text).filter((text) => /^\d+$/.test(text)))];
  const screen = await render(<Preview wish="" countsFrom={40} />);
  await expect.poll(numbers).toContain('41');
  await expect.element(screen.getByText('no file yet')).toBeVisible();
  await expect.element(screen.getByText('card.png')).toBeVisible();
  expect(numbers()).toEqual(['40', '41', '42', '43', '44']);
});

test('A change is seen at once, and the file of a card follows when the changes pause.', async () => {
  const encoded = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob');
  const screen = await render(<Preview wish="A walk." />);
  const canvas = screen.getByLabelText('Card').element() as HTMLCanvasElement;
  await expect.element(screen.getByText('card.png')).toBeVisible();
  expect([canvas.width, canvas.height]).toEqual([1080, 1350]);
  const before = canvas.toDataURL();
  const made = encoded.mock.calls.length;
  for (const wish of ['A', 'A b', 'A ba', 'A ball.']) await screen.rerender(<Preview wish={wish} />);
  await expect.element(screen.getByText('no file yet')).toBeVisible();
  await expect.poll(() => canvas.toDataURL() === before).toBe(false);
  await expect.element(screen.getByText('card.png')).toBeVisible();
  expect(encoded.mock.calls.length - made).toBeLessThanOrEqual(2);
});

test('A card that could not be drawn says so once, makes no file, and can be tried again.', async () => {
  const broken = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null));
  const onFailure = vi.fn();
  const screen = await render(<Preview wish="" onFailure={onFailure} />);
  await expect.poll(() => onFailure.mock.calls.length).toBe(1);
  await screen.getByRole('button', { name: 'Draw Again' }).click();
  await expect.poll(() => broken.mock.calls.length).toBe(2);
  expect(onFailure).toHaveBeenCalledTimes(1);
  await expect.element(screen.getByText('no file yet')).toBeVisible();
  broken.mockRestore();
  await screen.getByRole('button', { name: 'Draw Again' }).click();
  await expect.element(screen.getByText('card.png')).toBeVisible();
});

test('Where the browser resists fingerprinting, no file is made of its stripes, and the reason is given. @10.59', async () => {
  spoilCanvas();
  const onFailure = vi.fn();
  const screen = await render(<Preview wish="" onFailure={onFailure} />);
  await expect.poll(() => onFailure.mock.calls).toEqual([[canvasGuarded]]);
  await expect.element(screen.getByText('no file yet')).toBeVisible();
  vi.restoreAllMocks();
  await screen.getByRole('button', { name: 'Draw Again' }).click();
  await expect.element(screen.getByText('card.png')).toBeVisible();
});
