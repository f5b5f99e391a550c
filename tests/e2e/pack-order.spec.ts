import type { Page } from '@playwright/test';
import { expect, sidewaysOverflow, signUp, test } from './fixtures.ts';

const names = (page: Page) =>
  page.getByRole('article').evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')));

test('an owner sorts the pack, finds it sorted after a reload, and sees who is next @2.63 @10.46', async ({ page }) => {
  const small = (name: string, birth_date: string) => ({ name, birth_date, size: 'small' }) as const;
  const others = ['Ada', 'Bruno', 'Clover', 'Dot', 'Echo'].map((name) => small(name, '2025-06-13'));
  await signUp(page, {
    dogs: [small('Bo', '2025-06-17'), small('Anna', '2025-06-14'), small('Zoë', '2025-06-16'), ...others],
  });
  const first = async () => (await names(page)).slice(0, 3);
  await expect.poll(first).toEqual(['Bo', 'Anna', 'Zoë']);
  const nextUp = page.getByRole('region', { name: 'Next Up' });
  await expect(nextUp).toContainText('Zoë');
  await expect(nextUp).toContainText('Tomorrow!');

  await page.getByLabel('Sort by').selectOption('Next birthday');
  await expect.poll(first).toEqual(['Zoë', 'Bo', 'Ada']);
  await page.getByLabel('Sort by').selectOption('Name');
  await expect.poll(first).toEqual(['Ada', 'Anna', 'Bo']);
  await page.reload();
  await expect.poll(first).toEqual(['Ada', 'Anna', 'Bo']);
  expect(await sidewaysOverflow(page)).toBe(0);
});

test('the chart of a report is a table, too, and the number is explained', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel("Dog's Name").fill('Biscuit');
  await page.getByRole('textbox', { name: 'Birthday' }).fill('2019-06-15');
  await page.getByRole('radio', { name: /^Large/ }).check();
  await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
  const report = page.getByRole('region', { name: "Biscuit's Birthday Report" });
  await report.getByText('In numbers').click();
  await report.getByText('Year by year', { exact: true }).click();
  await expect(report.getByRole('row', { name: '7 years 54 Senior Dog' })).toBeVisible();
  await report.getByText('Why this number?').click();
  await expect(report.getByRole('row', { name: 'Then 6 a year 30' })).toBeVisible();
  expect(await sidewaysOverflow(page)).toBe(0);
});
