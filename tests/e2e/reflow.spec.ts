import type { Page } from '@playwright/test';
import { closeToasts, expect, openYou, restPointer, sidewaysOverflow, signUp, test } from './fixtures.ts';
import { openParties } from './invite-to.ts';

const longName = 'Sir Barksalot of Upper Biscuitshire the III';

/** Returns what overflows the window on the right, by tag and text. The list should be empty. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scope = document.querySelector('dialog:modal') ?? document.body;
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return [...scope.querySelectorAll('h1, h2, h3, p, a, button, input, select, textarea, td, th, dd, label')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only, .visually-hidden'))
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 1 && box.right > document.documentElement.clientWidth + 1 && !scrolls(element.parentElement);
      })
      .map((element) => `${element.tagName}: ${element.textContent?.slice(0, 40)}`);
  });
}

async function expectNothingSideways(page: Page) {
  expect(await sidewaysOverflow(page)).toBe(0);
  expect(await cutOff(page)).toEqual([]);
}

// 320 CSS pixels are a small phone, and a window of 1280 at 400 % zoom, where a height of 900 becomes 225.
for (const { tag, ...viewport } of [
  { width: 320, height: 640, tag: [] },
  { width: 320, height: 225, tag: ['@desktop'] },
]) {
  test.describe(`at ${viewport.width} × ${viewport.height}`, { tag }, () => {
    test.use({ viewport });

    test('the landing page, signing up, the pack and its dialogs fit without scrolling sideways', async ({ page }) => {
      await page.goto('/');
      await expectNothingSideways(page);
      await page.getByLabel("Dog's Name").fill(longName);
      await page.getByRole('textbox', { name: 'Birthday' }).fill('2013-01-09');
      await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
      await restPointer(page);
      await expect(page.getByRole('region', { name: /Birthday Report/ })).toBeVisible();
      // The end of the reveal, which moves what is below it.
      await expect(page.getByRole('button', { name: 'See the Report' })).toBeVisible();
      await expectNothingSideways(page);
      await page.getByRole('button', { name: 'Photo' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNothingSideways(page);

      await page.goto('/auth');
      await expectNothingSideways(page);
      await page.getByRole('button', { name: 'Join the pack' }).click();
      await page.getByLabel('Email').fill('rex');
      await page.getByLabel('Password').fill('rex');
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectNothingSideways(page);

      await signUp(page);
      await expectNothingSideways(page);
      const breed = 'Nova Scotia Duck Tolling Retriever';
      await signUp(page, { dogs: [{ name: longName, birth_date: '2013-01-09', breed }] });
      await expectNothingSideways(page);
      await page.getByRole('button', { name: 'Plan Party' }).click();
      await expectNothingSideways(page);
      await page.getByRole('button', { name: 'Plan Celebration' }).click();
      await expect(page.getByRole('button', { name: 'Send Invite' })).toBeVisible();
      await expectNothingSideways(page);
      await page.getByRole('button', { name: 'Back' }).click();
      await openParties(page);
      await expectNothingSideways(page);
      await page.goBack();
      await closeToasts(page);
      await openYou(page, 'Name');
      await expectNothingSideways(page);
    });
  });
}
