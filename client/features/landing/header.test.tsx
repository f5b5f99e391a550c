import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AccountActions } from './landing-buttons.tsx';
import { Header } from './landing-sections.tsx';

test('The header names the product and says what it is for. @2.10 @2.11', async () => {
  const screen = await render(<Header account={<AccountActions />} />);
  await expect.element(screen.getByRole('link', { name: 'Wagday' })).toHaveAttribute('href', '/');
  await expect
    .element(screen.getByText("Calculate your dog's birthday and celebrate all year long!", { exact: true }))
    .toBeVisible();
});

test('A visitor can sign in, and is told that sign-up is disabled. @2.12 @2.14 @2.15', async () => {
  const screen = await render(<Header account={<AccountActions />} />);
  await expect.element(screen.getByRole('link', { name: 'Sign In', exact: true })).toHaveAttribute('href', '/auth');
  await expect.element(screen.getByRole('button', { name: 'Sign Out' })).not.toBeInTheDocument();

  const createAccount = screen.getByRole('button', { name: 'Create Account', exact: true });
  await createAccount.click();
  const dialog = screen.getByRole('alertdialog', { name: 'Sign-up Disabled', exact: true });
  await expect.element(dialog).toBeVisible();
  const text = 'On Aug. 1, sign-up was disabled for this demo, but the rest of the app stays up.';
  await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
  await expect.element(dialog).toHaveAccessibleDescription(text);
  expect(dialog.getByRole('button').elements()).toHaveLength(1);

  const gotIt = dialog.getByRole('button', { name: 'Got it', exact: true });
  await expect.element(gotIt).toHaveFocus();
  await gotIt.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(createAccount).toHaveFocus();
});

test('Escape closes the sign-up notice, which can be opened again.', async () => {
  const screen = await render(<Header account={<AccountActions />} />);
  const createAccount = screen.getByRole('button', { name: 'Create Account' });
  await createAccount.click();
  await expect.element(screen.getByRole('alertdialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument();
  await createAccount.click();
  await expect.element(screen.getByRole('alertdialog')).toBeVisible();
});

test('A dimmed button is quieter by colour, never by opacity. @2.13', async () => {
  const screen = await render(<Header account={<AccountActions />} />);
  const look = getComputedStyle(screen.getByRole('button', { name: 'Create Account' }).element());
  const link = screen.getByRole('link', { name: 'Sign In' });
  const signIn = getComputedStyle(link.element());
  // The pointer of an earlier test may rest on the button, whose words are then as dark.
  await link.hover();
  expect(look.opacity).toBe('1');
  await expect.poll(() => look.color).not.toBe(signIn.color);
});
