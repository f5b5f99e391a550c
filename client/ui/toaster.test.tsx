import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { dismissToasts, showError, showSuccess, Toaster } from './toaster.tsx';

afterEach(dismissToasts);

test('A success shows its title and text, and keeps nobody from reading on.', async () => {
  const screen = await render(<Toaster />);
  showSuccess({ title: 'Profile created!', text: 'Welcome to the pack, Rex!' });
  const toasts = screen.getByRole('listitem');
  await expect.element(toasts.getByText('Profile created!')).toBeVisible();
  await expect.element(toasts.getByText('Welcome to the pack, Rex!')).toBeVisible();
  await expect.element(toasts).toHaveClass('toast-success');
  await expect.element(screen.getByRole('region')).toHaveAttribute('aria-live', 'polite');
});

test('An error shows its title and text in the colours of trouble.', async () => {
  const screen = await render(<Toaster />);
  showError({ title: 'Error', text: 'Could not save profile. Please try again.' });
  const toast = screen.getByRole('listitem');
  await expect.element(toast.getByText('Error', { exact: true })).toBeVisible();
  await expect.element(toast.getByText('Could not save profile. Please try again.')).toBeVisible();
  await expect.element(toast).toHaveClass('toast-error');
});

test('A message may be a title alone, without an offer.', async () => {
  const screen = await render(<Toaster />);
  showSuccess({ title: 'Dog removed' });
  const toast = screen.getByRole('listitem');
  await expect.element(toast).toBeVisible();
  expect((toast.element() as HTMLElement).innerText.trim()).toBe('Dog removed');
  await expect.element(toast.getByRole('button', { name: 'Close message' })).toBeVisible();
  expect(toast.getByRole('button').elements()).toHaveLength(1);
});

test('The offer of a message runs once when it is taken, and the message goes.', async () => {
  const run = vi.fn();
  const screen = await render(<Toaster />);
  showSuccess({ title: 'Dog removed', text: 'Rex has left the pack.' }, { label: 'Undo', run });
  await screen.getByRole('button', { name: 'Undo' }).click();
  expect(run).toHaveBeenCalledOnce();
  await expect.element(screen.getByText('Dog removed')).not.toBeInTheDocument();
});

test('A message can be closed by hand, which does not take its offer.', async () => {
  const run = vi.fn();
  const screen = await render(<Toaster />);
  showError({ title: 'Error', text: 'Could not save profile.' }, { label: 'Try again', run });
  await screen.getByRole('button', { name: 'Close message' }).click();
  await expect.element(screen.getByText('Could not save profile.')).not.toBeInTheDocument();
  expect(run).not.toHaveBeenCalled();
});

test('All messages can be taken away at once.', async () => {
  const screen = await render(<Toaster />);
  showSuccess({ title: 'First' });
  showError({ title: 'Second' });
  await expect.element(screen.getByText('Second')).toBeVisible();
  dismissToasts();
  await expect.element(screen.getByText('First')).not.toBeInTheDocument();
  await expect.element(screen.getByText('Second')).not.toBeInTheDocument();
});
