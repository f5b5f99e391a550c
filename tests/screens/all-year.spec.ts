/** What reaches beyond the pack of today: stories, uncertain birthdays and dogs in memory. */
import { biscuit, latka, longest, zoe } from './packs.ts';
import { expect, test } from './screen-fixtures.ts';

test("a dog's story on the birthday", { tag: '@phone' }, async ({ page, openPack, compare }) => {
  await openPack({ dogs: [{ ...zoe, photo: 'portrait' }] });
  await page.getByRole('article', { name: 'Zoë' }).getByRole('link', { name: 'Zoë', exact: true }).click();
  await page.getByRole('button', { name: "See Zoë's Story" }).dispatchEvent('click');
  const story = page.getByRole('dialog', { name: "Zoë's Story" });
  await expect(story.getByRole('img', { name: /^Picture 1 of 5/ })).toHaveAttribute('aria-busy', 'false');
  await expect(story.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
  await compare('story');
});

test('more about a dog', { tag: '@phone' }, async ({ page, openPack, compare }) => {
  const birth = { birth_precision: 'year', gotcha_date: '2020-09-01' } as const;
  await openPack({ dogs: [{ ...biscuit, ...birth }] });
  await page.getByRole('button', { name: 'Edit Biscuit' }).click();
  await expect(page.getByLabel('In memory since')).toBeAttached();
  await compare('dog-form-more', 'dialog');
});

test('a dog in memory beside the living', { tag: '@phone' }, async ({ page, openPack, compare }) => {
  await openPack({
    dogs: [
      { ...latka, birth_precision: 'month' },
      { ...longest, photo: 'portrait', died_on: '2026-04-30' },
    ],
  });
  await expect(page.getByRole('article')).toHaveCount(2);
  await compare('pack-in-memory', 'page');
});

test('a card of two days, and the poster of a year', { tag: '@phone' }, async ({ page, openPack, compare }) => {
  const kept = { dog: 'Zoë', kind: 'birthday', photo: 'portrait' } as const;
  const portraits = ['2024-06-15', '2025-06-15'].map((day) => ({ ...kept, day }));
  await openPack({ dogs: [{ ...zoe, birth_date: '2023-06-15' }], portraits });
  await page.getByRole('article', { name: 'Zoë' }).getByRole('link', { name: 'Zoë', exact: true }).click();
  await page.getByRole('button', { name: 'Then and Now' }).click();
  await expect(page.getByRole('button', { name: 'Save Picture', disabled: false })).toBeVisible();
  await compare('then-and-now', 'dialog');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Poster of the Year' }).click();
  await expect(page.getByRole('img', { name: 'Zoë on June 15, 2025' })).toBeVisible();
  await compare('poster');
});
