import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { dogSizes } from '../../domain/dogs/size.ts';
import { Cast } from './cast.tsx';
import { DogPlaceholder, initialOf } from './dog-placeholder.tsx';

// The shapes in the product: a card, a wide card, the birthday's thirds, an invitation, a memory.
const boxes = [
  [380, 285],
  [420, 384],
  [130, 300],
  [192, 144],
  [112, 112],
  [740, 208],
] as const;

test.for(boxes)('In a picture of %i × %i no speck is cut at an edge. @10.65', async ([width, height]) => {
  const { container } = await render(
    <div style={{ width, height }}>
      <DogPlaceholder dog={{ name: 'Luna', size: 'giant' }} className="block size-full" />
    </div>,
  );
  const picture = container.querySelector('svg')!.getBoundingClientRect();
  const specks = [...container.querySelectorAll('path[d="M-5 0H5"]')];
  expect(specks.length).toBeGreaterThan(8);
  // Half of the width of its line.
  const line = 3.5;
  for (const speck of specks) {
    const { left, right, top, bottom } = speck.getBoundingClientRect();
    expect(left - line).toBeGreaterThanOrEqual(picture.left);
    expect(top - line).toBeGreaterThanOrEqual(picture.top);
    expect(right + line).toBeLessThanOrEqual(picture.right);
    expect(bottom + line).toBeLessThanOrEqual(picture.bottom);
  }
});

test('On the day no speck lies under the bunting.', async () => {
  const { container } = await render(
    <div style={{ width: 358, height: 272 }}>
      <DogPlaceholder dog={{ name: 'Luna', size: 'giant' }} isCelebrating className="block size-full" />
    </div>,
  );
  const picture = container.querySelector('svg')!.getBoundingClientRect();
  const tops = [...container.querySelectorAll('.speck')].map(
    (speck) => speck.getBoundingClientRect().top - picture.top,
  );
  expect(tops.length).toBeGreaterThan(4);
  expect(Math.min(...tops)).toBeGreaterThan(64);
});

test('Two dogs of one size and coat have different backgrounds.', async () => {
  const { container } = await render(
    ['Dot', 'Hugo'].map((name) => (
      <DogPlaceholder key={name} dog={{ name, size: 'giant', breed: null }} className="block size-40" />
    )),
  );
  const [one, other] = [...container.querySelectorAll('.size-40')].map((it) => getComputedStyle(it).backgroundColor);
  expect(one).not.toBe(other);
});

test.for(dogSizes)('A drawn dog that is %s wears its hat only on the day. @10.65', async (size) => {
  const dog = { name: 'Luna', size };
  const view = (isCelebrating: boolean) => (
    <>
      <Cast />
      <DogPlaceholder dog={dog} isCelebrating={isCelebrating} className="block size-40" />
    </>
  );
  const { container, rerender } = await render(view(false));
  const hat = () => getComputedStyle(container.querySelector('svg.size-40')!).getPropertyValue('--hat');
  expect(hat()).toBe('none');
  await rerender(view(true));
  expect(hat()).toBe('inline');
});

test.for([
  ['rex', 'R'],
  ['Zoë', 'Z'],
  ['łatka', 'Ł'],
  // A sign made of several characters stays whole.
  ['🐶 Rex', '🐶'],
  ['👩‍🚀 Laika', '👩‍🚀'],
  ['🇵🇱 Łatka', '🇵🇱'],
  ['e\u0301clair', 'E\u0301'],
  ['', ''],
])('The initial of "%s" is "%s".', ([name, initial]) => {
  expect(initialOf(name!)).toBe(initial);
});
