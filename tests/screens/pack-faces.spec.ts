import { biscuit, luna } from './packs.ts';
import { expect, test } from './screen-fixtures.ts';

test('a pack of one, with its photo', { tag: '@phone' }, async ({ page, openPack, compare }) => {
  await openPack({ dogs: [luna] });
  await expect(page.getByRole('article')).toHaveCount(1);
  await compare('pack-one', 'page');
});

test('a pack of two, one without a photo', { tag: '@phone' }, async ({ page, openPack, compare }) => {
  await openPack({ dogs: [luna, { ...biscuit, photo: undefined }] });
  await expect(page.getByRole('article')).toHaveCount(2);
  await compare('pack-two', 'page');
});
