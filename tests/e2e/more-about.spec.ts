import { findViolations } from './axe.ts';
import { dogPage, expect, reload, sidewaysOverflow, signUp, test } from './fixtures.ts';

const biscuit = {
  name: 'Biscuit',
  birth_date: '2012-06-14',
  size: 'small',
  photo: 'portrait',
} as const;
const zoe = { name: 'Zoë', birth_date: '2025-06-16', size: 'medium' } as const;
const cakeDay = { dog: 'Biscuit', title: 'Cake Day', celebration_date: '2024-06-14' };
const planned = { dog: 'Biscuit', title: 'Big Party', celebration_date: '2026-09-14' };

test('a dog is added whose birthday is a guess, and every number says so @10.143', { tag: '@others' }, async ({
  page,
}) => {
  await signUp(page, { dogs: [zoe] });
  await page.getByRole('button', { name: 'Add New Dog' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  await form.getByLabel('Name', { exact: true }).fill('Luna');
  await form.getByText('More about Luna').click();
  await form.getByLabel('How sure is the birthday?').selectOption('It is a guess');
  await form.getByLabel('Born around').selectOption('2022, about 4 years old');
  await form.getByLabel('Gotcha day (optional)').fill('2024-08-20');
  await form.getByRole('button', { name: 'Gotcha Day' }).click();
  await form.getByRole('button', { name: 'Add Dog' }).click();

  const card = page.getByRole('article', { name: 'Luna', exact: true });
  await expect(card.getByText('about 33')).toBeVisible();
  await expect(card.getByText(/^2nd gotcha day: .*August 20, 2026,/)).toBeVisible();
  await reload(page);
  await expect(card.getByText('about 33')).toBeVisible();

  // One that is corrected may no longer be rounded up.
  const ofZoe = page.getByRole('article', { name: 'Zoë', exact: true });
  await expect(ofZoe).toContainText('almost 15');
  await page.getByRole('button', { name: 'Edit Zoë' }).click();
  await page.getByRole('dialog', { name: "Edit Zoë's Profile" }).getByLabel('Birthday').fill('2025-06-14');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(ofZoe).toContainText("Zoë's 2nd birthday");
  await expect(ofZoe).not.toContainText('almost');
});

test('a dog is kept in memory, apart and without a countdown, and taken back @10.149', async ({ page }) => {
  await signUp(page, { dogs: [biscuit, zoe], parties: [cakeDay, planned] });
  await page.getByRole('button', { name: 'Edit Biscuit' }).click();
  await page.getByText('More about Biscuit').click();
  await page.getByLabel('In memory since (optional)').fill('2026-06-01');
  await page.getByRole('button', { name: 'Save Changes' }).click();

  const memory = page.getByRole('region', { name: 'In Memory' });
  await expect(memory.getByText('2012–2026')).toBeVisible();
  await expect(memory.getByText('Lived 13 years, 72 in human years.')).toBeVisible();
  await memory.getByText('1 party').click();
  await expect(memory.getByText('Cake Day')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Next Up' }).getByText('Biscuit')).toHaveCount(0);
  await expect(page.getByText('Big Party')).toHaveCount(0);
  expect(await sidewaysOverflow(page)).toBe(0);

  await memory.getByRole('link', { name: 'Biscuit', exact: true }).click();
  const sheet = dogPage(page, 'Biscuit');
  await expect(sheet.getByText('Died on June 1, 2026')).toBeVisible();
  await expect(sheet.getByText(/to go|Next/)).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'More for Biscuit' }).click();
  await sheet.getByRole('button', { name: 'Edit Biscuit' }).click();
  await page.getByRole('button', { name: 'Biscuit Is Still with Us' }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await sheet.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(memory).toHaveCount(0);
  await expect(page.getByRole('article', { name: 'Biscuit' }).getByText('91 days to go!')).toBeVisible();
  await expect(page.getByText('Big Party').first()).toBeVisible();
});
