import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { changeOf } from '../data/offline/changes.ts';
import { changeStored } from '../data/offline/database.ts';
import { dogs } from '../data/records/dogs.ts';
import { consoleError } from '../testing/console.ts';
import { rex } from '../testing/dogs.ts';
import { session, storeSession } from '../testing/session.ts';
import { NotFoundPage } from './not-found-page.tsx';

test('An owner who is signed in can only sign out. @2.16', async () => {
  const screen = await render(<NotFoundPage isSignedIn />);
  await expect.element(screen.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Sign In' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Create Account' })).not.toBeInTheDocument();
  expect(consoleError).toHaveBeenCalledWith('404: no page at', expect.any(String));
  consoleError.mockClear();
});

test('Signing out there, too, asks about unsent changes. @8.19', async () => {
  storeSession();
  await changeStored('changes', session.user.id, () => [changeOf(dogs, null, rex)]);
  const screen = await render(<NotFoundPage isSignedIn />);
  await screen.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument();
  expect(window.localStorage.getItem('wagday-session')).not.toBeNull();
  await changeStored('changes', session.user.id, () => undefined);
  consoleError.mockClear();
});
