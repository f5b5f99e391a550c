import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { birthdayReport } from '../../../domain/celebrations/birthday-report.ts';
import { date } from '../../../domain/testing/dates.ts';
import { calculatedDogOf, calculatedPhotoOf, forgetCalculatedDog } from '../../data/drafts/prepared-dog.ts';
import { offerShareSheet } from '../../testing/browser.ts';
import { setToday } from '../../testing/today.ts';
import { dismissToasts, Toaster } from '../../ui/toaster.tsx';
import { Calculator } from './calculator.tsx';
import { ReportActions, ReportRows } from './report.tsx';

const dog = { name: 'Biscuit', size: 'small', birthDate: date('2019-06-14') } as const;
const today = date('2026-06-15');
const report = birthdayReport(dog, today);

beforeEach(() => setToday(2026, 6, 15));
afterEach(() => {
  dismissToasts();
  forgetCalculatedDog();
  vi.restoreAllMocks();
});

async function renderActions() {
  const onCelebrate = vi.fn();
  const screen = await render(
    <>
      <ReportActions dog={dog} report={report} onCelebrate={onCelebrate} />
      <ReportRows dog={dog} today={today} />
      <Toaster />
    </>,
  );
  return { screen, onCelebrate };
}

test('Share copies the report where the device has no share sheet. @2.46 @8.29', async () => {
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
  const box = screen.getByLabelText(/already selected/);
  await expect.element(box).toHaveFocus();
  await expect.element(box).toHaveValue(expect.stringContaining('Biscuit is 44 in human years!'));
});

test('The share sheet gets the birthday card with the words, where it takes pictures. @10.116', async () => {
  const share = offerShareSheet();
  const { screen } = await renderActions();
  // The first key or touch starts the drawing.
  await userEvent.keyboard('{Shift}');
  const button = screen.getByRole('button', { name: 'Share' });
  await expect
    .poll(async () => {
      await button.click();
      return share.mock.lastCall?.[0].files?.[0]?.name;
    })
    .toBe('biscuit-birthday-card.png');
  expect(share.mock.lastCall?.[0]).toMatchObject({
    title: "Biscuit's Birthday Report",
    text: expect.stringMatching(/^Biscuit is 44 in human years!/),
    url: `${window.location.origin}/#calculator`,
  });
});

test('The next celebration, or all of three years, goes into a calendar without an account. @10.151', async () => {
  const { screen } = await renderActions();
  await screen.getByText('Add to Calendar').click();
  for (const service of ['Google', 'Outlook']) {
    await expect.element(screen.getByRole('link', { name: `${service} (opens a new tab)` })).toBeVisible();
  }
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const made = vi.spyOn(URL, 'createObjectURL');
  const textOf = async (name: string) => {
    await screen.getByRole('button', { name }).click();
    return (made.mock.lastCall![0] as File).text();
  };
  const file = await textOf('Apple or Other: Next celebration, September 14, 2026');
  expect(file).toContain('SUMMARY:Biscuit turns 45 in human years\r\n');
  const again = await textOf('Apple or Other: Next celebration, September 14, 2026');
  const uidOf = (text: string) => /^UID:.*$/m.exec(text)?.[0];
  expect([uidOf(again), save.mock.calls.length]).toEqual([uidOf(file), 2]);
  const all = await textOf('All Celebrations for 3 Years');
  expect(all.match(/^BEGIN:VEVENT/gm)).toHaveLength(12);
});

test('Celebrate leads into planning, and the wish for a party is kept until the sign-in. @2.48', async () => {
  const { screen, onCelebrate } = await renderActions();
  await screen.getByRole('button', { name: 'Celebrate' }).click();
  expect(onCelebrate).toHaveBeenCalledOnce();
  const way = screen.getByRole('link', { name: 'Plan Party' });
  await expect.element(way).toHaveAttribute('href', '/auth?join');
  await expect.element(way).toHaveFocus();
  const stay = (press: MouseEvent) => press.preventDefault();
  window.addEventListener('click', stay, { once: true });
  await way.click();
  expect(calculatedDogOf('an owner')).toEqual({ dog, wantsParty: true });
});

function photoFile(): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 });
  canvas.getContext('2d')?.fillRect(0, 0, 400, 300);
  const { promise, resolve } = Promise.withResolvers<File>();
  canvas.toBlob((blob) => resolve(new File([blob!], 'biscuit.png', { type: 'image/png' })));
  return promise;
}

test('A photo that is put on the card is kept for the sign-up, shows the way into planning, and is there when the card is opened again.', async () => {
  const { screen } = await renderActions();
  await screen.getByRole('button', { name: 'Photo' }).click();
  const dialog = screen.getByRole('dialog', { name: 'A Birthday Card for Biscuit' });
  await expect
    .element(dialog.getByText('A photo chosen here stays on this device, for two days at most.'))
    .toBeVisible();
  await userEvent.upload(dialog.getByLabelText('Choose a Photo'), await photoFile());
  await expect.element(dialog.getByRole('button', { name: 'Adjust Photo' })).toHaveFocus();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const way = screen.getByRole('link', { name: 'Plan Party' });
  await expect.element(way).toBeVisible();
  await expect.element(way).not.toHaveFocus();
  expect((await calculatedPhotoOf(dog))?.type).toBe('image/webp');

  await screen.getByRole('button', { name: 'Photo' }).click();
  await dialog.getByRole('button', { name: 'Adjust Photo' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => calculatedPhotoOf(dog)).toBeNull();
});

test('Where the browser stores nothing, the photo is on the card all the same.', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('', 'InvalidStateError');
  });
  const { screen } = await renderActions();
  await screen.getByRole('button', { name: 'Photo' }).click();
  await userEvent.upload(screen.getByLabelText('Choose a Photo'), await photoFile());
  await expect.element(screen.getByRole('button', { name: 'Adjust Photo' })).toBeVisible();
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect.element(screen.getByRole('link', { name: 'Plan Party' })).toBeVisible();
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

test('Photo opens the birthday card of the report. @2.47', async () => {
  const { screen } = await renderActions();
  await screen.getByRole('button', { name: 'Photo' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'A Birthday Card for Biscuit' })).toBeVisible();
  await expect
    .element(screen.getByRole('img', { name: /^Birthday card with a picture of Biscuit.*44 in human years/ }))
    .toBeVisible();
});

test('A card that cannot be drawn says so.', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const { screen } = await renderActions();
  await screen.getByRole('button', { name: 'Photo' }).click();
  await expect.element(screen.getByText('Image generation failed')).toBeVisible();
});
