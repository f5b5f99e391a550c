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

test('Twenty pieces of confetti fall for three seconds, hidden from screen readers and over nothing that can be pressed, and the end is told once. @2.44 @9.12', async () => {
  const { onEnd, party, partyAnimation, pieces } = await renderConfetti();
  expect(pieces).toHaveLength(20);
  expect(party.getAttribute('aria-hidden')).toBe('true');
  expect(getComputedStyle(party).pointerEvents).toBe('none');
  expect(partyAnimation.effect?.getComputedTiming().endTime).toBe(3000);
  partyAnimation.pause();
  const landed = vi.fn();
  party.addEventListener('animationend', landed);
  for (const piece of pieces) {
    const [fall] = piece.getAnimations();
    expect(fall?.effect?.getComputedTiming().endTime).toBeLessThanOrEqual(3000);
    fall?.finish();
  }
  // A piece that has landed does not end the party.
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
