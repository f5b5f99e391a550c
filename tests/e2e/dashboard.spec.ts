import { expect, sidewaysOverflow, signUp, test } from './fixtures.ts';

const rex = { name: 'Rex', birth_date: '2020-05-05', size: 'large' } as const;

test('the head of the pack is one row of a phone, and a long name is cut off there', async ({ page }) => {
  const name = 'Robin Featherstonehaugh-Cholmondeley of Upper Biscuitshire';
  await page.setViewportSize({ width: 390, height: 844 });
  await signUp(page, { name, dogs: [rex] });
  const header = page.getByRole('banner');
  await expect(header.getByTitle(`Welcome, ${name}!`)).toHaveText(`Welcome, ${name}!`);
  const signOut = await header.getByRole('button', { name: 'Sign Out' }).boundingBox();
  expect(signOut?.height).toBeGreaterThanOrEqual(44);
  expect((await header.boundingBox())?.height).toBeLessThanOrEqual(64);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await sidewaysOverflow(page)).toBe(0);
  }
});
