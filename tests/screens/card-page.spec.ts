import { biscuit } from './packs.ts';
import { expect, test } from './screen-fixtures.ts';

test("the page of a dog's card", async ({ page, openPack, compare, isMobile }) => {
  await openPack({ dogs: [{ ...biscuit, photo: 'portrait' }] });
  const link = await page.getByRole('article', { name: 'Biscuit' }).getByRole('link').first().getAttribute('href');
  await page.evaluate(
    (hash) => {
      window.location.hash = hash;
    },
    link!.replace('#dog', '#card'),
  );
  await expect(page.getByRole('button', { name: 'Save Picture', disabled: false })).toBeVisible();
  await compare('card-page', 'page');
  if (!isMobile) return;
  await page.getByRole('button', { name: 'Adjust Photo', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Adjust Photo' })).toBeVisible();
  await compare('card-photo', 'page');
});
