import { expectNoViolations } from './axe.ts';
import { answered, expect, test, unreachable } from './fixtures.ts';

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
  await expectNoViolations(page);
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
