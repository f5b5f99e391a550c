import type { Page } from '@playwright/test';
import { addDog, closeToasts, expect, sidewaysOverflow, signUp, test } from './fixtures.ts';

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

test('on a desktop four dogs are two pairs, three a row, and from the next visit on one has its photo beside the facts @10.47 @10.52 @10.85', {
  tag: '@desktop',
}, async ({ page }) => {
  const moose = { name: 'Moose', birth_date: '2022-02-28', size: 'giant' } as const;
  await signUp(page, { dogs: [luna, biscuit, zoe, moose] });
  const tops = await topsOf(page);
  expect(tops.Luna).toBe(tops.Biscuit);
  expect(tops.Zoë).toBe(tops.Moose);
  expect(tops.Zoë).toBeGreaterThan(tops.Luna ?? Number.NaN);

  // With three dogs the pack is a grid of compact cards still, and the focus stays in it when the third leaves.
  await page.getByRole('button', { name: 'Delete Moose' }).click();
  await expect.poll(() => partsOf(page)).toEqual(['Next Up', 'Luna', 'Biscuit', 'Zoë']);
  const three = await topsOf(page);
  expect(three.Luna).toBe(three.Zoë);
  await page.getByRole('button', { name: 'Delete Zoë' }).click();
  await expect.poll(() => partsOf(page)).toEqual(['Next Up', 'Luna', 'Biscuit']);
  await expect(page.getByRole('article', { name: 'Biscuit' })).toBeFocused();
  const two = await topsOf(page);
  expect(two.Luna).toBe(two.Biscuit);
  expect(await sidewaysOverflow(page)).toBe(0);

  await deleteDog(page, 'Biscuit');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.reload();
  const shares = await page.getByRole('article', { name: 'Luna' }).evaluate((whole) => {
    const [picture, facts] = [...whole.children].map((part) => part.getBoundingClientRect());
    return {
      picture: Math.round(((picture?.width ?? 0) / whole.getBoundingClientRect().width) * 100),
      areBeside: (picture?.right ?? 0) <= (facts?.left ?? 0),
    };
  });
  expect(shares).toEqual({ picture: 45, areBeside: true });
});

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

test('a dog that is added is greeted by the pack, and at once without motion @10.54', { tag: '@motion' }, async ({
  page,
}) => {
  await signUp(page, { dogs: [luna] });
  const greeted = page.locator('.pack-newcomer');
  await addDog(page, { name: 'Pip', birthDate: '2026-01-02' });
  await expect(page.getByText('Profile created!')).toBeVisible();
  await expect(greeted).toHaveCount(0);
  expect(await sidewaysOverflow(page)).toBe(0);
  await closeToasts(page);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  const seconds = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        document.addEventListener('animationend', ({ animationName, elapsedTime }) => {
          if (animationName === 'clock') resolve(elapsedTime);
        });
      }),
  );
  await addDog(page, { name: 'Pepper', birthDate: '2026-01-02' });
  expect(await seconds).toBeLessThan(0.01);
  const pepper = page.getByRole('article', { name: 'Pepper' });
  await expect(greeted).toHaveCount(0);
  await expect(pepper).toBeInViewport();
});
