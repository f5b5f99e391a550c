import { expect, signUp, test } from './fixtures.ts';

test('what is typed, chosen and clicked before the page can react is kept and done', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  await page.getByLabel("Dog's Name").fill('Biscuit');
  await page.getByRole('textbox', { name: 'Birthday' }).fill('2019-06-14');
  await page.getByLabel('Size Category').selectOption('small');
  await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  release();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Got it' }).click();
  const report = page.getByRole('region', { name: "Biscuit's birthday report" });
  await expect(report.getByText('Mature Adult', { exact: true })).toBeVisible();
  await expect(page.getByLabel("Dog's Name")).toHaveValue('Biscuit');
});

test('an early press of Calculate that lacks something is told what', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
  release();
  await expect(page.getByText('Woof! Missing info')).toBeVisible();
  await expect(page.getByLabel("Dog's Name")).toBeFocused();
});

test('a visitor reads the landing page without any script, and never sees Loading...', async ({ page }) => {
  await page.route('**/assets/*.js', () => undefined);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Every Dog Deserves Multiple Birthdays!' })).toBeVisible();
  await expect(page.getByText('Loading...')).toBeHidden();
});

test('a returning owner sees Loading... at once and never the landing page', async ({ page }) => {
  await signUp(page);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.context().route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  // Without the worker, which would bring the scripts from its cache.
  await page.evaluate(async () => {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByText('Loading...').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Every Dog Deserves Multiple Birthdays!' })).toBeHidden();
  release();
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  await expect(page.getByText('Loading...').first()).toBeHidden();
});

test('who goes to another page within the app hears its heading', async ({ page }) => {
  await signUp(page);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { name: 'Every Dog Deserves Multiple Birthdays!' })).toBeFocused();
});
