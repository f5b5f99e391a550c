import { expectNoViolations } from './axe.ts';
import { addDog, answered, expect, signUp, test } from './fixtures.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`with ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test('axe finds nothing on the landing page, its report, its errors and its dialog', async ({ page }) => {
      await page.goto('/');
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
      await expect(page.getByText('Woof! Missing info')).toBeVisible();
      await expectNoViolations(page);
      await page.getByLabel("Dog's Name").fill('Biscuit');
      await page.getByRole('textbox', { name: 'Birthday' }).fill('2020-02-29');
      await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
      await expect(page.getByRole('region', { name: "Biscuit's birthday report" })).toBeVisible();
      await expect(page.locator('[data-confetti]')).toHaveCount(0);
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expectNoViolations(page);
    });

    test('axe finds nothing on the auth screen in both modes and with problems', async ({ page }) => {
      await page.goto('/auth');
      await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'Join the pack' }).click();
      await page.getByLabel('Email').fill('rex');
      await page.getByLabel('Password').fill('rex');
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectNoViolations(page);
    });

    test('axe finds nothing on the 404 page', async ({ page, expectConsoleError }) => {
      expectConsoleError(answered(404, '/nowhere'));
      expectConsoleError(/^404: no page at \/nowhere/);
      await page.goto('/nowhere');
      await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
      await expectNoViolations(page);
    });

    test('axe finds nothing on the dashboard, empty and filled, with its form and its toasts', async ({ page }) => {
      await signUp(page);
      await expect(page.getByRole('heading', { name: 'No dogs yet!' })).toBeVisible();
      await expectNoViolations(page);
      await addDog(page, { name: 'Biscuit', birthDate: '2019-06-14', size: 'small', breed: 'Terrier', notes: 'Good.' });
      await addDog(page, { name: 'Moose', birthDate: '2025-06-15', size: 'giant' });
      await page.getByRole('button', { name: 'Delete Moose' }).click();
      await expect(page.getByText('Dog removed')).toBeVisible();
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'Edit Biscuit' }).click();
      await page.getByLabel('Birthday').fill('2027-01-01');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expectNoViolations(page);
    });
  });
}
