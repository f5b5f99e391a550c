import type { Page } from '@playwright/test';
import { addDog, closeToasts, expect, sidewaysOverflow, signUp, test } from './fixtures.ts';

const luna = { name: 'Luna', birth_date: '2020-03-14', breed: 'Brittany Spaniel', photo: 'portrait' } as const;
const biscuit = { name: 'Biscuit', birth_date: '2019-06-14', size: 'small' } as const;
const zoe = { name: 'Zoë', birth_date: '2026-02-01', size: 'large' } as const;

const topOf = (page: Page, name: string) =>
  page.getByRole('article', { name }).evaluate((card) => card.getBoundingClientRect().top + window.scrollY);

/** Returns the parts of the pack from top to bottom. */
async function partsOf(page: Page): Promise<string[]> {
  return page
    .locator('main article, main h2:text-is("Next Up"), main select')
    .evaluateAll((parts) => parts.map((part) => part.ariaLabel ?? (part.matches('select') ? 'tools' : 'Next Up')));
}

test('one or two dogs stand above what is next, without tools, and on a phone the first begins within 560 pixels', {
  tag: '@both',
}, async ({ page }) => {
  await signUp(page, { dogs: [luna, biscuit] });
  expect(await partsOf(page)).toEqual(['Luna', 'Biscuit', 'Next Up']);
  expect(await topOf(page, 'Luna')).toBeLessThan(560);
  expect(await sidewaysOverflow(page)).toBe(0);
});

test('with a third dog the pack is a grid below what is next, and the focus stays in it when the third leaves', {
  tag: '@desktop',
}, async ({ page }) => {
  await signUp(page, { dogs: [luna, biscuit, zoe] });
  expect(await partsOf(page)).toEqual(['Next Up', 'tools', 'Luna', 'Biscuit', 'Zoë']);
  expect(await topOf(page, 'Luna')).toBe(await topOf(page, 'Zoë'));
  await page.getByRole('button', { name: 'Delete Zoë' }).click();
  await expect.poll(() => partsOf(page)).toEqual(['Luna', 'Biscuit', 'Next Up']);
  await expect(page.getByRole('article', { name: 'Biscuit' })).toBeFocused();
});

test('in a larger pack, too, the first dog is in the first screen of a phone, and what is next is one press away', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 660 });
  const moose = { name: 'Moose', birth_date: '2022-02-28', size: 'giant' } as const;
  const parties = [{ dog: 'Luna', title: 'Cake Day', celebration_date: '2026-06-20' }];
  await signUp(page, { dogs: [luna, biscuit, zoe, moose], parties });
  expect(await topOf(page, 'Luna')).toBeLessThan(560);
  await expect(page.getByRole('region', { name: 'Next Up' })).toBeHidden();
  const fold = page.locator('summary', { hasText: "What's next: " });
  await expect(fold).toContainText(/[a-zë]+, \d+ days to go!/i);
  await fold.click();
  await expect(page.getByRole('region', { name: 'Next Up' })).toBeVisible();
  await fold.click();
  // The line on a dog's card opens it too.
  await page.getByRole('button', { name: 'Next party: Cake Day, in 5 days' }).click();
  await expect(page.getByRole('button', { name: 'Edit Cake Day' })).toBeInViewport();
});

test('four dogs are two pairs', { tag: '@desktop' }, async ({ page }) => {
  const moose = { name: 'Moose', birth_date: '2022-02-28', size: 'giant' } as const;
  await signUp(page, { dogs: [luna, biscuit, zoe, moose] });
  const tops = await Promise.all(['Luna', 'Biscuit', 'Zoë', 'Moose'].map((name) => topOf(page, name)));
  expect(tops[0]).toBe(tops[1]);
  expect(tops[2]).toBe(tops[3]);
  expect(tops[2]).toBeGreaterThan(tops[0] ?? Number.NaN);
});

test('a wide card has its photo beside the facts on a desktop', { tag: '@desktop' }, async ({ page }) => {
  await signUp(page, { dogs: [luna] });
  const card = page.getByRole('article', { name: 'Luna' });
  const shares = await card.evaluate((whole) => {
    const [picture, facts] = [...whole.children].map((part) => part.getBoundingClientRect());
    return {
      picture: Math.round(((picture?.width ?? 0) / whole.getBoundingClientRect().width) * 100),
      areBeside: (picture?.right ?? 0) <= (facts?.left ?? 0),
    };
  });
  expect(shares).toEqual({ picture: 45, areBeside: true });
});

test("the dog's own photo stands in Next Up, and a photo that is gone gives way to the drawing", async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/^Failed to load resource: .* at \/storage\/v1\/object\/public\/dog-photos\//);
  await signUp(page, { dogs: [luna, biscuit] });
  const year = page.getByRole('region', { name: "The year's celebrations" });
  const lunas = year.getByRole('listitem').filter({ hasText: 'Luna' }).first();
  await expect(lunas.locator('img')).toHaveCount(1);
  await page.route('**/dog-photos/**', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await lunas.scrollIntoViewIfNeeded();
  await expect(lunas.locator('svg text')).toHaveText('L');
  await expect(lunas.locator('img')).toHaveCount(0);
});

test('a dog that is added is greeted by the pack, and at once without motion', { tag: '@motion' }, async ({ page }) => {
  await signUp(page, { dogs: [luna] });
  const greeted = page.locator('.pack-newcomer');
  await addDog(page, { name: 'Pip', birthDate: '2026-01-02' });
  await expect(page.getByText('Profile created!')).toBeVisible();
  await expect(greeted).toHaveCount(0);
  expect(await sidewaysOverflow(page)).toBe(0);
  await closeToasts(page);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await addDog(page, { name: 'Pepper', birthDate: '2026-01-02' });
  await expect(greeted).toHaveCount(0, { timeout: 500 });
  await expect(page.getByRole('article', { name: 'Pepper' })).toBeInViewport();
});
