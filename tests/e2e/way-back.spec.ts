import type { Page } from '@playwright/test';
import { expect, openYou, reload, signUp, test } from './fixtures.ts';

/** Resolves when the current history entry represents this many open dialogs. */
async function expectEntries(page: Page, count: number) {
  await expect.poll(() => page.evaluate(() => window.history.state?.wagdayDialogs ?? 0)).toBe(count);
}

test('the way back closes a form and stays on the page, the way forward opens nothing, and a way back leaves You', async ({
  page,
}) => {
  await signUp(page);
  await page.getByRole('button', { name: 'Add New Dog' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  await form.getByLabel('Name').fill('Biscuit');
  await expectEntries(page, 1);
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  await page.goForward();
  await expectEntries(page, 0);
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(form.getByLabel('Name')).toHaveValue('Biscuit');
  await expect(form.getByText('Picked up where you left off.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expectEntries(page, 0);

  // While its deletion is open, nothing is deleted.
  const you = await openYou(page, 'Delete Your Account');
  await you.getByLabel(/to confirm/).fill('DELETE');
  await page.goBack();
  await expect(you).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  await page.goForward();
  await expect(you).toBeVisible();
  await expect(you.getByLabel(/to confirm/)).toBeHidden();
});

test('a form that is open while the page is loaded again opens with what was typed, and one way back closes it', async ({
  page,
}) => {
  await signUp(page, { dogs: [{ name: 'Moose', birth_date: '2019-06-14' }] });
  await page.getByRole('button', { name: 'Edit Moose' }).click();
  const profile = page.getByRole('dialog', { name: "Edit Moose's Profile" });
  await profile.getByLabel('Notes').fill('Half a sent');
  await expectEntries(page, 1);
  await page.reload();
  await expect(profile.getByLabel('Notes')).toHaveValue('Half a sent');
  await expectEntries(page, 1);
  await page.goBack();
  await expect(profile).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();

  await page.getByRole('button', { name: 'Plan Party' }).click();
  const party = page.getByRole('dialog', { name: 'Plan Birthday Celebration' });
  await party.getByLabel('Location').fill('The old oak');
  await page.reload();
  await expect(party.getByLabel('Location')).toHaveValue('The old oak');
  await expectEntries(page, 1);
  await page.goBack();
  await expect(party).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  await reload(page);
  await expect(page.getByRole('article', { name: 'Moose' })).toBeVisible();
  await expect(party).toBeHidden();
});

test('the page stays where it is when a dog is deleted and comes back, and the focus is on the dog', {
  tag: '@motion',
}, async ({ page }) => {
  const names = ['Gus', 'Finn', 'Echo', 'Duke', 'Cleo', 'Bo', 'Ash'];
  await signUp(page, { dogs: names.map((name) => ({ name, birth_date: '2019-06-14' })) });
  const last = page.getByRole('article', { name: 'Ash' });
  const neighbour = page.getByRole('article', { name: 'Bo' });
  await page.getByRole('button', { name: 'Delete Ash' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Delete Ash' }).click();
  await expect(last).toHaveCount(0);
  await expect(neighbour).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
});
