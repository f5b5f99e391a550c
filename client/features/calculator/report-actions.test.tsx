import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { birthdayReport } from '../../../domain/birthday-report.ts';
import { date } from '../../../domain/testing/dates.ts';
import { photoProblemTexts } from '../../copy/problems.ts';
import { answerRequests } from '../../testing/network.ts';
import { setToday } from '../../testing/today.ts';
import { dismissToasts, Toaster } from '../../ui/toaster.tsx';
import { Calculator } from './calculator.tsx';
import { ReportActions } from './report-actions.tsx';

const dog = { name: 'Biscuit', size: 'small', birthDate: date('2019-06-14') } as const;
const report = birthdayReport(dog, date('2026-06-15'));

beforeEach(() => setToday(2026, 6, 15));
afterEach(() => {
  dismissToasts();
  vi.restoreAllMocks();
});

async function renderActions() {
  const onCelebrate = vi.fn();
  const screen = await render(
    <>
      <ReportActions dog={dog} report={report} onCelebrate={onCelebrate} />
      <Toaster />
    </>,
  );
  return { screen, onCelebrate };
}

function pngFile(): Promise<File> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 40, height: 30 });
  canvas.getContext('2d')?.fillRect(0, 0, 40, 30);
  const { promise, resolve } = Promise.withResolvers<File>();
  canvas.toBlob((blob) => resolve(new File([blob!], 'biscuit.png', { type: 'image/png' })));
  return promise;
}

test('Share copies the report where the device has no share sheet.', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { screen } = await renderActions();
  await screen.getByRole('button', { name: 'Share' }).click();
  await expect.element(screen.getByText('Copied to clipboard!')).toBeVisible();
  expect(writeText.mock.calls[0]?.[0]).toMatch(/^Biscuit is 44 in human years!\n.*September 14, 2026.*\nhttp/s);
});

test('A closed clipboard shows the report selected.', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  const { screen } = await renderActions();
  await screen.getByRole('button', { name: 'Share' }).click();
  const box = screen.getByLabelText(/clipboard is closed/);
  await expect.element(box).toHaveFocus();
  await expect.element(box).toHaveValue(expect.stringContaining('Biscuit is 44 in human years!'));
});

test('Celebrate leads into planning.', async () => {
  const { screen, onCelebrate } = await renderActions();
  await screen.getByRole('button', { name: 'Celebrate' }).click();
  expect(onCelebrate).toHaveBeenCalledOnce();
  const way = screen.getByRole('link', { name: 'Plan the Party' });
  await expect.element(way).toHaveAttribute('href', '/auth?join');
  await expect.element(way).toHaveFocus();
});

test('Celebrate throws new confetti, also while the first is falling.', async () => {
  const screen = await render(<Calculator id="calculator" />);
  await screen.getByLabelText("Dog's Name").fill('Biscuit');
  await screen.getByLabelText('Birthday', { exact: true }).fill('2019-06-14');
  await screen.getByRole('button', { name: 'Calculate Birthday!' }).click();
  const confetti = () => document.querySelector('[data-confetti]');
  await expect.poll(confetti).not.toBeNull();
  const first = confetti();
  await screen.getByRole('button', { name: 'Celebrate' }).click();
  await expect.poll(confetti).not.toBe(first);
  expect(confetti()).not.toBeNull();
});

test('Photo draws a birthday card, with a picture of this device that is sent nowhere.', async () => {
  const requests = answerRequests(() => new Response());
  const { screen } = await renderActions();
  await screen.getByRole('button', { name: 'Photo' }).click();
  const card = screen.getByRole('img', { name: /^Birthday card with a picture of Biscuit/ });
  await expect.element(card).toBeVisible();
  const drawn = card.element().getAttribute('src');
  await userEvent.upload(screen.getByLabelText('Choose a Photo'), await pngFile());
  await expect.poll(() => card.element().getAttribute('src')).not.toBe(drawn);
  await expect.element(screen.getByLabelText('Choose Another Photo')).toBeInTheDocument();
  await screen.getByRole('button', { name: 'Remove Photo' }).click();
  await expect.element(screen.getByLabelText('Choose a Photo')).toBeInTheDocument();
  expect(requests).toEqual([]);
});

test.for([
  ['notes.txt', 'text/plain', 'not an image'],
  ['broken.png', 'image/png', 'not readable'],
  ['phone.heic', 'image/heic', 'HEIC not readable'],
] as const)('The file %s is refused beside the card.', async ([name, type, problem]) => {
  const { screen } = await renderActions();
  await screen.getByRole('button', { name: 'Photo' }).click();
  await userEvent.upload(screen.getByLabelText('Choose a Photo'), new File(['nothing'], name, { type }));
  await expect.element(screen.getByRole('alert')).toHaveTextContent(photoProblemTexts[problem]);
});

test('A card that cannot be drawn says so.', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const { screen } = await renderActions();
  await screen.getByRole('button', { name: 'Photo' }).click();
  await expect.element(screen.getByText('Image generation failed')).toBeVisible();
});
