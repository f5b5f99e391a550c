import type { Page } from '@playwright/test';
import { closeToasts, shows } from '../e2e/fixtures.ts';
import { expect } from './pictures.ts';

type Visitor = { name?: string; birthday?: string; size?: string };

/** Fills the calculator of the open page in and presses its button. */
export async function askForReport(
  page: Page,
  { name = 'Biscuit', birthday = '2019-06-14', size = 'small' }: Visitor = {},
): Promise<void> {
  await page.getByLabel("Dog's Name").fill(name);
  await page.getByRole('textbox', { name: 'Birthday' }).fill(birthday);
  await page.locator(`[name=size][value=${size}]`).check();
  await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
}

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
