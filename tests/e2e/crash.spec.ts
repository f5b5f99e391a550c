import type { Locator, Page } from '@playwright/test';
import { answered, expect, signUp, test, unreachable, untilSeenOnDevice } from './fixtures.ts';

/**
 * Presses the button while requests for the dogs are held, then lets them through. The page also retries by itself, and would take the
 * button away before it is pressed.
 */
async function pressTryAgain(page: Page, button: Locator) {
  const pressed = Promise.withResolvers<void>();
  await page.route('**/rest/v1/dogs**', async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await button.click();
  pressed.resolve();
}

test('a pack that cannot be loaded says so, or is shown as it was seen last, and can be asked for again @8.10', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(unreachable('/rest/v1/dogs'));
  // A pack that this device has never seen.
  await page.route('**/rest/v1/dogs**', (route) => route.abort());
  const email = await signUp(page);
  await expect(page.getByText('Could not load your dogs. Please try again.').first()).toBeVisible();
  await pressTryAgain(page, page.getByRole('button', { name: 'Try Again', exact: true }));
  await expect(page.getByRole('heading', { name: 'No dogs yet!' })).toBeVisible();

  await signUp(page, { email, dogs: [{ name: 'Biscuit', birth_date: '2019-06-14' }] });
  await untilSeenOnDevice(page, 'Biscuit');
  await page.route('**/rest/v1/dogs**', (route) => route.abort('connectionrefused'));
  await page.reload();
  const status = page.getByText("We can't reach Wagday right now: showing what we last saw.");
  const tryAgain = page.getByRole('button', { name: 'Try Again', exact: true });
  await expect(status).toBeVisible();
  await expect(page.getByRole('article', { name: 'Biscuit' })).toBeVisible();
  await tryAgain.click();
  await expect(tryAgain).toBeVisible();
  await expect(status).toBeVisible();
  await expect(page.locator('[data-toast]')).toHaveCount(0);
  await pressTryAgain(page, tryAgain);
  await expect(status).toBeHidden();
  await expect(page.getByRole('article', { name: 'Biscuit' })).toBeVisible();
});

const lostPage = /^TypeError: Failed to fetch dynamically imported module: .*\/assets\/auth-pages-/;
const authCode = /\/assets\/auth-pages-.*\.js$/;

test('a page whose code cannot be loaded says so and offers to load again @2.12', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(unreachable('/a'));
  expectConsoleError(lostPage);
  await page.route(authCode, (route) => route.abort());
  await page.route('/auth', (route) => (route.request().method() === 'HEAD' ? route.abort() : route.continue()));
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'This page has lost its way' })).toBeVisible();
  await expect(page.getByText('Check your network, then try again.')).toBeVisible();
  await page.unroute(authCode);
  await page.getByRole('button', { name: 'Load Again' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
});

test('a page whose code a new build has replaced loads again by itself, once', async ({ page, expectConsoleError }) => {
  expectConsoleError(answered(404, '/assets/auth-pages-'));
  expectConsoleError(lostPage);
  let documents = 0;
  let isReplaced = true;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.route(authCode, (route) =>
    isReplaced ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  );
  await page.goto('/auth');
  await expect.poll(() => documents).toBe(2);
  await expect(page.getByRole('heading', { name: 'This page has lost its way' })).toBeVisible();
  isReplaced = false;
  await page.getByRole('button', { name: 'Load Again' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
  expect(documents).toBe(3);
});
