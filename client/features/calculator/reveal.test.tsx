import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { emulateReducedMotion } from '../../testing/media.ts';
import { setToday } from '../../testing/today.ts';
import { dismissToasts, Toaster } from '../../ui/toaster.tsx';
import { Calculator } from './calculator.tsx';

beforeEach(() => setToday(2026, 6, 15));
afterEach(async () => {
  dismissToasts();
  await emulateReducedMotion('no-preference');
});

const scene = () => document.querySelector('[data-reveal]');
const climbing = () => document.querySelector('[data-climbing]');
const clocks = () => [scene(), climbing()].flatMap((element) => element?.getAnimations() ?? []);

/** Calculates a dog of 44 human years. If there is a reveal, pauses it at its start. */
async function calculate() {
  const screen = await render(
    <>
      <Calculator id="calculator" />
      <Toaster />
    </>,
  );
  await screen.getByLabelText("Dog's Name").fill('Biscuit');
  await screen.getByLabelText('Birthday', { exact: true }).fill('2019-06-14');
  await screen.getByLabelText('Size Category').selectOptions('small');
  await screen.getByRole('button', { name: 'Calculate Birthday!' }).click();
  await expect.element(screen.getByRole('region', { name: "Biscuit's Birthday Report" })).toBeVisible();
  for (const animation of document.getAnimations()) animation.pause();
  const announcements = () => screen.getByText('Biscuit is 44 in human years.').elements();
  const share = screen.getByRole('button', { name: 'Share' });
  return { screen, announcements, share, confetti: () => document.querySelector('[data-confetti]') };
}

async function expectRevealed({ announcements, share, confetti }: Awaited<ReturnType<typeof calculate>>) {
  await expect.poll(scene).toBeNull();
  expect(climbing()).toBeNull();
  await expect.poll(() => announcements().length).toBe(1);
  await expect.poll(confetti).not.toBeNull();
  await expect.element(share).toBeVisible();
}

test('The number climbs with the years of the dog, for eyes alone, and nothing tells it before.', async () => {
  const { screen, announcements, share, confetti } = await calculate();
  for (const animation of clocks()) animation.currentTime = 950;
  await expect.poll(() => climbing()?.textContent).toContain('30human years');
  expect(climbing()?.textContent).toContain('Adult Dog');
  expect(climbing()?.getAttribute('aria-hidden')).toBe('true');
  for (const animation of clocks()) animation.currentTime = 1900;
  await expect.poll(() => climbing()?.textContent).toContain('44human years');
  expect(announcements()).toEqual([]);
  expect(confetti()).toBeNull();
  await expect.element(share).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Skip' })).toBeVisible();
});

test('At its end the report is there, the result is told once, and confetti falls.', async () => {
  const report = await calculate();
  for (const animation of clocks()) animation.finish();
  await expectRevealed(report);
});

test('Nothing of the report moves when the reveal ends.', async () => {
  const report = await calculate();
  const region = report.screen.getByRole('region', { name: "Biscuit's Birthday Report" }).element();
  // Layout positions, which scrolling and transforms do not change.
  const placesOf = () =>
    [...region.querySelectorAll<HTMLElement>('h3, p, dl')].map(
      ({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) => [offsetLeft, offsetTop, offsetWidth, offsetHeight],
    );
  const places = placesOf();
  for (const animation of clocks()) animation.finish();
  await expectRevealed(report);
  expect(placesOf()).toEqual(places);
});

test('Skip shows the report at once, and reading goes on at its heading.', async () => {
  const report = await calculate();
  await report.screen.getByRole('button', { name: 'Skip' }).click();
  await expectRevealed(report);
  await expect.element(report.screen.getByRole('heading', { name: "Biscuit's Birthday Report" })).toHaveFocus();
});

test('What is seen before the reveal ends can be pressed by a key, which ends it.', async () => {
  const report = await calculate();
  for (const animation of document.getAnimations()) animation.currentTime = 2400;
  const celebrate = report.screen.getByRole('button', { name: 'Celebrate' });
  await expect.element(celebrate).toBeVisible();
  (celebrate.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(report.screen.getByRole('link', { name: 'Plan the Party' })).toBeVisible();
  await expectRevealed(report);
});

test('A tap on the dog skips, too.', async () => {
  const report = await calculate();
  scene()?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expectRevealed(report);
});

test.for(['{Escape}', '{Enter}', ' ', 'x'])('The key "%s" skips, and calculates nothing again.', async (key) => {
  const report = await calculate();
  const region = report.screen.getByRole('region', { name: "Biscuit's Birthday Report" }).element();
  await userEvent.keyboard(key);
  await expectRevealed(report);
  expect(report.screen.getByRole('region', { name: "Biscuit's Birthday Report" }).element()).toBe(region);
});

test('A key that is still held down from the calculation does not skip.', async () => {
  const { announcements } = await calculate();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true, cancelable: true }));
  expect(scene()).not.toBeNull();
  expect(announcements()).toEqual([]);
});

test('Under reduced motion the report is there at once.', async () => {
  await emulateReducedMotion('reduce');
  await expectRevealed(await calculate());
});

test('A report that is restored is not revealed again.', async () => {
  const first = await calculate();
  await first.screen.getByRole('button', { name: 'Skip' }).click();
  await expectRevealed(first);
  await first.screen.unmount();
  dismissToasts();
  const screen = await render(<Calculator id="calculator" />);
  await expect.element(screen.getByRole('button', { name: 'Share' })).toBeVisible();
  expect(scene()).toBeNull();
});
