import type { Page } from '@playwright/test';
import { askForReport, closeToasts, shows, type Visitor } from '../e2e/fixtures.ts';
import { expect } from './screen-fixtures.ts';

/** Calculates, and waits until the page has nothing but the report: no confetti and no messages. */
export async function calculate(page: Page, visitor: Visitor = {}): Promise<void> {
  await page.goto('/');
  // The message comes with the confetti, when the number has climbed to its value.
  await shows(page, ['Birthday calculated!'], () => askForReport(page, visitor));
  await expect(page.getByRole('region', { name: `${visitor.name ?? 'Biscuit'}'s Birthday Report` })).toBeVisible();
  await expect(page.locator('[data-confetti]')).toHaveCount(0);
  await closeToasts(page);
}

/** Opens the chart and what follows it. */
export async function loadDetails(page: Page): Promise<void> {
  await page.getByText('In numbers').click();
  await expect(page.getByRole('figure').first()).toBeVisible();
}
