import type { Page } from '@playwright/test';
import { phonePhoto } from '../support/pictures.ts';
import { startServer } from '../support/start-server.ts';
import { answered, expect, newEmail, password, reload, signUp, test, unreachable } from './fixtures.ts';

async function expectToast(page: Page, title: string, text: string) {
  const toast = page.locator('[data-toast]').filter({ hasText: text }).first();
  await expect(toast).toContainText(title);
  await expect(toast).toContainText(text);
}

async function fillCredentials(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}

/** Makes the requests' time limit follow the page's clock, because it does not move the platform's own timer. */
async function limitRequestsByPageClock(page: Page) {
  await page.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('signal timed out', 'TimeoutError')), milliseconds);
      return controller.signal;
    };
  });
}

test('a server that stops just before the pack is asked for, and without one signing in and up, tell it and keep what was typed @8.7 @8.10', async ({
  page,
  browser,
  cleanups,
  expectConsoleError,
}) => {
  expectConsoleError(unreachable('/'));
  const server = await startServer({ script: 'scripts/start.ts' });
  cleanups.defer(() => server.stop());
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${server.url}/auth`);
  await fillCredentials(visitor, 'visitor@example.com');

  await page.goto(`${server.url}/auth`);
  await page.route('**/rest/v1/dogs*', async (route) => {
    await server.kill('SIGTERM');
    await route.continue();
  });
  await page.getByRole('button', { name: 'Join the pack' }).click();
  await fillCredentials(page, 'owner@example.com');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expectToast(page, 'Error', 'Could not load your dogs. Please try again.');
  await expect(page.getByRole('main').getByRole('button', { name: 'Try Again' })).toBeVisible();

  await visitor.getByRole('button', { name: 'Sign In' }).click();
  await expectToast(visitor, 'Authentication error', 'We cannot be reached just now. Please try again soon.');
  await visitor.getByRole('button', { name: 'Join the pack' }).click();
  await visitor.getByRole('button', { name: 'Create Account' }).click();
  await expectToast(visitor, 'Authentication error', 'We cannot be reached just now. Please try again soon.');
  await expect(visitor.getByLabel('Email')).toHaveValue('visitor@example.com');
  await expect(visitor.getByLabel('Password')).toHaveValue(password);
});

test('a dog that the database refuses is not saved and its form keeps what was typed, and one that is never answered waits @8.9', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(answered(400, '/rest/v1/dogs'));
  expectConsoleError(unreachable('/rest/v1/dogs'));
  await signUp(page);
  await page.getByRole('button', { name: 'Add New Dog' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  await form.getByLabel('Name').fill('Methuselah');
  // Within 40 years by the page's clock, which is stopped, and not by the database's, which goes on.
  await form.getByLabel('Birthday').fill('1986-06-17');
  await form.getByLabel('Notes').fill('Older than he looks.');
  await form.getByRole('button', { name: 'Add Dog' }).click();
  await expectToast(page, 'Error', 'Could not save profile. Please try again.');
  await expect(form.getByLabel('Name')).toHaveValue('Methuselah');
  await expect(form.getByLabel('Birthday')).toHaveValue('1986-06-17');
  await expect(form.getByLabel('Notes')).toHaveValue('Older than he looks.');

  await page.route('**/rest/v1/dogs*', (route) => (route.request().method() === 'POST' ? undefined : route.continue()));
  await form.getByLabel('Name').fill('Godot');
  await form.getByLabel('Birthday').fill('2020-02-29');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/rest/v1/dogs'));
  await form.getByRole('button', { name: 'Add Dog' }).click();
  await sent;
  await page.clock.runFor(8_000);
  await expect(form).toBeHidden();
  const godot = page.getByRole('article', { name: 'Godot' });
  await expect(godot).toContainText(/Waiting to be sent|Sending/);
  await page.unroute('**/rest/v1/dogs*');
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(page.getByText(/Waiting to be sent|Sending/)).toHaveCount(0, { timeout: 100 });
  }).toPass();
  await reload(page);
  await expect(godot).toBeVisible();
});

test('a sign-in that is never answered ends in a message, and what was typed stays @8.7', async ({ page }) => {
  await limitRequestsByPageClock(page);
  await page.goto('/auth');
  await page.route('**/auth/v1/token*', () => undefined);
  const email = newEmail();
  await fillCredentials(page, email);
  const sent = page.waitForRequest('**/auth/v1/token*');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await sent;
  await page.clock.runFor(31_000);
  await expectToast(page, 'Authentication error', 'We cannot be reached just now. Please try again soon.');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Password')).toHaveValue(password);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
});

test('a server that goes away in the middle of an upload @8.8', async ({ page, cleanups, expectConsoleError }) => {
  expectConsoleError(unreachable('/storage/v1/object/dog-photos/'));
  const server = await startServer({ script: 'scripts/start.ts' });
  cleanups.defer(() => server.stop());
  await signUp(page, { url: server.url });
  await page.route('**/storage/v1/object/dog-photos/**', async (route) => {
    await server.kill('SIGKILL');
    await route.continue();
  });
  await page.getByRole('button', { name: 'Add New Dog' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  await form.getByLabel('Name').fill('Biscuit');
  await form.getByLabel('Notes').fill('Shy of cameras.');
  await form.getByLabel('Choose a Photo').setInputFiles(await phonePhoto());
  await expectToast(page, 'Upload failed', 'Could not upload photo. Please try again.');
  await expect(form.getByLabel('Name')).toHaveValue('Biscuit');
  await expect(form.getByLabel('Notes')).toHaveValue('Shy of cameras.');
});
