import { addDog, expect, sidewaysOverflow, signUp, test } from './fixtures.ts';

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

test('what one tab saves or deletes shows up in the tab beside it, which nobody has touched', async ({
  page,
  context,
}) => {
  await signUp(page, { dogs: [rex] });
  const beside = await context.newPage();
  await beside.clock.setFixedTime(new Date('2026-06-15T12:00:00'));
  await beside.goto('/');
  await expect(beside.getByRole('article', { name: 'Rex' })).toBeVisible();
  // The other tab gets neither focus nor visibility again.
  await beside.evaluate(() => {
    for (const event of ['focus', 'visibilitychange']) {
      window.addEventListener(event, (news) => news.stopImmediatePropagation(), { capture: true });
      document.addEventListener(event, (news) => news.stopImmediatePropagation(), { capture: true });
    }
  });
  await addDog(page, { name: 'Biscuit', birthDate: '2019-06-14', size: 'small' });
  await expect(beside.getByRole('article', { name: 'Biscuit' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Rex' }).click();
  await expect(beside.getByRole('article', { name: 'Rex' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(beside.getByRole('article', { name: 'Rex' })).toBeVisible();
});
