import type { Page } from '@playwright/test';
import { recoveryLinkFor } from '../support/mail-files.ts';
import { answered, expect, password, signOut, signUp, test } from './fixtures.ts';

const newPassword = 'wag-wag-anew';
const friendlyAnswer = 'If we know this email, a link is on its way.';

function dataDir(): string {
  const { WAGDAY_TEST_DATA } = process.env;
  if (!WAGDAY_TEST_DATA) throw new Error('WAGDAY_TEST_DATA is not set: global-setup.ts does that.');
  return WAGDAY_TEST_DATA;
}

async function signUpAndOut(page: Page): Promise<string> {
  const email = await signUp(page);
  await signOut(page);
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  return email;
}

async function askForLink(page: Page, email: string) {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the Link' }).click();
  await expect(page.getByText(friendlyAnswer)).toBeVisible();
}

/** The mail names the site; the test reaches the same server at another address. */
async function open(page: Page, link: string) {
  const { pathname, hash } = new URL(link);
  await page.goto(pathname + hash);
}

test('who forgot the password gets a link by mail, which opening does not spend, and chooses a new one @4.7', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(answered(400, '/auth/v1/'));
  expectConsoleError(answered(403, '/auth/v1/verify'));
  const email = await signUpAndOut(page);
  await askForLink(page, email);
  const link = await recoveryLinkFor(dataDir(), email);

  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto('about:blank');
    await open(page, link);
    await expect(page.getByRole('button', { name: 'Choose Password' })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Choose Password' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a New Password' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  // The form covers everything until it is completed, under every address and after a reload.
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Choose a New Password' })).toBeVisible();
  expect(page.url()).not.toContain('token_hash');

  await page.getByLabel('New password').fill('12345');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/at least 6 characters/);
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(page.getByText('Password changed!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();

  await signOut(page);
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid credentials')).toBeVisible();
  await page.getByLabel('Password').fill(newPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  await signOut(page);

  // The link has been used up.
  await open(page, link);
  await page.getByRole('button', { name: 'Choose Password' }).click();
  await expect(page.getByRole('alert')).toHaveText(/too old or was used already/);
  await expect(page.getByRole('button', { name: 'Send the Link' })).toBeVisible();
  expect(page.url()).not.toContain('token_hash');
});
