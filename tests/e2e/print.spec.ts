import type { Page } from '@playwright/test';
import { smallTargets } from './axe.ts';
import { askForReport, dogPage, expect, signUp, test } from './fixtures.ts';

/** Returns how many sheets of paper the page takes. */
async function sheets(page: Page, format: 'A4' | 'Letter'): Promise<number> {
  const file = (await page.pdf({ format, printBackground: true })).toString('latin1');
  return file.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

/** Returns the texts of buttons, toasts and other parts of the surrounding page that are visible on paper. */
async function strayTexts(page: Page, sheet: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const elements = [...document.querySelectorAll('button, summary, header, footer, [data-toast], h1, h2')];
    return elements
      .filter((element) => element.getClientRects().length > 0 && !element.matches(`${selector} :is(h1, h2, header)`))
      .map((element) => element.textContent ?? '');
  }, sheet);
}

async function calculate(page: Page) {
  await page.goto('/');
  // The toast stays while the pointer is on it. From within, because on a busy machine it would go before the pointer comes.
  const held = page.waitForFunction(() =>
    document.querySelector('[data-toast]')?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true })),
  );
  await askForReport(page);
  await held;
  await page.locator('summary', { hasText: 'In numbers' }).press('Enter');
  await expect(page.getByRole('figure').first()).toBeAttached();
}

test('nothing but the report is printed, on one sheet, while a toast is shown and by night, and nothing but its card @10.21 @10.136', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await calculate(page);
  const report = page.getByRole('region', { name: "Biscuit's Birthday Report" });
  await expect(page.getByText('Birthday calculated!')).toBeVisible();
  await expect(report.getByRole('list', { name: "Biscuit's next 12 months" })).toBeVisible();
  await expect(report.getByRole('button', { name: 'Share' })).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);
  expect(await sheets(page, 'A4')).toBe(1);
  expect(await sheets(page, 'Letter')).toBe(1);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(report.getByText('Next celebration')).toBeVisible();
  await expect(page.getByText('Birthday calculated!')).toBeHidden();
  await expect(page.locator('.report')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.locator('.report')).toHaveCSS('color', 'rgb(58, 33, 23)');
  await expect(report.getByRole('button', { name: 'Send This' })).toBeHidden();
  expect(await strayTexts(page, '.report')).toEqual([]);

  await page.emulateMedia({ media: null, colorScheme: null });
  await page.getByRole('button', { name: 'Photo' }).click();
  const card = page.getByRole('dialog').getByRole('img').first();
  await expect(card).toBeVisible();
  expect(await sheets(page, 'A4')).toBe(1);
  expect(await sheets(page, 'Letter')).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect(card).toBeVisible();
  expect(await printed(page)).toEqual([expect.stringMatching(/^Birthday card with a picture of Biscuit/)]);
});

/** Returns the names of the visible headings, pictures and controls on paper. */
async function printed(page: Page): Promise<(string | null)[]> {
  return page
    .locator('h1, h2, h3, h4, img[alt]:not([alt=""]), canvas, [role="img"], a, button, summary, input, li[data-party]')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
        .map((element) => element.getAttribute('aria-label') ?? element.getAttribute('alt') ?? element.textContent),
    );
}

test("a dog's page is printed on one sheet, and of a card, a poster, a card of two days and a sheet of codes opened from it only that, by night too @10.136 @10.362 @10.373", {
  tag: '@desktop',
}, async ({ page }) => {
  const photo = 'portrait';
  const name = 'W'.repeat(60);
  await page.emulateMedia({ colorScheme: 'dark' });
  await signUp(page, {
    dogs: [
      { name: 'Biscuit', birth_date: '2019-06-14', size: 'giant', notes: 'Will sing for cheese.', photo },
      { name, birth_date: '2025-06-15' },
    ],
    parties: [{ dog: 'Biscuit', title: 'Cake Day', celebration_date: '2026-09-14' }],
    portraits: [2022, 2023, 2024, 2025].map((year) => ({
      ...{ dog: 'Biscuit', day: `${year}-06-14`, kind: 'birthday' as const, photo },
      ...(year === 2022 && { line: 'Cake on the nose, and nowhere else.' }),
    })),
  });
  const openDog = (dog: string) => page.getByRole('article', { name: dog }).getByRole('link').first().click();
  const expectOneSheet = async () => {
    for (const format of ['A4', 'Letter'] as const) expect(await sheets(page, format)).toBe(1);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  };
  await openDog('Biscuit');
  const sheet = dogPage(page, 'Biscuit');
  await sheet.getByText('In numbers').click();
  await expect(sheet.getByRole('list', { name: "Biscuit's next 12 months" })).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);
  const picture = sheet.getByRole('img', { name: 'Biscuit', exact: true });
  await expect(picture).toHaveCSS('filter', 'brightness(0.88)');
  await expectOneSheet();
  // Photos are dimmed by lamplight, but not on paper.
  await expect(picture).toHaveCSS('filter', 'none');
  await expect(sheet.getByRole('list', { name: "Biscuit's next 12 months" })).toBeVisible();
  expect(await printed(page)).toEqual([
    'Biscuit',
    'Biscuit',
    'Notes',
    expect.stringMatching(/^The human years of giant dogs/),
  ]);

  await page.emulateMedia({ media: null });
  await sheet.getByRole('button', { name: 'Poster of the Year' }).click();
  const poster = page.getByRole('region', { name: 'The year of Biscuit' });
  await expect(poster.getByRole('img', { name: 'Biscuit on June 14, 2025' })).toBeVisible();
  await expectOneSheet();
  await expect(poster).toHaveCSS('color', 'rgb(58, 33, 23)');
  expect(await printed(page)).toEqual([
    expect.stringMatching(/^\d celebrations$/),
    'Code that opens the link for Biscuit',
    'Stamps so far',
    ...[2024, 2025].map((year) => `Biscuit on June 14, ${year}`),
  ]);

  await page.emulateMedia({ media: null });
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Then and Now' }).click();
  await expect(page.getByRole('button', { name: 'Save Picture' })).toBeEnabled();
  await expectOneSheet();
  expect(await printed(page)).toEqual([expect.stringMatching(/^Card with two pictures of Biscuit/)]);

  await page.emulateMedia({ media: null });
  await page.keyboard.press('Escape');
  await sheet.getByRole('link', { name: 'Card', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save Picture' })).toBeEnabled();
  await expectOneSheet();
  expect(await printed(page)).toEqual([expect.stringMatching(/^Birthday card with a picture of Biscuit/)]);
  const { width, height } = (await page.getByRole('img', { name: /^Birthday card/ }).boundingBox())!;
  expect(width / height).toBeCloseTo(4 / 5, 1);
  expect(height).toBeGreaterThan(400);

  await page.emulateMedia({ media: null });
  await page.goto('/');
  await openDog(name);
  await page.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('button', { name: 'Link and Code' }).click();
  await expect(page.getByRole('img', { name: /^Code that opens/ })).toBeVisible();
  await expectOneSheet();
  // As wide as A4 between its margins.
  await page.setViewportSize({ width: 718, height: 1047 });
  const codes = page.locator('body > :not(script)').filter({ visible: true });
  await expect(codes).toHaveCount(1);
  const names = await codes.locator('bdi').evaluateAll((all) =>
    all.map((one) => {
      const [{ bottom }, cell] = [one.getBoundingClientRect(), one.parentElement?.getBoundingClientRect()];
      return bottom <= (cell?.bottom ?? 0) - 8 ? one.textContent : `${one.textContent} is cut off`;
    }),
  );
  expect(names).toEqual(Array(12).fill(name));
});
