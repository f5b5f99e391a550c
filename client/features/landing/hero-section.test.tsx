import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { emulateReducedMotion } from '../../testing/media.ts';
import { StartButton } from './landing-buttons.tsx';
import { HeroSection } from './landing-sections.tsx';

test('The hero makes its promise with three features. @2.20 @2.21', async () => {
  const screen = await render(<HeroSection start={null} />);
  await expect
    .element(screen.getByRole('heading', { level: 1, name: 'Every Dog Deserves Multiple Birthdays!', exact: true }))
    .toBeVisible();
  const tiles = screen.getByRole('listitem').elements();
  expect(tiles.map((tile) => tile.querySelector('h2')?.textContent)).toEqual([
    'Size-Specific Aging',
    'More Celebrations',
    'Shareable Moments',
  ]);
});

test.for([320, 390, 1280, 2560])(
  'The picture is at most 400 pixels high in a window %i wide. @2.19 @9.18',
  async (width) => {
    await page.viewport(width, 900);
    const screen = await render(<HeroSection start={null} />);
    const picture = screen.getByRole('img', { name: /^Four dogs/ });
    await expect.element(picture).toBeVisible();
    expect(getComputedStyle(picture.element()).maxHeight).toBe('400px');
    expect(picture.element().getBoundingClientRect().height).toBeLessThanOrEqual(400);
    expect(document.documentElement.scrollWidth).toBe(width);
  },
);

/** The ends of all blinks of each dog in the picture, in milliseconds. */
function blinkEnds(): number[][] {
  const dogs = [...document.querySelectorAll('[role="img"] use')];
  return dogs.map((dog) => dog.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime)));
}

test('The dogs of the picture blink twice in the first ten seconds, two and two. @10.2', async () => {
  await emulateReducedMotion('no-preference');
  const screen = await render(<HeroSection start={null} />);
  await expect.element(screen.getByRole('img', { name: /^Four dogs/ })).toBeVisible();
  const [one = [], ...others] = blinkEnds();
  expect(one).toHaveLength(2);
  expect(Math.max(...[one, ...others].flat())).toBeLessThan(10_000);
  expect(others.map((ends) => ends.join() === one.join())).toEqual([false, true, false]);

  const dog = document.querySelector('[role="img"] use') as Element;
  const [blink] = dog.getAnimations();
  const isAwake = (at: number) => {
    Object.assign(blink as Animation, { currentTime: at });
    return getComputedStyle(dog).getPropertyValue('--awake') !== 'none';
  };
  const begin = Number(blink?.effect?.getComputedTiming().delay);
  expect([begin - 100, begin + 250, begin + 400].map(isAwake)).toEqual([true, false, true]);
});

test('Without motion no dog blinks. @10.2', async () => {
  const screen = await render(<HeroSection start={null} />);
  await expect.element(screen.getByRole('img', { name: /^Four dogs/ })).toBeVisible();
  expect(blinkEnds()).toEqual([[], [], [], []]);
});

test('"Start Celebrating!" scrolls to the calculator and takes the focus to its first field. @2.22', async () => {
  const screen = await render(
    <>
      <HeroSection start={<StartButton calculatorId="calculator" />} />
      <div className="h-[200vh]" />
      <section id="calculator">
        <input aria-label="Dog's Name" />
      </section>
    </>,
  );
  const name = screen.getByLabelText("Dog's Name");
  await expect.element(name).not.toBeInViewport();
  await screen.getByRole('button', { name: 'Start Celebrating!', exact: true }).click();
  await expect.element(name).toBeInViewport();
  await expect.element(name).toHaveFocus();
});
