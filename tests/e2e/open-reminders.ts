import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Opens the reminders in "You" by keyboard. */
export async function openReminders(page: Page) {
  await page.getByRole('link', { name: 'You', exact: true }).press('Enter');
  await page.locator('summary', { hasText: 'Reminders' }).press('Enter');
  await expect(page.getByLabel('By email')).toBeVisible();
  return page.getByRole('main').filter({ has: page.getByLabel('By email') });
}
