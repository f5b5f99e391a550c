/** One still frame of each thing that moves. */
import { askForReport } from './calculating.ts';
import { latka, moose } from './packs.ts';
import { expect, test } from './pictures.ts';
import { untilSettled } from './still.ts';

test('the reveal, on its way through a life', { tag: '@phone' }, async ({ page, holdMotion, compareFrame }) => {
  await page.goto('/');
  await untilSettled(page);
  await holdMotion();
  await askForReport(page);
  await expect(page.locator('[data-climbing]')).toBeVisible();
  await compareFrame('reveal', 1_100);
});

test('a new dog arrives, and the pack looks up', async ({ page, openPack, holdMotion, compareFrame }) => {
  await openPack({ dogs: [moose, latka] });
  await page.getByRole('button', { name: 'Add New Dog' }).click();
  await holdMotion();
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  await form.getByLabel('Name').fill('Biscuit');
  await form.getByLabel('Birthday').fill('2019-06-14');
  await form.getByRole('button', { name: 'Add Dog' }).click();
  await expect(form).toBeHidden();
  await expect(page.locator('.arrival-specks')).toBeAttached();
  await compareFrame('arrival', 600);
});
