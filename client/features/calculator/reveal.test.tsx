import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { keepTyped } from '../../data/drafts/typed-calculation.ts';
import { offerShareSheet, standIn } from '../../testing/browser.ts';
import { emulateReducedMotion } from '../../testing/media.ts';
import { setToday } from '../../testing/today.ts';
import { dismissToasts, Toaster } from '../../ui/toaster.tsx';
import { Calculator } from './calculator.tsx';

beforeEach(async () => {
  setToday(2026, 6, 15);
  await emulateReducedMotion('no-preference');
});

const scene = () => document.querySelector('[data-reveal]');
const climbing = () => document.querySelector('[data-climbing]');
const clocks = () => scene()?.getAnimations() ?? [];

/** Holds all animations at their start, including those that begin later. The returned function keeps the present ones paused and lets later ones run. */
function holdAnimations() {
  const style = document.createElement('style');
  style.textContent = '*, ::before, ::after { animation-play-state: paused !important }';
  document.head.append(style);
  onTestFinished(() => style.remove());
  return () => {
    for (const animation of document.getAnimations()) animation.pause();
    style.remove();
  };
}

/** Calculates a dog of 44 human years, which was typed before. If there is a reveal, pauses it at its start. */
async function calculate() {
  keepTyped({ name: 'Biscuit', birthDate: '2019-06-14', size: 'small' });
  const screen = await render(
    <>
      <Calculator id="calculator" />
      <Toaster />
    </>,
  );
  const release = holdAnimations();
  await screen.getByRole('button', { name: 'Calculate Birthday!' }).click();
  await expect.element(screen.getByRole('region', { name: "Biscuit's Birthday Report" })).toBeVisible();
  release();
  const announcements = () => screen.getByText('Biscuit is 44 in human years.').elements();
  const send = screen.getByRole('button', { name: 'Send This' });
  const card = screen.getByRole('img', { name: /^Birthday card with a picture of Biscuit: 44 in human years/ });
  return { screen, announcements, send, card, confetti: () => document.querySelector('[data-confetti]') };
}

async function expectRevealed({ announcements, send, card, confetti }: Awaited<ReturnType<typeof calculate>>) {
  await expect.poll(scene).toBeNull();
  expect(climbing()).toBeNull();
  await expect.poll(() => announcements().length).toBe(1);
  await expect.poll(confetti).not.toBeNull();
  await expect.element(send).toBeVisible();
  await expect.element(card).toBeVisible();
}

test('The number climbs with the years of the dog, hidden from screen readers, and nothing tells it before. @10.10', async () => {
  const { screen, announcements, send, confetti } = await calculate();
  // It takes the whole screen and the focus, but no button of it does.
  await expect.element(screen.getByRole('region', { name: "Biscuit's Birthday Report" })).toHaveFocus();
  const { top, height, width } = document.querySelector('.reveal')!.getBoundingClientRect();
  expect([Math.abs(Math.round(top)), Math.round(height), width]).toEqual([0, window.innerHeight, window.innerWidth]);
  for (const animation of clocks()) animation.currentTime = 950;
  await expect.poll(() => climbing()?.textContent).toContain('30human years');
  expect(climbing()?.textContent).toContain('Adult Dog');
  expect(scene()?.getAttribute('aria-hidden')).toBe('true');
  for (const animation of clocks()) animation.currentTime = 1900;
  await expect.poll(() => climbing()?.textContent).toContain('44human years');
  expect(announcements()).toEqual([]);
  expect(confetti()).toBeNull();
  await expect.element(send).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Skip' })).toBeVisible();
});

