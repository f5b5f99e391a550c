import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { onePixel } from '../testing/sample-dogs.ts';
import { DogPicture } from './dog-picture.tsx';

const luna = { name: 'Luna', size: 'giant', photoUrl: null } as const;

test('A picture is round, with a ring, and decorative, because the name is beside it. @10.44', async () => {
  const { container, getByRole } = await render(
    <DogPicture dog={{ ...luna, photoUrl: onePixel }} className="size-14" />,
  );
  const photo = container.querySelector('img')!;
  const { borderRadius, borderTopWidth } = getComputedStyle(photo.parentElement!);
  expect(Number.parseFloat(borderRadius)).toBeGreaterThan(28);
  expect(borderTopWidth).toBe('2px');
  expect(photo.parentElement!.getBoundingClientRect().width).toBe(56);
  // The styles dim photos at night by this class.
  expect(photo).toHaveClass('photo');
  await expect.element(getByRole('img')).not.toBeInTheDocument();
});

test('Without a photo, or with one that cannot be shown, the dog of the size is there with its initial. @10.44', async () => {
  const { container, rerender } = await render(<DogPicture dog={luna} className="size-14" />);
  expect(container.querySelector('text')?.textContent).toBe('L');
  await rerender(<DogPicture dog={{ ...luna, photoUrl: 'data:image/png;base64,broken' }} className="size-14" />);
  await expect.poll(() => container.querySelector('text')?.textContent).toBe('L');
});

test('A dog wears one hat, on its day. @10.44', async () => {
  const { container, rerender } = await render(<DogPicture dog={luna} className="size-20" />);
  const hats = () =>
    [...container.querySelectorAll('[display="var(--hat,inline)"]')].filter(
      (hat) => getComputedStyle(hat).display !== 'none',
    );
  expect(hats()).toHaveLength(0);
  await rerender(<DogPicture dog={luna} isCelebrating className="size-20" />);
  expect(hats()).toHaveLength(1);
  const top = (element: Element | undefined | null) => element?.getBoundingClientRect().top ?? 0;
  // It sits on the frame and stands out above it.
  expect(top(hats()[0])).toBeLessThan(top(container.querySelector('span')) - 20);
});
