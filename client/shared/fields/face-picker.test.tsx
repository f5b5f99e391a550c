import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { PhotoFocus } from '../../../domain/dogs/photo-focus.ts';
import { FacePicker } from './face-picker.tsx';

/** A photo of 200 × 100 pixels. */
const photo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"/>')}`;

async function openPicker(first: PhotoFocus | null = null) {
  const onChange = vi.fn<(focus: PhotoFocus) => void>();
  function Form() {
    const [focus, setFocus] = useState(first);
    return (
      <FacePicker
        photo={photo}
        name="Luna"
        focus={focus}
        onChange={(next) => {
          onChange(next);
          setFocus(next);
        }}
      />
    );
  }
  const screen = await render(<Form />);
  const picture = screen.container.querySelector('img')!;
  await expect.poll(() => picture.getBoundingClientRect().width).toBe(200);
  return {
    screen,
    picture,
    area: picture.nextElementSibling!,
    ring: picture.nextElementSibling!.firstElementChild!,
    left: screen.getByRole('slider', { name: 'From the left' }),
    top: screen.getByRole('slider', { name: 'From the top' }),
    chosen: () => onChange.mock.lastCall?.[0],
  };
}

/** Returns where the middle of the ring is on the photo, in pixels. */
function placeOf(ring: Element, picture: Element) {
  const [box, frame] = [ring.getBoundingClientRect(), picture.getBoundingClientRect()];
  return [box.x + box.width / 2 - frame.x, box.y + box.height / 2 - frame.y].map(Math.round);
}

function point(picture: Element, x: number, y: number, pointerType: string) {
  const frame = picture.getBoundingClientRect();
  return { bubbles: true, pointerId: 7, pointerType, clientX: frame.x + x, clientY: frame.y + y };
}

test('The ring starts where faces usually are, and nothing is said before the owner says it.', async () => {
  const { ring, picture, left, top, chosen, screen } = await openPicker();
  expect(placeOf(ring, picture)).toEqual([100, 36]);
  await expect.element(left).toHaveValue('50');
  await expect.element(top).toHaveAttribute('aria-valuetext', '36 percent');
  await expect.element(screen.getByRole('group', { name: "Where is Luna's face?" })).toBeVisible();
  expect(chosen()).toBeUndefined();
});

test('A click puts the ring there, and the arrow keys go on from it. @10.56', async () => {
  const { area, ring, picture, chosen } = await openPicker();
  await userEvent.click(area, { position: { x: 60, y: 80 } });
  expect(chosen()).toEqual({ x: 30, y: 80 });
  await expect.poll(() => placeOf(ring, picture)).toEqual([60, 80]);
  await userEvent.keyboard('{ArrowRight}{ArrowUp}{ArrowUp}');
  expect(chosen()).toEqual({ x: 32, y: 76 });
});

test('A mouse drags it from anywhere, also out of the photo, and not once it is let go. @10.56', async () => {
  const { area, picture, chosen } = await openPicker();
  area.dispatchEvent(new PointerEvent('pointerdown', point(picture, 20, 20, 'mouse')));
  area.dispatchEvent(new PointerEvent('pointermove', point(picture, 150, 40, 'mouse')));
  expect(chosen()).toEqual({ x: 75, y: 40 });
  area.dispatchEvent(new PointerEvent('pointermove', point(picture, 900, -50, 'mouse')));
  expect(chosen()).toEqual({ x: 100, y: 0 });
  area.dispatchEvent(new PointerEvent('pointerup', point(picture, 900, -50, 'mouse')));
  area.dispatchEvent(new PointerEvent('pointermove', point(picture, 50, 50, 'mouse')));
  expect(chosen()).toEqual({ x: 100, y: 0 });
});

test('A finger drags only the ring, so that the form can be scrolled on the photo. @10.56', async () => {
  const { area, ring, picture, chosen } = await openPicker();
  area.dispatchEvent(new PointerEvent('pointerdown', point(picture, 20, 20, 'touch')));
  area.dispatchEvent(new PointerEvent('pointermove', point(picture, 20, 60, 'touch')));
  expect(chosen()).toBeUndefined();
  ring.dispatchEvent(new PointerEvent('pointerdown', point(picture, 100, 36, 'touch')));
  area.dispatchEvent(new PointerEvent('pointermove', point(picture, 40, 50, 'touch')));
  expect(chosen()).toEqual({ x: 20, y: 50 });
  // Otherwise the browser would scroll and end the drag.
  expect(getComputedStyle(ring).touchAction).toBe('none');
  expect(getComputedStyle(area).touchAction).not.toBe('none');
});

test('Each slider takes all arrow keys, and the face stays within the photo. @10.56', async () => {
  const { left, top, chosen } = await openPicker({ x: 1, y: 99 });
  (left.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowDown}');
  expect(chosen()).toEqual({ x: 0, y: 100 });
  (top.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowUp}');
  expect(chosen()).toEqual({ x: 2, y: 98 });
  await userEvent.keyboard('{Home}');
  expect(chosen()).toEqual({ x: 2, y: 0 });
});

test('A photo that cannot be shown asks nothing.', async () => {
  const screen = await render(
    <FacePicker photo="data:image/png;base64,broken" name="" focus={null} onChange={() => {}} />,
  );
  await expect.poll(() => screen.container.textContent).toBe('');
});
