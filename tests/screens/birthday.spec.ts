import { luna, moose } from './packs.ts';
import { expect, test } from './screen-fixtures.ts';

const lunaToday = { ...luna, birth_date: '2019-06-15' };
const mooseToday = { ...moose, birth_date: '2024-06-15', photo: 'landscape', photo_x: 34, photo_y: 45 } as const;
const bornToday = { name: 'Zoë', birth_date: '2026-06-15', size: 'small' } as const;

test("a dog's day @10.72", async ({ page, openPack, compare, isMobile }) => {
  await openPack({ dogs: [lunaToday] });
  const party = page.getByRole('region', { name: 'Luna turns 49 today!' });
  await expect(party).toBeVisible();
  await compare('birthday', party);
  if (!isMobile) return;
  await party.getByRole('button', { name: 'Light the Candles' }).click();
  await party.getByRole('button', { name: 'Candle 2 of 7, lit' }).click();
  await expect(party.getByText('Six candles left.')).toBeVisible();
  await compare('birthday-candles', party);
  await party.getByRole('button', { name: 'Blow!' }).click();
  await party.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('region', { name: 'Next Up' })).toBeVisible();
  await compare('birthday-small', party);
});

test('the day of three dogs, one without a photo', { tag: '@phone' }, async ({ page, openPack, compare }) => {
  await openPack({ dogs: [lunaToday, mooseToday, bornToday] });
  const party = page.getByRole('region', { name: 'Luna, Moose, and Zoë celebrate today!' });
  await expect(party).toBeVisible();
  await compare('birthday-of-three', party);
});
