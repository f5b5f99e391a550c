import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { navigate } from 'wouter/use-browser-location';
import { cardHash, dogHash, partiesHash, youHash } from '../../addresses/addresses.ts';
import { forgetPackOnDevice } from '../data/offline/forget.ts';
import { answerAsBackend } from '../testing/backend.ts';
import { dogRowOf, rex } from '../testing/dogs.ts';
import { renderApp } from '../testing/render-app.tsx';
import { session, storeSession } from '../testing/session.ts';
import { setToday } from '../testing/today.ts';
import { NavigationContext } from '../ui/page-link.tsx';
import { DashboardPage } from './dashboard-page.tsx';

const owner = { id: session.user.id, email: 'rex@example.com', name: 'Maria', newEmail: null };

beforeEach(() => {
  setToday(2026, 6, 15);
  storeSession();
});
afterEach(async () => {
  window.location.hash = '';
  await forgetPackOnDevice(owner.id);
});

/** The main parts that are seen. The pack stays in the document behind another page. */
const mainParts = () => [...document.querySelectorAll('main')].filter((part) => part.checkVisibility());

test('Each page has one main part, also while it is loading, and the first button leads past the header to its heading.', async () => {
  window.location.hash = dogHash(rex.id);
  const dogs = Promise.withResolvers<void>();
  const backend = answerAsBackend({ dogs: [dogRowOf(rex, owner.id)] }, (request) => {
    if (request.path.startsWith('/rest/v1/dogs')) return dogs.promise.then(() => backend.apply(request));
    return request.path.includes('/rpc/') ? Response.json(true) : undefined;
  });
  const screen = await renderApp(
    <NavigationContext value={navigate}>
      <DashboardPage owner={owner} />
    </NavigationContext>,
  );
  await expect.element(screen.getByText('Counting the party hats...')).toBeVisible();
  expect(mainParts()).toHaveLength(1);
  dogs.resolve();
  for (const [hash, title] of [
    [dogHash(rex.id), 'Rex'],
    [cardHash(rex.id), /card/i],
    [partiesHash, 'Parties'],
    [youHash(), 'You'],
    ['', 'Your Pack'],
  ] as const) {
    window.location.hash = hash;
    const heading = screen.getByRole('heading', { name: title, level: 1 });
    await expect.element(heading).toBeVisible();
    expect(mainParts()).toHaveLength(1);
    const skip = screen.getByRole('button', { name: 'Skip to Content' });
    (skip.element() as HTMLElement).focus();
    await expect.element(skip).toBeInViewport();
    await userEvent.keyboard('{Enter}');
    await expect.element(heading).toHaveFocus();
    expect(window.location.hash).toBe(hash);
  }
});
