import type { Page } from '@playwright/test';
import { biscuit, cakeDay, longest, ox, zoe } from './packs.ts';
import { expect, test } from './screen-fixtures.ts';

async function openDogPage(page: Page, name: string) {
  await page.getByRole('article', { name, exact: true }).getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible();
  await page.getByText('In numbers').click();
  await expect(page.getByRole('list', { name: /next 12 months/ })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
}

test("a dog's page", async ({ page, openPack, compare, isMobile }) => {
  await openPack({ dogs: [biscuit], parties: [cakeDay] });
  await openDogPage(page, 'Biscuit');
  await compare('dog-page');
  if (!isMobile) return;
  await page.getByRole('button', { name: 'More for Biscuit' }).click();
  await page.getByText('Add to Calendar').click();
  await expect(page.getByRole('link', { name: 'Google (opens a new tab)' })).toBeVisible();
  await compare('calendar-offers');
});

test("a dog's page on the day without a photo, a puppy's, and that of the longest name", { tag: '@phone' }, async ({
  page,
  openPack,
  compare,
}) => {
  await openPack({ dogs: [zoe, ox, { ...longest, photo: 'landscape', photo_x: 34, photo_y: 44 }] });
  for (const [screen, name] of [
    ['dog-page-today', zoe.name],
    ['dog-page-puppy', ox.name],
    ['dog-page-long-name', longest.name],
  ] as const) {
    await openDogPage(page, name);
    await compare(screen);
    await page.evaluate(() => window.location.assign('#'));
  }
});
