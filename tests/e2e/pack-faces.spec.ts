import type { Page } from '@playwright/test';
import { expect, sidewaysOverflow, signUp, test } from './fixtures.ts';

const luna = { name: 'Luna', birth_date: '2020-03-14', breed: 'Brittany Spaniel', photo: 'portrait' } as const;
const biscuit = { name: 'Biscuit', birth_date: '2019-06-14', size: 'small' } as const;
const zoe = { name: 'Zoë', birth_date: '2026-02-01', size: 'large' } as const;

/** Returns where each dog's card begins, in pixels from the top of the page, all measured at once, because something above them may still arrive. */
async function topsOf(page: Page): Promise<Record<string, number>> {
  const tops = await page
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => [card.ariaLabel, card.getBoundingClientRect().top + window.scrollY]));
  return Object.fromEntries(tops);
}

/** Deletes a dog, and waits until the server has: a reload before that would end the request. */
async function deleteDog(page: Page, name: string) {
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await deleted;
}

/** Returns the parts of the pack from top to bottom. */
async function partsOf(page: Page): Promise<string[]> {
  return page
    .locator('main article, main h2:has-text("Next Up")')
    .evaluateAll((parts) => parts.map((part) => part.ariaLabel ?? 'Next Up'));
}

test('the dogs of a small pack are near the top of a phone, on an ordinary day and on a birthday @10.47 @10.50', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const notes = 'Will sing for cheese.';
  const terrier = { ...biscuit, breed: 'Norwich Terrier', notes };
  const shepherd = { ...zoe, name: 'Łatka', birth_date: '2021-03-03', breed: 'German Shepherd' };
  await signUp(page, { name: 'Robin', dogs: [luna, terrier, shepherd] });
  const edgeOf = (name: string, edge: 'top' | 'bottom') =>
    page.getByRole('article', { name }).evaluate((card, at) => card.getBoundingClientRect()[at] + window.scrollY, edge);
  expect(await edgeOf('Luna', 'top')).toBeLessThan(560);
  expect(await edgeOf('Łatka', 'bottom')).toBeLessThan(1200);

  // From the next visit on, one or two dogs have full cards.
  await deleteDog(page, 'Łatka');
  await page.reload();
  await expect.poll(() => partsOf(page)).toEqual(['Next Up', 'Luna', 'Biscuit']);
  expect((await topsOf(page)).Luna).toBeLessThan(560);
  expect(await sidewaysOverflow(page)).toBe(0);

  // On a birthday the celebration is the card of its dog.
  await signUp(page, { name: 'Robin', dogs: [{ ...luna, birth_date: '2019-06-15' }, terrier, shepherd] });
  const hero = page.getByRole('region', { name: 'Luna turns 49 today!' });
  await expect(hero.getByRole('article', { name: 'Luna' })).toBeVisible();
  expect(await hero.evaluate((part) => part.getBoundingClientRect().top)).toBeLessThan(560);
  expect(await edgeOf('Łatka', 'top')).toBeLessThan(1200);
});
