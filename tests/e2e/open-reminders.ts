import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Opens the reminders in the account by keyboard. */
export async function openReminders(page: Page) {
  await page.getByRole('button', { name: 'Your Account' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Your Account' });
  await dialog.locator('summary', { hasText: 'Reminders' }).press('Enter');
  await expect(dialog.getByLabel('By mail')).toBeVisible();
  return dialog;
}
