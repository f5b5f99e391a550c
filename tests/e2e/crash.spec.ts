import { expectNoViolations } from './axe.ts';
import { answered, expect, test, unreachable } from './fixtures.ts';

const lostPage = /^TypeError: Failed to fetch dynamically imported module: .*\/assets\/auth-pages-/;
const authCode = /\/assets\/auth-pages-.*\.js$/;

test('a page whose code cannot be loaded says so and offers to load again, and one that a new build has replaced does so by itself, once @2.12', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(unreachable('/a'));
  expectConsoleError(answered(404, '/assets/auth-pages-'));
  expectConsoleError(lostPage);
  const lost = page.getByRole('heading', { name: 'This page has lost its way' });
  const loadAgain = async () => {
    await page.unroute(authCode);
    await page.getByRole('button', { name: 'Load Again' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
  };
  await page.route(authCode, (route) => route.abort());
  await page.route('/auth', (route) => (route.request().method() === 'HEAD' ? route.abort() : route.continue()));
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(lost).toBeVisible();
  await expect(page.getByText('Check your network, then try again.')).toBeVisible();
  await expectNoViolations(page);
  await loadAgain();

  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.unroute('/auth');
  await page.route(authCode, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.goto('/auth');
  await expect.poll(() => documents).toBe(2);
  await expect(lost).toBeVisible();
  await loadAgain();
  expect(documents).toBe(3);
});
