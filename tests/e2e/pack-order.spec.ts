import type { Page } from '@playwright/test';
import { expect, sidewaysOverflow, signUp, test } from './fixtures.ts';

const names = (page: Page) =>
  page.getByRole('article').evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')));

test('an owner sorts the pack, finds it sorted after a reload, and sees what is next', async ({ page }) => {
  await signUp(page, {
    dogs: [
      { name: 'Bo', birth_date: '2025-06-15', size: 'small' },
      { name: 'Anna', birth_date: '2025-06-14', size: 'small' },
      { name: 'Zoë', birth_date: '2025-06-16', size: 'small' },
    ],
  });
  await expect.poll(() => names(page)).toEqual(['Bo', 'Anna', 'Zoë']);
  // Today's party takes the place of what is next until it is celebrated.
  for (const name of ['Light the Candles', 'Blow!', 'Done']) await page.getByRole('button', { name }).click();
  await page.getByText("What's next:").click();
  const year = page.getByRole('region', { name: "The year's celebrations" }).getByRole('listitem');
  await expect(year).toHaveCount(3);
  await expect(year.first()).toContainText('Bo');
  await expect(year.first()).toContainText('today');

  await page.getByLabel('Sort by').selectOption('Next birthday');
  await expect.poll(() => names(page)).toEqual(['Bo', 'Zoë', 'Anna']);
  await page.getByLabel('Sort by').selectOption('Name');
  await expect.poll(() => names(page)).toEqual(['Anna', 'Bo', 'Zoë']);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Anna', 'Bo', 'Zoë']);
  expect(await sidewaysOverflow(page)).toBe(0);
});

test('the chart of a report is a table, too, and the number is explained', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel("Dog's Name").fill('Biscuit');
  await page.getByRole('textbox', { name: 'Birthday' }).fill('2019-06-15');
  await page.getByLabel('Size Category').selectOption('large');
  await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
  const report = page.getByRole('region', { name: "Biscuit's Birthday Report" });
  await report.getByText('In numbers').click();
  await report.getByText('See the numbers').click();
  await expect(report.getByRole('row', { name: 'Today 54 Senior Dog' })).toBeVisible();
  await report.getByText('Why this number?').click();
  await expect(report.getByRole('row', { name: 'Every year since, 6 each 30' })).toBeVisible();
  expect(await sidewaysOverflow(page)).toBe(0);
});
