import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { consoleError } from '../testing/console.ts';
import { NotFoundPage } from './not-found-page.tsx';

test('An owner who is signed in can only sign out.', async () => {
  const screen = await render(<NotFoundPage isSignedIn />);
  await expect.element(screen.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Sign In' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Create Account' })).not.toBeInTheDocument();
  expect(consoleError).toHaveBeenCalledWith('404: no page at', expect.any(String));
  consoleError.mockClear();
});
