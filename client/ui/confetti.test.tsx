import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { emulateReducedMotion } from '../testing/media.ts';
import { Confetti } from './confetti.tsx';

beforeEach(() => emulateReducedMotion('no-preference'));

async function renderConfetti() {
  const onEnd = vi.fn();
  const { container } = await render(<Confetti onEnd={onEnd} />);
  const party = container.querySelector('[data-confetti]')!;
  const [partyAnimation] = party.getAnimations();
  const pieces = [...party.children];
  return { onEnd, party, partyAnimation: partyAnimation!, pieces };
}

test('Twenty pieces of confetti fall, hidden from screen readers and over nothing that can be pressed. @2.44 @9.12', async () => {
  const { party, pieces } = await renderConfetti();
  expect(pieces).toHaveLength(20);
  expect(pieces.every((piece) => piece.getAnimations().length === 1)).toBe(true);
  expect(party.getAttribute('aria-hidden')).toBe('true');
  expect(getComputedStyle(party).pointerEvents).toBe('none');
});

test('Confetti lasts three seconds, every piece has landed by then, and the end is told once. @2.44 @9.12', async () => {
  const { onEnd, partyAnimation, pieces } = await renderConfetti();
  expect(partyAnimation.effect?.getComputedTiming().endTime).toBe(3000);
  for (const piece of pieces) {
    expect(piece.getAnimations()[0]?.effect?.getComputedTiming().endTime).toBeLessThanOrEqual(3000);
  }
  partyAnimation.currentTime = 2900;
  await expect.poll(() => partyAnimation.playState).toBe('running');
  expect(onEnd).not.toHaveBeenCalled();
  partyAnimation.finish();
  await expect.poll(() => onEnd.mock.calls.length).toBe(1);
});

test('A piece that has landed does not end the party.', async () => {
  const { onEnd, partyAnimation, party, pieces } = await renderConfetti();
  partyAnimation.pause();
  const landed = vi.fn();
  party.addEventListener('animationend', landed);
  for (const piece of pieces) piece.getAnimations()[0]?.finish();
  await expect.poll(() => landed.mock.calls.length).toBe(20);
  expect(onEnd).not.toHaveBeenCalled();
  partyAnimation.finish();
  await expect.poll(() => onEnd.mock.calls.length).toBe(1);
});

test('Where motion is not wanted the pieces lie still, for the same three seconds.', async () => {
  await emulateReducedMotion('reduce');
  const { onEnd, partyAnimation, pieces } = await renderConfetti();
  expect(pieces).toHaveLength(20);
  expect(pieces.flatMap((piece) => piece.getAnimations())).toEqual([]);
  expect(partyAnimation.effect?.getComputedTiming().endTime).toBe(3000);
  // Scattered over the window: in a row they would strike out the words there.
  const fifths = pieces.map((piece) => Math.floor((piece.getBoundingClientRect().top / window.innerHeight) * 5));
  for (const fifth of [0, 1, 2, 3, 4]) expect(fifths.filter((other) => other === fifth).length).toBeLessThan(8);
  partyAnimation.finish();
  await expect.poll(() => onEnd.mock.calls.length).toBe(1);
});
