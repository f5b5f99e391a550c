import type { Locator, Page, TestInfo } from '@playwright/test';
import { findViolations } from '../e2e/axe.ts';
import { test as base, expect, password, today } from '../e2e/fixtures.ts';
import { type SeedOwner, seedPack } from '../support/seed-pack.ts';
import { makeStill, untilSettled } from './still.ts';

/** The window, the whole page, the whole open dialog in its window, or one part of the page. */
type Extent = 'window' | 'page' | 'dialog' | Locator;

type Pictures = {
  /** Compares the screen with its kept pictures and lets axe look at it, by day and by night. */
  compare: (screen: string, extent?: Extent) => Promise<void>;
  /** Signs in an owner who has the given pack; answers with the e-mail address. */
  openPack: (pack?: Omit<SeedOwner, 'email' | 'password'>) => Promise<string>;
};

async function openPackOf(page: Page, testInfo: TestInfo, pack: Omit<SeedOwner, 'email' | 'password'>) {
  const slug = testInfo.title.toLowerCase().replace(/[^a-z]+/g, '-');
  const email = `robin.${slug}@${testInfo.project.name}.example.com`;
  const { WAGDAY_TEST_URL: url = '' } = process.env;
  await seedPack(url, { email, password, name: 'Robin', ...pack });
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  // Where owners see it every day.
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  return email;
}

/** Makes the window as high as the open dialog, so that nothing of it is scrolled away; behind it is the top of the page. */
async function showWholeDialog(page: Page) {
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  const viewport = page.viewportSize();
  const height = await page.getByRole('dialog').evaluate((dialog) => 2 * Math.ceil(dialog.scrollHeight / 2) + 60);
  if (viewport && height > viewport.height) await page.setViewportSize({ ...viewport, height });
}

export const test = base.extend<Pictures>({
  page: async ({ page }, use) => {
    await makeStill(page, today);
    await use(page);
  },
  openPack: async ({ page }, use, testInfo) => {
    await use((pack = {}) => openPackOf(page, testInfo, pack));
  },
  compare: async ({ page }, use, testInfo) => {
    await use(async (screen, extent = 'window') => {
      if (extent === 'dialog') await showWholeDialog(page);
      const device = testInfo.project.name.replace('pictures-', '');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await untilSettled(page);
        // By night only the colours are others.
        expect.soft(await findViolations(page, { coloursAlone: colorScheme === 'dark' })).toEqual([]);
        const picture = `${screen}-${device}-${colorScheme}.png`;
        if (typeof extent === 'object') await expect.soft(extent).toHaveScreenshot(picture);
        else await expect.soft(page).toHaveScreenshot(picture, { fullPage: extent === 'page' });
      }
    });
  },
});

export { expect };
