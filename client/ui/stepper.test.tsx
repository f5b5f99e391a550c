import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { step } from './step.ts';
import { Stepper } from './stepper.tsx';

function Adults({ problem }: { problem?: string }) {
  const [adults, setAdults] = useState('1');
  return <Stepper label="Adults" value={adults} min={0} max={2} problem={problem} onValueChange={setAdults} />;
}

test('A stepper counts up and down within its bounds, by presses, by arrow keys and by typing.', async () => {
  const screen = await render(<Adults />);
  const adults = screen.getByRole('spinbutton', { name: 'Adults' });
  const [fewer, more] = [
    screen.getByRole('button', { name: 'One fewer' }),
    screen.getByRole('button', { name: 'One more' }),
  ];
  await more.click();
  await more.click();
  await expect.element(adults).toHaveValue(2);
  await fewer.click();
  await expect.element(adults).toHaveValue(1);
  await adults.click();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(adults).toHaveValue(0);
  await adults.fill('2');
  await expect.element(adults).toHaveValue(2);
});

test('The buttons of a stepper say what they count, and are no stops of the Tab key.', async () => {
  const screen = await render(<Adults problem="Too many for one table." />);
  const adults = screen.getByRole('spinbutton', { name: 'Adults' });
  await expect.element(adults).toHaveAccessibleDescription('Too many for one table.');
  await expect.element(adults).toBeInvalid();
  const more = screen.getByRole('button', { name: 'One more' }).element();
  expect(document.getElementById(more.getAttribute('aria-describedby') ?? '')).toHaveTextContent('Adults');
  await userEvent.tab();
  await expect.element(adults).toHaveFocus();
  await userEvent.tab();
  expect(document.body).toHaveFocus();
});

test('A form of a page without React counts as well, and sends the number.', async () => {
  document.body.innerHTML =
    '<form><div><button type="button" data-step="up">+</button><input type="number" name="adults" value="1" max="2"></div></form>';
  const form = document.querySelector('form') as HTMLFormElement;
  const heard = vi.fn();
  form.addEventListener('input', heard);
  const listening = new AbortController();
  window.addEventListener('click', step, { signal: listening.signal });
  for (const _ of [1, 2]) form.querySelector('button')?.click();
  listening.abort();
  expect(new FormData(form).get('adults')).toBe('2');
  expect(heard).toHaveBeenCalledTimes(2);
  document.body.innerHTML = '';
});
