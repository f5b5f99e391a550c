import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { changeOf } from '../data/offline/changes.ts';
import { changeStored } from '../data/offline/database.ts';
import { dogs } from '../data/records/dogs.ts';
import { consoleError } from '../testing/console.ts';
import { answerRequests } from '../testing/pretend-network.ts';
import { session, storeSession } from '../testing/pretend-session.ts';
import { rex } from '../testing/sample-dogs.ts';
import { HelpPage, NotFoundPage } from './plain-pages.tsx';

const owner = { id: session.user.id, email: 'rex@example.com', name: 'Maria', newEmail: null };

test('An owner who is signed in can only sign out, and finds the way back. @2.16', async () => {
  const screen = await render(<NotFoundPage owner={owner} />);
  for (const [name, href] of [
    ['Pack', '/'],
    ['Parties', '/#parties'],
    ['You', '/#you'],
  ] as const)
    await expect.element(screen.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  await expect.element(screen.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Sign In' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Create Account' })).not.toBeInTheDocument();
  expect(consoleError).toHaveBeenCalledWith('404: no page at', expect.any(String));
  consoleError.mockClear();
});

test('Signing out there, too, asks about unsent changes. @8.19', async () => {
  storeSession();
  await changeStored('changes', session.user.id, () => [changeOf(dogs, null, rex)]);
  const screen = await render(<NotFoundPage owner={owner} />);
  await screen.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument();
  expect(window.localStorage.getItem('wagday-session')).not.toBeNull();
  await changeStored('changes', session.user.id, () => undefined);
  consoleError.mockClear();
});

test.for([
  ['mailto:help@wagday.example', 'help@wagday.example'],
  ['https://wagday.example/help', 'https://wagday.example/help'],
] as const)('Help names the contact that the operator has published: %s. @10.396', async ([contact, text]) => {
  answerRequests(() => new Response(`Contact: ${contact}\nExpires: 2027-01-01T00:00:00Z\n`));
  const screen = await render(<HelpPage owner={null} />);
  await expect.element(screen.getByRole('link', { name: text })).toHaveAttribute('href', contact);
  await expect.element(screen.getByRole('definition').filter({ hasText: 'came home' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Help', exact: true })).not.toBeInTheDocument();
});

test.for([
  ['no contact', () => new Response('Not found', { status: 404 })],
  ['a contact that is no address', () => new Response('Contact: javascript:alert(1)\n')],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
] as const)('With %s Help offers none.', async ([, answer]) => {
  const requests = answerRequests(answer);
  const screen = await render(<HelpPage owner={null} />);
  await expect.poll(() => requests).toHaveLength(1);
  await expect.element(screen.getByText('Something in your way?')).not.toBeInTheDocument();
});
