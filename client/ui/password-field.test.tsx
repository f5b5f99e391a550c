import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PasswordField } from './password-field.tsx';

function Form({ onSubmit }: { onSubmit: () => void }) {
  const [password, setPassword] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <PasswordField label="Password" autoComplete="current-password" value={password} onValueChange={setPassword} />
      <button type="submit">Send</button>
    </form>
  );
}

async function renderForm() {
  const onSubmit = vi.fn();
  const screen = await render(<Form onSubmit={onSubmit} />);
  return {
    screen,
    onSubmit,
    field: screen.getByLabelText('Password'),
    show: screen.getByRole('button', { name: 'Show password' }),
  };
}

test('A password is hidden until its button is pressed, and again when it is pressed once more.', async () => {
  const { field, show } = await renderForm();
  await field.fill('woof-woof');
  await expect.element(field).toHaveAttribute('type', 'password');
  await expect.element(show).toHaveAttribute('aria-pressed', 'false');
  await show.click();
  await expect.element(field).toHaveAttribute('type', 'text');
  await expect.element(show).toHaveAttribute('aria-pressed', 'true');
  await expect.element(field).toHaveValue('woof-woof');
  // It keeps its purpose for password managers, and goes to no spelling checker.
  await expect.element(field).toHaveAttribute('autocomplete', 'current-password');
  await expect.element(field).toHaveAttribute('spellcheck', 'false');
  await expect.element(field).toHaveAttribute('autocapitalize', 'off');
  await show.click();
  await expect.element(field).toHaveAttribute('type', 'password');
});

test('Showing a password leaves the caret where it was, and typing goes on there.', async () => {
  const { field, show } = await renderForm();
  await field.fill('woof-woof');
  await userEvent.keyboard('{ArrowLeft>4/}');
  await show.click();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('!');
  await expect.element(field).toHaveValue('woof-!woof');
  await show.click();
  await userEvent.keyboard('?');
  await expect.element(field).toHaveValue('woof-!?woof');
});

test('A password that is sent is hidden first, whichever way it is sent.', async () => {
  const { screen, field, show, onSubmit } = await renderForm();
  await field.fill('woof-woof');
  for (const send of [
    () => screen.getByRole('button', { name: 'Send' }).click(),
    async () => {
      await field.click();
      await userEvent.keyboard('{Enter}');
    },
  ]) {
    await show.click();
    await expect.element(field).toHaveAttribute('type', 'text');
    await send();
    await expect.element(field).toHaveAttribute('type', 'password');
  }
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

test('The button works by keyboard, sends nothing, and is large enough for a finger.', async () => {
  const { field, show, onSubmit } = await renderForm();
  await field.click();
  await userEvent.keyboard('{Tab}');
  await expect.element(show).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(field).toHaveAttribute('type', 'text');
  await expect.element(show).toHaveFocus();
  expect(onSubmit).not.toHaveBeenCalled();
  const { width, height } = show.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
});