test('At its end the card is there, the result is told once, confetti falls, and nothing of the report has moved; the next film is short. @10.11 @10.13 @10.14', async () => {
  const report = await calculate();
  const region = report.screen.getByRole('region', { name: "Biscuit's Birthday Report" }).element();
  // Layout positions, which scrolling and transforms do not change.
  const placesOf = () =>
    [...region.querySelectorAll<HTMLElement>('h3, p, dl')].map(
      ({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) => [offsetLeft, offsetTop, offsetWidth, offsetHeight],
    );
  const places = placesOf();
  await expect.poll(() => clocks().map(({ playbackRate }) => playbackRate)).toEqual([1]);
  for (const animation of clocks()) animation.finish();
  await expectRevealed(report);
  expect(placesOf()).toEqual(places);
  await report.screen.getByRole('button', { name: 'Calculate Birthday!' }).click();
  await expect.poll(() => clocks().map(({ playbackRate }) => playbackRate)).toEqual([3]);
});

test.for(['during the film', 'after it'])(
  'Going back %s returns to the calculator, with the report below. @10.13',
  async (when) => {
    window.history.pushState(null, '');
    const report = await calculate();
    if (when === 'after it') {
      await userEvent.keyboard('{Escape}');
      await expectRevealed(report);
    }
    await expect.poll(() => window.history.state?.wagdayReport).toBe(true);
    window.history.back();
    await expect.poll(() => document.querySelector('.reveal')).toBeNull();
    const heading = report.screen.getByRole('heading', { name: 'How old is your dog, really?' });
    await expect.element(heading).toHaveFocus();
    await expect.element(heading).toBeInViewport();
    await expect.element(report.screen.getByRole('heading', { name: "Biscuit's Birthday Report" })).toBeVisible();
  },
);

test('The stamp is felt, where the device can be.', async () => {
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
  await calculate();
  const [stamp] = document.querySelector('.reveal-stamp')?.getAnimations() ?? [];
  expect(vibrate).not.toHaveBeenCalled();
  if (stamp) stamp.currentTime = 1950;
  await expect.poll(() => vibrate.mock.calls).toHaveLength(1);
});

test('Send This gives the card with its words to the share sheet. @10.10', async () => {
  const share = offerShareSheet();
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const report = await calculate();
  await userEvent.keyboard('{Escape}');
  await expect.element(report.card).toBeVisible();
  await report.send.click();
  await expect.poll(() => share.mock.lastCall?.[0].files?.[0]?.name).toBe('birthday-card.png');
  expect(share.mock.lastCall?.[0].text).toMatch(/^Biscuit is 44 in human years!/);
  expect(share.mock.lastCall?.[0].url).toBe(`${window.location.origin}/#calculator`);
  expect(save).not.toHaveBeenCalled();
});

test('Without a share sheet Send This copies the words and saves the card.', async () => {
  standIn({ share: undefined });
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const report = await calculate();
  await userEvent.keyboard('{Escape}');
  await expect.element(report.card).toBeVisible();
  await report.send.click();
  await expect.element(report.screen.getByText('Copied to clipboard!')).toBeVisible();
  expect(copy.mock.lastCall?.[0]).toMatch(/^Biscuit is 44 in human years!/);
  expect(save).toHaveBeenCalledOnce();
});

test('Where the card cannot be drawn the stamp stays, and the words can be sent.', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  standIn({ share: undefined });
  const report = await calculate();
  await userEvent.keyboard('{Escape}');
  await report.send.click();
  await expect.poll(() => copy.mock.calls).toHaveLength(1);
  // The flags of the way are gone, which would hang behind the ears.
  expect(document.querySelector('[data-stamped]')?.textContent).toMatch(/^Biscuit is(almost)?44human years$/);
  await expect.element(report.card).not.toBeInTheDocument();
  // On each of the two screens one thing comes first.
  expect([...document.querySelectorAll('.report .bg-raspberry')].map((button) => button.textContent)).toEqual([
    'Share',
  ]);
});

test('Under the card are a way to keep the dog with a new account, to which it comes along, and one to the report.', async () => {
  const report = await calculate();
  await report.screen.getByRole('button', { name: 'Skip' }).click();
  const keep = report.screen.getByRole('link', { name: 'Keep Biscuit · free' });
  await expect.element(keep).toHaveAttribute('href', '/auth?join');
  expect(JSON.parse(localStorage.getItem('wagday-calculated-dog') ?? '{}')).toMatchObject({
    dog: { name: 'Biscuit' },
    wantsParty: false,
  });
  await report.screen.getByRole('button', { name: 'See the Report' }).click();
  const heading = report.screen.getByRole('heading', { name: "Biscuit's Birthday Report" });
  await expect.element(heading).toHaveFocus();
  await expect.element(heading).toBeInViewport();
});

test.for(['Skip', 'a tap', '{Escape}', '{Enter}', ' ', 'x'])(
  'With "%s" the last frame is there at once, the focus stays, and nothing is calculated again. @10.12',
  async (way) => {
    const report = await calculate();
    const region = report.screen.getByRole('region', { name: "Biscuit's Birthday Report" });
    const before = region.element();
    if (way === 'Skip') await report.screen.getByRole('button', { name: 'Skip' }).click();
    else if (way === 'a tap') scene()?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    else await userEvent.keyboard(way);
    await expectRevealed(report);
    expect(region.element()).toBe(before);
    await expect.element(region).toHaveFocus();
  },
);

test('A key that is still held down from the calculation does not skip. @10.12', async () => {
  const { announcements } = await calculate();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true, cancelable: true }));
  expect(scene()).not.toBeNull();
  expect(announcements()).toEqual([]);
});

test('Under reduced motion the last frame is there at once, and the card with the first sign of somebody. @10.14', async () => {
  await emulateReducedMotion('reduce');
  const report = await calculate();
  await expect.element(report.send).toBeVisible();
  expect(document.querySelector('[data-stamped]')?.textContent).toContain('44human years');
  const top = () => Math.abs(Math.round(document.querySelector('.reveal')!.getBoundingClientRect().top));
  await expect.poll(top).toBe(0);
  await userEvent.keyboard('{Shift}');
  await expectRevealed(report);
});

test('A report that is restored is not revealed again. @10.14', async () => {
  const first = await calculate();
  await first.screen.getByRole('button', { name: 'Skip' }).click();
  await expectRevealed(first);
  await first.screen.unmount();
  dismissToasts();
  const screen = await render(<Calculator id="calculator" />);
  await expect.element(screen.getByRole('button', { name: 'Share' })).toBeVisible();
  expect(document.querySelector('.reveal')).toBeNull();
});
