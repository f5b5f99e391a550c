import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';

async function renderButton(part: object = {}) {
  const pressed = vi.fn();
  const screen = await render(
    <main>
      <button type="button" onClick={({ nativeEvent }) => pressed(nativeEvent.isTrusted)} {...part}>
        Bark
      </button>
    </main>,
  );
  return { pressed, screen, bark: screen.getByRole('button', { name: 'Bark' }) };
}

/** Covers the whole window. */
function cover() {
  const wall = document.createElement('div');
  wall.style.cssText = 'position: fixed; inset: 0; background: gray';
  document.body.append(wall);
  return wall;
}

test('A press is that of a mouse, in the order of its events.', async () => {
  const { pressed, bark } = await renderButton();
  const seen: string[] = [];
  for (const type of ['pointermove', 'pointerdown', 'mousedown', 'focus', 'pointerup', 'mouseup', 'click'])
    bark.element().addEventListener(type, () => seen.push(type));
  await bark.click();
  expect(seen).toEqual(['pointermove', 'pointerdown', 'mousedown', 'focus', 'pointerup', 'mouseup', 'click']);
  expect(pressed.mock.calls).toEqual([[true]]);
  expect(navigator.userActivation.isActive).toBe(true);
});

test.each([
  [{ disabled: true }, 'is disabled'],
  [{ 'aria-disabled': true }, 'is disabled'],
  [{ style: { visibility: 'hidden' } }, 'is not there'],
  [{ style: { opacity: 0, width: 0, height: 0, padding: 0, border: 0, overflow: 'hidden' } }, 'is not visible'],
])('A button with %o is not pressed, and the test fails because it %s.', async (part, obstacle) => {
  const { pressed, bark } = await renderButton(part);
  const expected = `Waited 0.1 s for page.getByRole('button', { name: 'Bark' }) to be pressed, which ${obstacle}.`;
  await expect(bark.click({ timeout: 100 })).rejects.toThrow(expected);
  expect(pressed).not.toHaveBeenCalled();
});

test('A button behind something else is not pressed, and what covers it is named.', async () => {
  const { pressed, bark } = await renderButton();
  const wall = cover();
  const heard = vi.fn();
  wall.addEventListener('click', heard);
  await expect(bark.click({ timeout: 2000 })).rejects.toThrow('which is covered by <div style="position: fixed;');
  expect([pressed.mock.calls.length, heard.mock.calls.length]).toEqual([0, 0]);
  wall.remove();
});

test('A button that moves between press and release is pressed again.', async () => {
  const { pressed, bark } = await renderButton({ style: { position: 'fixed', top: 0 } });
  const button = bark.element() as HTMLElement;
  const moveAway = () => {
    button.style.top = '200px';
  };
  button.addEventListener('mousedown', moveAway, { once: true });
  await bark.click();
  expect(pressed).toHaveBeenCalledOnce();
});

test('A fold whose words move under the press is opened, and not closed again.', async () => {
  const screen = await render(
    <details>
      <summary>
        <span>More about Rex</span>
      </summary>
    </details>,
  );
  const words = screen.getByText('More about Rex');
  // The click is then the fold's own, and the fold moves, as one does in the middle of a window.
  words.element().addEventListener('mousedown', () => {
    (words.element() as HTMLElement).style.marginLeft = '300px';
    screen.container.style.marginTop = '4px';
  });
  await words.click();
  expect(screen.container.querySelector('details')?.open).toBe(true);
});

test('What covers a button in the last moment hears nothing, and the press comes once it is gone.', async () => {
  const { pressed, bark } = await renderButton();
  const heard = vi.fn();
  bark.element().addEventListener(
    'pointermove',
    () => {
      const wall = cover();
      for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click']) wall.addEventListener(type, heard);
      setTimeout(() => wall.remove(), 100);
    },
    { once: true },
  );
  await bark.click();
  expect([pressed.mock.calls.length, heard.mock.calls.length]).toEqual([1, 0]);
});

test('A button that moves is pressed when it rests, and one out of sight is brought into view.', async () => {
  const { pressed, bark } = await renderButton({ style: { position: 'absolute', top: 2000 } });
  const button = bark.element() as HTMLElement;
  let frames = 0;
  const move = () => {
    frames += 1;
    button.style.left = `${frames}px`;
    if (frames < 30) requestAnimationFrame(move);
  };
  let pressedAt = 0;
  pressed.mockImplementation(() => {
    pressedAt = frames;
  });
  move();
  await bark.click();
  expect(pressed).toHaveBeenCalledOnce();
  expect(pressedAt).toBe(30);
  expect(button.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight);
});

test('A field is filled as by typing: in place of what it held, up to its greatest length, and never if it is read-only.', async () => {
  const changed = vi.fn();
  const screen = await render(
    <>
      <input aria-label="Name" maxLength={4} defaultValue="Max" onChange={({ target }) => changed(target.value)} />
      <input aria-label="Born" type="date" onChange={({ target }) => changed(target.value)} />
      <input aria-label="Owner" readOnly value="Ola" />
    </>,
  );
  await screen.getByLabelText('Name').fill('Rexie');
  await screen.getByLabelText('Name').clear();
  await screen.getByLabelText('Born').fill('2020-06-20');
  expect(changed.mock.calls.flat()).toEqual(['Rexi', '', '2020-06-20']);
  await expect(screen.getByLabelText('Owner').fill('Rex', { timeout: 100 })).rejects.toThrow('which is read-only.');
});
