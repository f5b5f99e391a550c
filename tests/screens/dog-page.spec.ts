import type { Page } from '@playwright/test';
import { biscuit, cakeDay, longest, ox, zoe } from './packs.ts';
import { test as base, expect } from './pictures.ts';

async function openDogPage(page: Page, name: string) {
  await page.getByRole('article', { name, exact: true }).getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible();
  await page.getByText('In numbers').click();
  await expect(page.getByRole('list', { name: /next 12 months/ })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
}

const test = base.extend<{ compareDogPage: (screen: string, name: string) => Promise<void> }>({
  compareDogPage: async ({ page, compare }, use) => {
    await use(async (screen, name) => {
      await openDogPage(page, name);
      await compare(screen);
    });
  },
});

test("a dog's page", async ({ openPack, compareDogPage }) => {
  await openPack({ dogs: [biscuit], parties: [cakeDay] });
  await compareDogPage('dog-page', 'Biscuit');
});

test("a dog's page on the day, without a photo", async ({ openPack, compareDogPage }) => {
  await openPack({ dogs: [zoe] });
  await compareDogPage('dog-page-today', 'Zoë');
});

test("a puppy's page, with its graduation", async ({ openPack, compareDogPage }) => {
  await openPack({ dogs: [ox] });
  await compareDogPage('dog-page-puppy', 'Ox');
});

test('the page of the dog with the longest name', async ({ openPack, compareDogPage }) => {
  await openPack({ dogs: [{ ...longest, photo: 'landscape' }] });
  await compareDogPage('dog-page-long-name', longest.name);
});
