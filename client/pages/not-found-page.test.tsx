import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { NotFoundPage } from './not-found-page.tsx';

test('An owner who is signed in can only sign out.', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const screen = await render(<NotFoundPage isSignedIn />);
  await expect.element(screen.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Sign In' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Create Account' })).not.toBeInTheDocument();
});
